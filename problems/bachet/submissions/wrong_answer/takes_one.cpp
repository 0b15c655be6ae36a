// Knows who wins, but always takes 1.
#include <iostream>
#include <string>

int main() {
    int n, taken;
    std::string word;
    while (std::cin >> n) {
        bool wins = n % 4;
        std::cout << wins << std::endl;
        while (wins && n > 0) {
            std::cout << "take 1" << std::endl;
            if (--n && std::cin >> word >> taken) n -= taken;
        }
        std::cout << "DONE" << std::endl;
    }
}
