// Takes 4 where only up to 3 are allowed.
#include <iostream>

int main() {
    int n;
    while (std::cin >> n) {
        std::cout << (n % 4 > 0) << std::endl;
        if (n % 4) std::cout << "take 4" << std::endl;
        std::cout << "DONE" << std::endl;
    }
}
