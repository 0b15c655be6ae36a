// Writes without an end.
#include <cstdio>

int main() {
    char line[4096];
    if (!std::fgets(line, sizeof line, stdin)) return 1;
    while (std::putchar('1') != EOF) {
    }
}
