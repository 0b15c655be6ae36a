// Believes that the parity of the sum decides.
#include <iostream>
#include <sstream>
#include <string>

int main() {
    std::string line, word;
    while (std::getline(std::cin, line) && line != "END") {
        long long sum = 0;
        std::istringstream numbers(line);
        while (std::getline(numbers, word, ',')) sum += std::stoll(word);
        std::cout << sum % 2 << std::endl;
        std::cout << (sum % 2 ? "take 1 from pile 1" : "DONE") << std::endl;
    }
}
