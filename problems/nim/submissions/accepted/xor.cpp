// Leaves piles whose xor is 0.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
    std::string line, word;
    while (std::getline(std::cin, line) && line != "END") {
        std::vector<long long> piles;
        std::istringstream numbers(line);
        while (std::getline(numbers, word, ',')) piles.push_back(std::stoll(word));
        long long total = 0;
        for (long long n : piles) total ^= n;
        std::cout << (total != 0) << std::endl;
        while (total) {
            long long left = 0;
            for (std::size_t i = 0; i < piles.size(); ++i) {
                if (total && (piles[i] ^ total) < piles[i]) {
                    long long taken = piles[i] - (piles[i] ^ total);
                    std::cout << "take " << taken << " from pile " << i + 1 << std::endl;
                    piles[i] -= taken;
                    total = 0;
                }
                left |= piles[i];
            }
            if (!left) break;
            long long taken;
            std::size_t pile;
            std::cin >> word >> taken >> word >> word >> pile;
            std::getline(std::cin, word);
            piles[pile - 1] -= taken;
            for (long long n : piles) total ^= n;
        }
        std::cout << "DONE" << std::endl;
    }
}
