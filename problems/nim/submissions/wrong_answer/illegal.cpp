// Knows who wins, and takes from a pile that is not there.
#include <iostream>
#include <sstream>
#include <string>

int main() {
    std::string line, word;
    while (std::getline(std::cin, line) && line != "END") {
        long long total = 0, count = 0;
        std::istringstream numbers(line);
        while (std::getline(numbers, word, ',')) total ^= std::stoll(word), ++count;
        std::cout << (total != 0) << std::endl;
        if (total) std::cout << "take 1 from pile " << count + 1 << std::endl;
        std::cout << "DONE" << std::endl;
    }
}
