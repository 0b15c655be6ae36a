// Depth-first search of whole positions, as kernels/search.py does it: open addressing, a stack of
// its own, nimbers. Games: nim HEAPS SIZE, chomp ROWS COLUMNS, cram ROWS COLUMNS, kayles ROWS COLUMNS
// (node kayles on a grid). Prints seconds of the processor, the nimber and how many positions there are.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using u64 = uint64_t;

static int first_size, second_size;
static std::vector<u64> closed;

struct Nim {
    static u64 start() {
        u64 position = 0;
        for (int heap = 0; heap < first_size; heap++) position |= u64(second_size) << 8 * heap;
        return position;
    }
    static int options(u64 position, u64* out) {
        int count = 0;
        for (int place = 0; place < 8 * first_size; place += 8)
            for (u64 taken = 1; taken <= (position >> place & 255); taken++)
                out[count++] = position - (taken << place);
        return count;
    }
};

struct Chomp {
    static u64 start() {
        u64 position = 0;
        for (int row = 0; row < first_size; row++) position |= u64(second_size) << 4 * row;
        return position;
    }
    static int options(u64 position, u64* out) {
        int count = 0;
        for (int row = 0; row < first_size; row++) {
            int length = position >> 4 * row & 15;
            for (int left = row ? 0 : 1; left < length; left++) {
                u64 after = position;
                for (int above = row; above < first_size; above++) {
                    u64 had = after >> 4 * above & 15;
                    if (had > u64(left)) after -= (had - left) << 4 * above;
                }
                out[count++] = after;
            }
        }
        return count;
    }
};

struct Cram {
    static u64 start() { return 0; }
    static int options(u64 used, u64* out) {
        int count = 0, rows = first_size, columns = second_size;
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++) {
                int place = row * columns + column;
                if (used >> place & 1) continue;
                if (column + 1 < columns && !(used >> (place + 1) & 1))
                    out[count++] = used | u64(3) << place;
                if (row + 1 < rows && !(used >> (place + columns) & 1))
                    out[count++] = used | u64(1) << place | u64(1) << (place + columns);
            }
        return count;
    }
};

struct Kayles {
    static u64 start() {
        int rows = first_size, columns = second_size;
        closed.assign(rows * columns, 0);
        for (int a = 0; a < rows * columns; a++)
            for (int b = 0; b < rows * columns; b++)
                if (abs(a / columns - b / columns) + abs(a % columns - b % columns) < 2)
                    closed[a] |= u64(1) << b;
        return 0;
    }
    static int options(u64 used, u64* out) {
        int count = 0;
        for (size_t place = 0; place < closed.size(); place++)
            if (!(used >> place & 1)) out[count++] = used | closed[place];
        return count;
    }
};

struct Frame {
    u64 key, slot;
    int64_t first, next, end;
};

static u64 mixed(u64 key) {
    key *= 0x9E3779B97F4A7C15u;
    return key ^ key >> 32;
}

template <class Game>
static void solve() {
    clock_t begin = clock();
    u64 mask = (1 << 16) - 1, found = 1;
    std::vector<u64> keys(mask + 1), children(1 << 20);
    std::vector<int16_t> values(mask + 1);  // 0 new, 1 open, from 2 on known
    std::vector<Frame> frames;
    u64 start = Game::start(), slot = mixed(start) & mask;
    keys[slot] = start;
    values[slot] = 1;
    frames.push_back({start, slot, 0, 0, -1});
    int64_t top = 0;
    int nimber = 0;
    while (!frames.empty()) {
        Frame& here = frames.back();
        if (here.end < 0) {
            here.first = top;
            top += Game::options(here.key, &children[top]);
            here.next = here.end = top;
        }
        bool deeper = false;
        while (here.next > here.first) {
            u64 child = children[here.next - 1], at = mixed(child) & mask;
            while (values[at] && keys[at] != child) at = (at + 1) & mask;
            if (!values[at]) {
                if (found * 2 > mask) {
                    u64 wider = 2 * mask + 1;
                    std::vector<u64> more(wider + 1);
                    std::vector<int16_t> worth(wider + 1);
                    for (u64 old = 0; old <= mask; old++)
                        if (values[old]) {
                            u64 to = mixed(keys[old]) & wider;
                            while (worth[to]) to = (to + 1) & wider;
                            more[to] = keys[old];
                            worth[to] = values[old];
                        }
                    keys.swap(more);
                    values.swap(worth);
                    mask = wider;
                    for (Frame& frame : frames) {
                        frame.slot = mixed(frame.key) & mask;
                        while (!values[frame.slot] || keys[frame.slot] != frame.key)
                            frame.slot = (frame.slot + 1) & mask;
                    }
                    at = mixed(child) & mask;
                    while (values[at]) at = (at + 1) & mask;
                }
                keys[at] = child;
                values[at] = 1;
                found++;
                frames.push_back({child, at, 0, 0, -1});
                deeper = true;
                break;
            }
            children[--here.next] = values[at] - 2;
        }
        if (deeper) continue;
        u64 seen[4] = {0, 0, 0, 0};
        for (int64_t i = here.first; i < here.end; i++) seen[children[i] >> 6] |= u64(1) << (children[i] & 63);
        nimber = 0;
        while (seen[nimber >> 6] >> (nimber & 63) & 1) nimber++;
        values[here.slot] = nimber + 2;
        top = here.first;
        frames.pop_back();
    }
    double seconds = double(clock() - begin) / CLOCKS_PER_SEC;
    printf("%.6f %d %llu\n", seconds, nimber, (unsigned long long)found);
}

int main(int, char** words) {
    first_size = atoi(words[2]);
    second_size = atoi(words[3]);
    if (!strcmp(words[1], "nim")) solve<Nim>();
    if (!strcmp(words[1], "chomp")) solve<Chomp>();
    if (!strcmp(words[1], "cram")) solve<Cram>();
    if (!strcmp(words[1], "kayles")) solve<Kayles>();
}
