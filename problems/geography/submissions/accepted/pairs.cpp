// On an odd board: cut a corner, pair the other cells along a snake, answer each by its partner.
#include <cstdio>
#include <map>
#include <set>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;

int main() {
    int rows, columns;
    while (std::scanf("%dx%d", &rows, &columns) == 2) {
        bool wins = rows * columns % 2;
        std::printf("%d\n", wins);
        if (wins) {
            std::vector<Cell> snake;
            for (int r = 1; r <= rows; ++r)
                for (int c = 1; c <= columns; ++c)
                    snake.push_back({r, r % 2 ? c : columns + 1 - c});
            std::map<Cell, Cell> partner;
            for (std::size_t i = 1; i < snake.size(); i += 2) {
                partner[snake[i]] = snake[i + 1];
                partner[snake[i + 1]] = snake[i];
            }
            std::set<Cell> cut{{1, 1}};
            Cell at{1, 1};
            std::puts("cut 1,1");
            std::fflush(stdout);
            for (;;) {
                bool more = false;
                for (Cell step : {Cell{0, 1}, Cell{1, 0}, Cell{0, -1}, Cell{-1, 0}}) {
                    Cell to{at.first + step.first, at.second + step.second};
                    more |= partner.count(to) && !cut.count(to);
                }
                if (!more) break;
                Cell there;
                if (std::scanf(" cut %d,%d", &there.first, &there.second) != 2) return 1;
                at = partner[there];
                cut.insert(there);
                cut.insert(at);
                std::printf("cut %d,%d\n", at.first, at.second);
                std::fflush(stdout);
            }
        }
        std::puts("DONE");
        std::fflush(stdout);
    }
}
