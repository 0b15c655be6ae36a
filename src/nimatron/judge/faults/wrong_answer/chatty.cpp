// Talks to the judge as to a person.
#include <cstdio>

int main() {
    char line[4096];
    std::printf("Position, please: ");
    std::fflush(stdout);
    if (!std::fgets(line, sizeof line, stdin)) return 1;
    std::printf("Thank you! Let me think about %s\n0\nDONE\n", line);
    std::fflush(stdout);
}
