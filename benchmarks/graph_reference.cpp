// Win, loss or draw with remoteness of every vertex of a random graph, backwards from the ends, as
// kernels/graphs.py does it. Words: vertices, arrows of each, seed. Every tenth vertex is an end.
// Prints seconds of the processor (transposing included), and how many are won, lost and drawn.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

int main(int, char** words) {
    const int32_t size = atoi(words[1]), each = atoi(words[2]);
    uint64_t state = atoll(words[3]);
    std::vector<int64_t> starts(size + 1);
    std::vector<int32_t> targets;
    targets.reserve(int64_t(size) * each);
    for (int32_t v = 0; v < size; v++) {
        if (v % 10)
            for (int i = 0; i < each; i++) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                targets.push_back((state >> 33) % size);
            }
        starts[v + 1] = targets.size();
    }
    clock_t begin = clock();
    std::vector<int64_t> back(size + 2);
    std::vector<int32_t> sources(targets.size()), values(size), queue(size);
    for (int32_t target : targets) back[target + 2]++;
    for (int32_t v = 2; v < size + 2; v++) back[v] += back[v - 1];
    for (int32_t v = 0; v < size; v++)
        for (int64_t e = starts[v]; e < starts[v + 1]; e++) sources[back[targets[e] + 1]++] = v;
    int64_t head = 0, tail = 0;
    for (int32_t v = 0; v < size; v++) {
        int32_t left = starts[v + 1] - starts[v];
        values[v] = -1 - left;
        if (!left) {
            values[v] = 0;
            queue[tail++] = v;
        }
    }
    while (head < tail) {
        int32_t v = queue[head++], length = values[v];
        for (int64_t e = back[v]; e < back[v + 1]; e++) {
            int32_t u = sources[e], value = values[u];
            if (value >= 0) continue;
            if (!(length & 1) || value == -2) {
                values[u] = length + 1;
                queue[tail++] = u;
            } else {
                values[u] = value + 1;
            }
        }
    }
    int64_t won = 0, lost = 0, drawn = 0;
    for (int32_t v = 0; v < size; v++) {
        if (values[v] < 0) values[v] = -1;
        (values[v] < 0 ? drawn : values[v] & 1 ? won : lost)++;
    }
    double seconds = double(clock() - begin) / CLOCKS_PER_SEC;
    printf("%.6f %lld %lld %lld\n", seconds, (long long)won, (long long)lost, (long long)drawn);
}
