// Knows who wins, and takes nothing.
#include <algorithm>
#include <cmath>
#include <iostream>

int main() {
    long long a, b;
    while (std::cin >> a >> b && (a || b)) {
        bool lost = std::min(a, b) == (long long)(std::llabs(a - b) * (1 + std::sqrt(5.0)) / 2);
        std::cout << !lost << std::endl;
        if (!lost) std::cout << "1 0" << std::endl;
        std::cout << "DONE" << std::endl;
    }
}
