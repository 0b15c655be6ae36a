// Leaves a multiple of 4.
#include <iostream>
#include <string>

int main() {
    int n, taken;
    std::string word;
    while (std::cin >> n) {
        std::cout << (n % 4 > 0) << std::endl;
        while (n % 4) {
            std::cout << "take " << n % 4 << std::endl;
            n -= n % 4;
            if (n && std::cin >> word >> taken) n -= taken;
        }
        std::cout << "DONE" << std::endl;
    }
}
