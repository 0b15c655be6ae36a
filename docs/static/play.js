// Small games that stand whole in the page: the reader moves, the page answers as well as can be.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const place of document.querySelectorAll(".game")) {
    const game = JSON.parse(place.querySelector("script").textContent);
    const start = button("Play it here", () => playing(place, game));
    place.append(start);
  }
});

function playing(place, game) {
  const figure = place.closest(".position");
  const first = figure.querySelector("img");
  const [said, moves] = [document.createElement("p"), document.createElement("div")];
  said.className = "said";
  said.setAttribute("aria-live", "polite");
  place.replaceChildren(said, moves);

  const show = (at, words) => {
    const position = game.positions[at];
    first.src = "data:image/svg+xml;utf8," + encodeURIComponent(styled(position.svg, game.style));
    first.alt = position.at;
    said.textContent = words;
    moves.replaceChildren();
    for (const [text, to] of position.moves) moves.append(button(text, () => moved(to)));
    if (!position.moves.length) {
      said.textContent = words + (game.misere ? " You cannot move: you win!" : " You cannot move: you lose.");
    }
    moves.append(document.createElement("br"), again());
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

  const again = () => {
    const both = document.createElement("span");
    both.append(button("From the start", () => show(0, "Your move.")));
    both.append(button("You begin", () => moved(0)));
    return both;
  };

  show(0, "Your move.");
}

// The pictures share one style; as an image each needs its own, and its paper.
function styled(svg, style) {
  const [left, top, width, height] = svg.match(/viewBox="([^"]*)"/)[1].split(" ");
  const paper = `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="6" class="nim-paper"/>`;
  return svg.replace(">", `><style>${style}</style>${paper}`);
}

function button(text, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}
