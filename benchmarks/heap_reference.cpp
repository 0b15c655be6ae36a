// Plain C++ for the heap games, to measure against: straight methods, nothing clever.
//
//   heap_reference naive CODE N        mex over every option
//   heap_reference rare CODE N         the rare/common method
//   heap_reference period CODE N       the same, until a period is proved (Guy and Smith) or N
//   heap_reference subtract 1,3,4 N    mex over the set, one heap after another
//
// CODE is an octal code of at most 62 digits, or `grundy`. Prints the seconds of the processor that
// the work took (memory is taken before the clock starts; a proof of less than a millisecond is
// repeated, and the median told), a checksum of the values and what was found.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

using Value = uint16_t;

struct Game {
    std::vector<int> splits, takes, clears;  // numbers of counters taken
    int last = 0;
    bool unequal = false;
};

static Game read_game(const std::string& code) {
    Game game;
    if (code == "grundy") {
        game.splits = {0};
        game.unequal = true;
        return game;
    }
    int place = 0;
    for (char c : code) {
        if (c == '.') continue;
        int digit = c - '0';
        if (digit & 4) game.splits.push_back(place);
        if (digit & 2) game.takes.push_back(place);
        if (digit & 1) game.clears.push_back(place);
        if (digit) game.last = place;
        ++place;
    }
    return game;
}

struct Engine {
    Game game;
    std::vector<Value> g;
    std::vector<int> stamp;
    std::vector<int> rare;
    unsigned mask = 0;      // which bits of a value count for its kind
    bool with_parity = false, parity_allowed = false;
    int odd = 0;
    int high = 1;           // a power of two above every value

    Engine(const Game& rules, int n) : game(rules), g(n + 1), stamp(1 << 16, -1) {
        parity_allowed = true;
        for (int m : game.splits) parity_allowed &= ((m ^ game.splits[0]) & 1) == 0;
        odd = game.splits.empty() ? 0 : game.splits[0] & 1;
    }

    bool common(unsigned value, int n) const {
        return (__builtin_parity(value & mask) ^ (with_parity ? (n + odd) & 1 : 0)) != 0;
    }

    // The kind that leaves the fewest rare heaps, by a Walsh-Hadamard transform.
    void choose(int n) {
        std::vector<int> h(2 * high);
        for (int i = 0; i < n; ++i) ++h[g[i] + (((i + odd) & 1) ? high : 0)];
        for (int step = 1; step < 2 * high; step *= 2)
            for (int i = 0; i < 2 * high; i += 2 * step)
                for (int j = i; j < i + step; ++j) {
                    int x = h[j], y = h[j + step];
                    h[j] = x + y;
                    h[j + step] = x - y;
                }
        int end = parity_allowed ? 2 * high : high;
        int best = int(std::min_element(h.begin(), h.begin() + end) - h.begin());
        mask = best % high;
        with_parity = best >= high;
        rare.clear();
        for (int i = 1; i < n; ++i)
            if (!common(g[i], i)) rare.push_back(i);
    }

    bool pair(int a, int b) const { return a > 0 && b > 0 && !(game.unequal && a == b); }

    void naive(int n) {
        for (int m : game.clears)
            if (m == n) stamp[0] = n;
        for (int m : game.takes)
            if (m < n) stamp[g[n - m]] = n;
        for (int m : game.splits)
            for (int a = 1, b = n - m - 1; a <= b; ++a, --b)
                if (pair(a, b)) stamp[g[a] ^ g[b]] = n;
        int v = 0;
        while (stamp[v] == n) ++v;
        g[n] = Value(v);
    }

    void by_kind(int n) {
        for (int m : game.takes)
            if (m < n) stamp[g[n - m]] = n;
        for (int r : rare)
            for (int m : game.splits)
                if (pair(r, n - m - r)) stamp[g[r] ^ g[n - m - r]] = n;
        int v = 0, missing = 0;
        for (;; ++v) {
            if (stamp[v] == n) continue;
            if (common(v, n)) break;
            ++missing;
        }
        for (int a = 1; missing > 0 && a <= n / 2; ++a)
            for (int m : game.splits) {
                int b = n - m - a;
                if (!pair(a, b)) continue;
                int x = g[a] ^ g[b];
                if (stamp[x] == n) continue;
                stamp[x] = n;
                if (x < v && !common(x, n)) --missing;
            }
        if (missing > 0)
            for (v = 0; stamp[v] == n; ++v) {}
        g[n] = Value(v);
        if (!common(v, n)) rare.push_back(n);
    }

    void extend(int from, int to) {
        int next = from;
        for (int n = from; n < to; ++n) {
            if (n <= game.last + 64) {
                naive(n);
            } else {
                if (n >= next || g[n - 1] >= high) {
                    while (g[n - 1] >= high) high *= 2;
                    for (int i = 0; i < n; ++i)
                        while (g[i] >= high) high *= 2;
                    choose(n);
                    next = 2 * n;
                }
                by_kind(n);
            }
        }
    }

    // The least period that the values up to n prove, or 0: prefix function from the end.
    int period(int n, int& start) const {
        std::vector<int> z(n);
        int left = 0, right = 0, k = game.last;
        for (int p = 1; p < n; ++p) {
            int length = p < right ? std::min(right - p, z[p - left]) : 0;
            while (p + length < n && g[n - 1 - length] == g[n - 1 - p - length]) ++length;
            z[p] = length;
            if (p + length > right) left = p, right = p + length;
            int first = std::max(1, n - p - length);
            if (2LL * first + 2LL * p + k <= n) {
                start = n - p - length;
                return p;
            }
        }
        return 0;
    }
};

static double now() {
    timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return double(used.tv_sec) + 1e-9 * double(used.tv_nsec);
}

static void report(double seconds, const Value* g, int n, const char* found) {
    uint64_t sum = 0;
    for (int i = 0; i < n; ++i) sum = sum * 31 + g[i];
    std::printf("%.6f %016llx %s\n", seconds, (unsigned long long)sum, found);
}

static double prove(Engine& engine, int n, int& done, int& p, int& from) {
    double start = now();
    done = p = from = 0;
    for (int next = std::min(n, 64); p == 0 && done < n; next = std::min(n, 2 * next)) {
        engine.extend(done, next);
        done = next;
        p = engine.period(done, from);
    }
    return now() - start;
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    std::string mode = argv[1], code = argv[2];
    int n = std::atoi(argv[3]);
    if (mode == "subtract") {
        std::vector<int> set;
        for (char* word = std::strtok(argv[2], ","); word; word = std::strtok(nullptr, ","))
            set.push_back(std::atoi(word));
        for (int run = 0; run < 2; ++run) {  // into fresh memory, then into the same again
            static std::vector<uint8_t>* kept = nullptr;
            double start = now();
            if (!kept) kept = new std::vector<uint8_t>(n);
            uint8_t* g = kept->data();
            for (int i = 0; i < n; ++i) {
                uint64_t seen = 0;
                for (int s : set)
                    if (s <= i) seen |= uint64_t(1) << g[i - s];
                g[i] = uint8_t(__builtin_ctzll(~seen));
            }
            std::printf("%.6f %d\n", now() - start, int(g[n - 1]));
        }
        return 0;
    }
    Engine engine(read_game(code), n);
    double start = now();
    if (mode == "naive") {
        for (int i = 0; i < n; ++i) engine.naive(i);
    } else if (mode == "rare") {
        engine.extend(0, n);
    } else if (mode == "period") {
        int done, p, from;
        double seconds = prove(engine, n, done, p, from);
        if (seconds < 0.001) {
            std::vector<double> again;
            for (int run = 0; run < 31; ++run) {
                Engine fresh(engine.game, n);
                again.push_back(prove(fresh, n, done, p, from));
            }
            std::nth_element(again.begin(), again.begin() + 15, again.end());
            seconds = again[15];
        }
        std::string found = std::to_string(p) + " after " + std::to_string(from - 1);
        report(seconds, engine.g.data(), done, found.c_str());
        return 0;
    } else {
        return 2;
    }
    report(now() - start, engine.g.data(), n, "");
    return 0;
}
