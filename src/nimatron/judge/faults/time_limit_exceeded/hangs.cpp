// Reads a position, and thinks for ever.
#include <cstdio>

int main() {
    char line[4096];
    if (!std::fgets(line, sizeof line, stdin)) return 1;
    for (volatile unsigned long step = 0;; step = step + 1) {
    }
}
