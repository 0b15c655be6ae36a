// Says something, but the line stays in its own buffer while it waits for an answer.
#include <cstdio>

int main() {
    char line[4096];
    if (!std::fgets(line, sizeof line, stdin)) return 1;
    std::puts("1");
    return std::fgets(line, sizeof line, stdin) ? 0 : 1;
}
