// Claims nowhere to have a sure win.
#include <cstdio>
#include <cstring>

int main() {
    char line[4096];
    while (std::fgets(line, sizeof line, stdin) && std::strcmp(line, "0 0\n") &&
           std::strcmp(line, "END\n")) {
        std::puts("0\nDONE");
        std::fflush(stdout);
    }
}
