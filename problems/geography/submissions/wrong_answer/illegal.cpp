// Knows who wins, and cuts a cell beyond the edge.
#include <cstdio>

int main() {
    int rows, columns;
    while (std::scanf("%dx%d", &rows, &columns) == 2) {
        bool wins = rows * columns % 2;
        std::printf("%d\n", wins);
        if (wins) std::printf("cut %d,%d\n", rows + 1, columns);
        std::puts("DONE");
        std::fflush(stdout);
    }
}
