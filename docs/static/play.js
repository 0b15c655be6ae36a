// Small games that stand whole in the page: the reader moves, the page answers as well as can be.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const place of document.querySelectorAll(".game")) {
    const game = JSON.parse(place.querySelector("script").textContent);
    place.append(button("Play it here", () => playing(place, game)));
  }
});

function playing(place, game) {
  styled(game.style);
  const board = document.createElement("div");
  board.className = "board";
  place.closest(".position").querySelector("img").replaceWith(board);
  const [said, moves] = [document.createElement("p"), document.createElement("div")];
  said.className = "said";
  said.setAttribute("aria-live", "polite");
  place.replaceChildren(said, moves);

  const show = (at, words) => {
    const position = game.positions[at];
    board.innerHTML = position.svg;
    moves.replaceChildren(...position.moves.map(([text, to]) => button(text, () => moved(to))));
    said.textContent = words;
    if (!position.moves.length) {
      said.textContent += game.misere ? " You cannot move: you win!" : " You cannot move: you lose.";
    }
    moves.append(document.createElement("br"));
    moves.append(button("From the start", () => show(0, "Your move.")));
    moves.append(button("Let the page begin", () => moved(0)));
  };

  const moved = (at) => {
    const options = game.positions[at].moves;
    if (!options.length) {
      show(at, "");
      said.textContent = game.misere ? "I cannot move: I win." : "I cannot move: you win!";
      return;
    }
    const good = options.filter(([, to]) => game.positions[to].lost);
    const from = good.length ? good : options;
    const [text, to] = from[Math.floor(Math.random() * from.length)];
    show(to, `I ${text}.`);
  };

  board.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (link) {
      event.preventDefault();
      moved(Number(link.getAttribute("href").slice(1)));
    }
  });
  show(0, "Your move: use the picture, or the buttons.");
}

function styled(text) {
  if (!document.getElementById("pictures")) {
    const style = document.createElement("style");
    style.id = "pictures";
    style.textContent = text;
    document.head.append(style);
  }
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}
