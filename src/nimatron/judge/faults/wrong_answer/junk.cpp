// Writes bytes that are no text.
#include <cstdio>

int main() {
    char line[4096];
    if (!std::fgets(line, sizeof line, stdin)) return 1;
    for (int byte = 127; byte < 256; ++byte) std::putchar(byte);
    std::putchar('\n');
    std::fflush(stdout);
    while (std::fgets(line, sizeof line, stdin)) {
    }
}
