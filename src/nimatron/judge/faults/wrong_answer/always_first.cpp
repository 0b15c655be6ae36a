// Claims a sure win everywhere, and then makes a move that no game has.
#include <cstdio>
#include <cstring>

int main() {
    char line[4096];
    while (std::fgets(line, sizeof line, stdin) && std::strcmp(line, "0 0\n") &&
           std::strcmp(line, "END\n")) {
        std::puts("1\nwin");
        std::fflush(stdout);
    }
}
