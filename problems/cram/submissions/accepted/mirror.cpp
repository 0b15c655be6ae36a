// With an even side: even by even is lost; else cover the two middle cells, then mirror.
#include <cstdio>
#include <vector>

int rows, columns;
std::vector<std::vector<bool>> taken;

void cover(int a, int b, int c, int d) {
    taken[a][b] = taken[c][d] = true;
    std::printf("cover %d,%d %d,%d\n", a, b, c, d);
}

bool more() {
    for (int r = 1; r <= rows; ++r)
        for (int c = 1; c <= columns; ++c)
            if (!taken[r][c] && ((r < rows && !taken[r + 1][c]) || (c < columns && !taken[r][c + 1])))
                return true;
    return false;
}

int main() {
    while (std::scanf("%dx%d", &rows, &columns) == 2) {
        taken.assign(rows + 1, std::vector<bool>(columns + 1, false));
        bool wins = (rows + columns) % 2;
        std::printf("%d\n", wins);
        if (wins) {
            int r = (rows + 1) / 2, c = (columns + 1) / 2, down = rows % 2 == 0;
            cover(r, c, r + down, c + !down);
            std::fflush(stdout);
            while (more()) {
                int a, b, p, q;
                if (std::scanf(" cover %d,%d %d,%d", &a, &b, &p, &q) != 4) return 1;
                taken[a][b] = taken[p][q] = true;
                cover(rows + 1 - p, columns + 1 - q, rows + 1 - a, columns + 1 - b);
                std::fflush(stdout);
            }
        }
        std::puts("DONE");
        std::fflush(stdout);
    }
}
