// Two piles: the lost pairs are (floor(k phi), floor(k phi) + k), with exact 128-bit products.
#include <cmath>
#include <iostream>

using Long = long long;
using Wide = __int128;

Long root(Wide n) {  // floor of the square root
    Long r = static_cast<Long>(std::sqrt(static_cast<long double>(n)));
    while (static_cast<Wide>(r) * r > n) --r;
    while (static_cast<Wide>(r + 1) * (r + 1) <= n) ++r;
    return r;
}

Long low(Long k) { return (k + root(static_cast<Wide>(5) * k * k)) / 2; }

Long partner(Long n) {  // the other pile of the lost pair that n belongs to
    Long k = (root(static_cast<Wide>(5) * n * n) - n) / 2;
    for (Long d = std::max(0LL, k - 3); d < k + 4; ++d)
        if (low(d) == n) return n + d;
    k = n - k;
    for (Long d = std::max(0LL, k - 3); d < k + 4; ++d)
        if (low(d) + d == n) return low(d);
    return -1;
}

bool winning(Long a, Long b, int &pile, Long &count) {
    Long least = low(std::llabs(a - b));
    if (least < std::min(a, b)) {
        pile = 3, count = std::min(a, b) - least;
    } else if (partner(b) < a) {
        pile = 1, count = a - partner(b);
    } else if (partner(a) < b) {
        pile = 2, count = b - partner(a);
    } else {
        return false;
    }
    return true;
}

void take(Long &a, Long &b, int pile, Long count) {
    if (pile != 2) a -= count;
    if (pile != 1) b -= count;
}

int main() {
    Long a, b, count;
    int pile;
    while (std::cin >> a >> b && (a || b)) {
        bool wins = winning(a, b, pile, count);
        std::cout << wins << std::endl;
        while (wins) {
            std::cout << pile << ' ' << count << std::endl;
            take(a, b, pile, count);
            if (!a && !b) break;
            std::cin >> pile >> count;
            take(a, b, pile, count);
            wins = winning(a, b, pile, count);
        }
        std::cout << "DONE" << std::endl;
    }
}
