/* check.c: believe a certificate, and that the tree of a strategy file attains its bound, by the rules alone.

       cc -O2 check.c -o check
       ./check best.msgpack best.certificate

   One file of C99 that needs nothing but the C library. It was written from the page on the format
   (strategist/files/README.md) and shares no line with the package. Exit status 0: proven, and with a strategy file,
   optimal; 1: not; 2: a file cannot be read, or is one of those that this program does not know, which it names.

   WHAT YOU HAVE TO BELIEVE

   The rules (section 4): which codes there are, and what each secret answers to each question. The digest of the codes
   in the file must be that of the codes made here.

   A claim (section 5) says: to find every secret of the set S costs at least b, with k guesses left (or any number),
   and where moves restrict guesses, with those allowed that they leave. S is the cell of the moves that lead to its
   entry. Asking a question q splits S into cells. By the objective, q costs what asking it costs, and then:
     total      1 for each secret of S, and the sum of what the cells cost
     depth      1, and the most that a cell costs
     expected   the cost of q times the weight of S, and the sum of what the cells cost
     lost       the sum of what the cells cost; with no guess left a set costs its weight
     a tariff   the step of this guess for each secret of S, and the sum of what the cells cost; a total is one of
                equal steps
   The cell of the right guess costs nothing. A set that cannot be found within k guesses costs infinitely much.

   A claim is proven (section 8) if counting says so (section 7), or if each question costs b or more when each cell
   costs what counting says of it, or what another claim does that holds there: one of the same set, of as many guesses
   left or more, and of all guesses that may be made there, or more. Cells are smaller than S or have fewer guesses
   left, so no proof is circular; a question that leaves all of S in one cell is never best. The first claim may be of
   one first question alone: then it says nothing of other questions. Of cores (version 3), a set costs infinitely much
   if a part of it does. A copy (version 7) costs what its original does, if a permutation of places and symbols makes
   its set of that one. If such permutations map S onto itself, one of the questions that they make of each other
   stands for all: responses to codes of pegs name neither places nor symbols.

   The tree (section 9) is played against all secrets at once, slot by slot.

   A question is skipped without a look at its cells only if it has so few that even the most even division costs b:
   the costs of counting are convex in the size. Cells are counted for 64 claims at once. */

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;
typedef uint16_t Place; /* a secret, by its index */
typedef int64_t Cost;
#define INFINITE ((Cost)1 << 62)
#define NONE UINT32_MAX
#define ANY (-1) /* of guesses left: any number */
#ifndef ANY_DIGEST
#define ANY_DIGEST 0 /* for tests: digests are not looked at */
#endif
#ifndef PAGE
#define PAGE (1 << 16) /* bytes that small pieces of memory share */
#endif
#ifndef MOST_MEMORY
#define MOST_MEMORY ((uint64_t)3 << 30)
#endif

/* ---- 1. Refusals, memory and sums ---- */

static const char *where = ""; /* the file that is being read, for messages */

static void refuse(const char *format, ...) {
    va_list details;
    va_start(details, format);
    fprintf(stderr, "check: %s%s", where, *where ? ": " : "");
    vfprintf(stderr, format, details);
    fputc('\n', stderr);
    va_end(details);
    exit(2);
}

static struct { void *blocks; char *page; uint64_t left, taken; } memory;

/* Zeros, for as long as the program runs. */
static void *room(uint64_t count, uint64_t size) {
    uint64_t bytes = count > MOST_MEMORY / size ? MOST_MEMORY + 1 : (count * size + 8) / 8 * 8; /* never none */
    if (bytes > memory.left) {
        uint64_t whole = bytes > PAGE ? bytes : PAGE;
        if (whole > MOST_MEMORY - memory.taken) refuse("expected what %d MiB are enough for", (int)(MOST_MEMORY >> 20));
        void **block = calloc(1, (size_t)whole + 16);
        if (!block) refuse("no memory is left");
        memory.taken += whole;
        *block = memory.blocks, memory.blocks = block;
        if (whole == bytes) return (char *)block + 16;
        memory.page = (char *)block + 16, memory.left = whole;
    }
    memory.left -= bytes;
    return memory.page + memory.left;
}

typedef struct { byte *bytes; uint64_t size, room; } Buffer;

static void add(Buffer *to, const void *bytes, uint64_t size) {
    if (size >= to->room - to->size) {
        to->room = 2 * to->room + size + 64;
        byte *longer = room(to->room, 1);
        if (to->size) memcpy(longer, to->bytes, (size_t)to->size);
        to->bytes = longer;
    }
    memcpy(to->bytes + to->size, bytes, (size_t)size);
    to->size += size;
}

static void add_text(Buffer *to, const char *before, const char *text) {
    add(to, before, strlen(before)), add(to, text, strlen(text));
}

static Cost plus(Cost a, Cost b) { return a >= INFINITE - b ? INFINITE : a + b; }
static Cost times(Cost a, Cost b) { return a && b > INFINITE / a ? INFINITE : a * b; }

/* ---- 2. SHA-256, inflate and msgpack ---- */

static void sha256(const byte *data, uint64_t size, byte digest[32]) {
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
        0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
        0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
        0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2,
    };
    uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                          0x5be0cd19 };
    uint32_t w[64], s[8];
    uint64_t whole = (size + 72) / 64 * 64;
    byte *padded = memcpy(room(whole, 1), data, (size_t)size);
    padded[size] = 0x80;
    for (int i = 0; i < 8; i++) padded[whole - 1 - (uint64_t)i] = (byte)(size * 8 >> 8 * i);
#define TURN(x, n) ((x) >> (n) | (x) << (32 - (n)))
    for (const byte *block = padded; block < padded + whole; block += 64) {
        for (int i = 0; i < 16; i++)
            w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8
                   | block[4 * i + 3];
        for (int i = 16; i < 64; i++)
            w[i] = w[i - 16] + w[i - 7] + (TURN(w[i - 15], 7) ^ TURN(w[i - 15], 18) ^ w[i - 15] >> 3)
                   + (TURN(w[i - 2], 17) ^ TURN(w[i - 2], 19) ^ w[i - 2] >> 10);
        memcpy(s, state, sizeof s);
        for (int i = 0; i < 64; i++) {
            uint32_t one = s[7] + (TURN(s[4], 6) ^ TURN(s[4], 11) ^ TURN(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6]))
                           + k[i] + w[i];
            uint32_t two = (TURN(s[0], 2) ^ TURN(s[0], 13) ^ TURN(s[0], 22))
                           + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += one, s[0] = one + two;
        }
        for (int i = 0; i < 8; i++) state[i] += s[i];
    }
    for (int i = 0; i < 32; i++) digest[i] = (byte)(state[i / 4] >> (24 - 8 * (i % 4)));
}

/* Inflate, RFC 1950 and 1951. The digest of the file seals what is packed, so the sum behind it is not looked at. */
typedef struct { const byte *at, *end; uint32_t bits; int held; byte *out; uint64_t size, most; } Unpacking;
typedef struct { uint16_t counts[16], symbols[288]; } Code;

static uint32_t bits_of(Unpacking *u, int count) {
    while (u->held < count) {
        if (u->at == u->end) refuse("a compressed part ends early");
        u->bits |= (uint32_t)*u->at++ << u->held;
        u->held += 8;
    }
    uint32_t found = u->bits & (((uint32_t)1 << count) - 1);
    u->bits >>= count, u->held -= count;
    return found;
}

static void put(Unpacking *u, byte next) {
    if (u->size == u->most) refuse("a compressed part is longer than expected");
    u->out[u->size++] = next;
}

static void make_code(Code *code, const byte *lengths, int count) {
    uint16_t begins[17] = { 0 };
    memset(code, 0, sizeof *code);
    for (int i = 0; i < count; i++) code->counts[lengths[i]] += lengths[i] > 0;
    for (int i = 0; i < 16; i++) begins[i + 1] = (uint16_t)(begins[i] + code->counts[i]);
    for (int i = 0; i < count; i++)
        if (lengths[i]) code->symbols[begins[lengths[i]]++] = (uint16_t)i;
}

/* Codes of one length are consecutive numbers, and those of a greater length begin behind them. */
static int symbol_of(Unpacking *u, const Code *code) {
    int value = 0, first = 0, index = 0;
    for (int length = 1; length < 16; length++) {
        value |= (int)bits_of(u, 1);
        int count = code->counts[length];
        if (value - first < count) return code->symbols[index + value - first];
        index += count;
        first = (first + count) << 1, value <<= 1;
    }
    refuse("a compressed part is damaged");
    return 0;
}

static void read_codes(Unpacking *u, Code *literals, Code *distances) {
    static const byte order[19] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
    byte lengths[32 + 288 + 138] = { 0 };
    int of_literals = (int)bits_of(u, 5) + 257, of_distances = (int)bits_of(u, 5) + 1, codes = (int)bits_of(u, 4) + 4;
    for (int i = 0; i < codes; i++) lengths[order[i]] = (byte)bits_of(u, 3);
    make_code(literals, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    for (int i = 0; i < of_literals + of_distances;) {
        int symbol = symbol_of(u, literals), times = 1;
        if (symbol == 16) times = 3 + (int)bits_of(u, 2);
        if (symbol == 17) times = 3 + (int)bits_of(u, 3);
        if (symbol == 18) times = 11 + (int)bits_of(u, 7);
        byte length = symbol < 16 ? (byte)symbol : symbol == 16 && i ? lengths[i - 1] : 0;
        while (times--) lengths[i++] = length;
    }
    make_code(literals, lengths, of_literals);
    make_code(distances, lengths + of_literals, of_distances);
}

static void unpack_block(Unpacking *u, const Code *literals, const Code *distances) {
    static const uint16_t lengths[29] = { 3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                          31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
    for (int symbol; (symbol = symbol_of(u, literals)) != 256;) {
        if (symbol < 256) {
            put(u, (byte)symbol);
            continue;
        }
        if (symbol > 285) refuse("a compressed part is damaged");
        int length = lengths[symbol - 257] + (int)bits_of(u, symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4);
        int step = symbol_of(u, distances), extra = step < 4 ? 0 : step / 2 - 1;
        uint64_t back = (step < 4 ? (uint64_t)step : (uint64_t)(2 + step % 2) << extra) + 1 + bits_of(u, extra);
        if (back > u->size) refuse("a compressed part is damaged");
        while (length--) put(u, u->out[u->size - back]);
    }
}

/* What zlib has compressed: no more than `most` bytes, and a zero behind them. */
static Buffer unpacked(const byte *from, uint64_t count, uint64_t most) {
    Unpacking u = { from, from + count, 0, 0, NULL, 0, most };
    Code literals, distances;
    if (u.most / 1032 > count) u.most = 1032 * count; /* two bits are no more than 258 bytes */
    u.out = room(u.most + 1, 1);
    if ((bits_of(&u, 16) & 0x200f) != 8) refuse("expected a part that zlib has compressed");
    for (int last = 0; !last;) {
        last = (int)bits_of(&u, 1);
        int kind = (int)bits_of(&u, 2);
        if (kind == 0) {
            u.bits = 0, u.held = 0;
            uint32_t length = bits_of(&u, 16);
            for (bits_of(&u, 16); length; length--) put(&u, (byte)bits_of(&u, 8));
            continue;
        }
        if (kind == 1) {
            byte fixed[320];
            for (int i = 0; i < 320; i++) fixed[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : i < 288 ? 8 : 5;
            make_code(&literals, fixed, 288), make_code(&distances, fixed + 288, 32);
        } else if (kind == 2) {
            read_codes(&u, &literals, &distances);
        } else {
            refuse("a compressed part is damaged");
        }
        unpack_block(&u, &literals, &distances);
    }
    if (u.end - u.at != 4) refuse("a compressed part does not end where it should");
    Buffer found = { u.out, u.size, u.most };
    return found;
}

/* Negative numbers, fractions and truths are of the kind OTHER: no field that is read here has one. */
typedef enum { OTHER, NIL, NUMBER, TEXT, BYTES, ARRAY, MAP } Kind;
typedef struct { Kind kind; int64_t number; uint64_t size; const byte *head, *data; } Piece; /* size: or members */
typedef struct { const byte *at, *end; } Reader;

static uint64_t big(Reader *from, int count) {
    uint64_t found = 0;
    if (from->end - from->at < count) refuse("the file ends early");
    while (count--) found = found << 8 | *from->at++;
    return found;
}

/* One piece of msgpack; of an array or a map the beginning, and its members follow. */
static Piece piece(Reader *from) {
    Piece found = { OTHER, 0, 0, from->at, NULL };
    unsigned head = (unsigned)big(from, 1);
    if (head < 0x80) found.kind = NUMBER, found.number = head;
    else if (head < 0x90) found.kind = MAP, found.size = head & 15;
    else if (head < 0xa0) found.kind = ARRAY, found.size = head & 15;
    else if (head < 0xc0) found.kind = TEXT, found.size = head & 31;
    else if (head == 0xc0) found.kind = NIL;
    else if (head >= 0xc4 && head <= 0xc6) found.kind = BYTES, found.size = big(from, 1 << (head - 0xc4));
    else if (head == 0xca || head == 0xcb) big(from, head == 0xca ? 4 : 8);
    else if (head >= 0xcc && head <= 0xcf) {
        uint64_t number = big(from, 1 << (head - 0xcc));
        if (number <= INT64_MAX) found.kind = NUMBER, found.number = (int64_t)number;
    } else if (head >= 0xd0 && head <= 0xd3) big(from, 1 << (head - 0xd0));
    else if (head >= 0xd9 && head <= 0xdb) found.kind = TEXT, found.size = big(from, 1 << (head - 0xd9));
    else if (head == 0xdc || head == 0xdd) found.kind = ARRAY, found.size = big(from, head == 0xdc ? 2 : 4);
    else if (head == 0xde || head == 0xdf) found.kind = MAP, found.size = big(from, head == 0xde ? 2 : 4);
    else if (head < 0xe0 && head != 0xc2 && head != 0xc3) refuse("not valid msgpack");
    found.data = from->at;
    if (found.kind == TEXT || found.kind == BYTES) {
        if ((uint64_t)(from->end - from->at) < found.size) refuse("the file ends early");
        from->at += found.size;
    }
    return found;
}

static void skip(Reader *from, int depth) {
    Piece found = piece(from);
    if (depth > 60) refuse("not valid msgpack: nested too deeply");
    for (uint64_t left = found.kind == MAP ? 2 * found.size : found.kind == ARRAY ? found.size : 0; left--;)
        skip(from, depth + 1);
}

/* ---- 3. A file: its header and its columns ---- */

typedef struct {
    const char *name;
    byte *bytes;
    uint64_t size;
    int version, count;
    Reader header;
    Piece columns[9];
} File;

/* A field of a map, which must be of some kind; OTHER: of any, or missing. */
static Piece field(Reader map, const char *key, Kind kind) {
    Piece found = { OTHER, 0, 0, NULL, NULL };
    for (uint64_t left = piece(&map).size; left--;) {
        Piece name = piece(&map);
        Reader value = map;
        skip(&map, 0);
        if (name.kind == TEXT && name.size == strlen(key) && !memcmp(name.data, key, (size_t)name.size))
            found = piece(&value);
    }
    if (kind != OTHER && found.kind != kind) refuse("header.%s: missing, or of another type", key);
    return found;
}

/* A text as a string, without what must not be printed: controls, and what changes the direction of text. */
static char *text_field(Reader map, const char *key) {
    Piece text = field(map, key, TEXT);
    byte *found = memcpy(room(text.size + 4, 1), text.data, (size_t)text.size);
    for (const byte *at = found; at < found + text.size; at++)
        if (*at < 32 || *at == 127 || (*at == 0xc2 && at[1] < 0xa0)
            || (*at == 0xe2 && at[1] == 0x80 && (at[2] == 0x8e || at[2] == 0x8f || (at[2] >= 0xa8 && at[2] <= 0xae)))
            || (*at == 0xe2 && at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9))
            refuse("header.%s: expected printable text", key);
    return (char *)found;
}

static void read_envelope(File *file, const char *kind, int versions) {
    byte digest[32];
    size_t head = strlen(kind) + 2;
    if (file->size < head + 36 || file->bytes[head] == 0 || file->bytes[head] > versions)
        refuse("byte %d: expected format version 1 to %d of a %s", (int)head, versions, kind);
    file->version = file->bytes[head];
    sha256(file->bytes, file->size - 34, digest);
    if (!ANY_DIGEST && memcmp(digest, file->bytes + file->size - 32, 32))
        refuse("digest does not match: truncated or altered");
    Reader from = { file->bytes + head + 1, file->bytes + file->size - 34 };
    file->header = from;
    if (piece(&from).kind != MAP) refuse("header: expected a map");
    from = file->header;
    skip(&from, 0);
    file->header.end = from.at;
    Piece columns = piece(&from);
    if (columns.kind != ARRAY || columns.size > 9) refuse("columns: expected an array of byte strings");
    file->count = (int)columns.size;
    for (int i = 0; i < file->count; i++)
        if ((file->columns[i] = piece(&from)).kind != BYTES) refuse("columns: expected an array of byte strings");
    if (from.at != from.end || from.end[0] != 0xc4 || from.end[1] != 32)
        refuse("expected an array of name, version, header, columns and digest");
}

/* A column of whole numbers: little-endian, unsigned. */
typedef struct { const byte *bytes; int width; } Column;

static int64_t at(const Column *column, uint64_t index) {
    uint64_t found = 0;
    for (int i = column->width; i--;) found = found << 8 | column->bytes[index * (uint64_t)column->width + (uint64_t)i];
    return (int64_t)found;
}

static int width_of(uint64_t count) { return count <= 256 ? 1 : count <= 65536 ? 2 : 4; }

static Column column_of(const char *name, Piece packed, uint64_t count, int width, uint64_t below) {
    Buffer all = unpacked(packed.data, packed.size, count * (uint64_t)width);
    Column column = { all.bytes, width };
    if (all.size != count * (uint64_t)width) refuse("columns.%s: expected another length", name);
    for (uint64_t i = 0; i < count; i++)
        if ((uint64_t)at(&column, i) >= below)
            refuse("columns.%s: entry %llu is out of range", name, (unsigned long long)i);
    return column;
}

/* ---- 4. The rules: codes, chances and costs, and what each secret answers to each question ---- */

typedef struct { int64_t over, under; } Ratio;

static struct {
    char *text, *keys[32], *values[32];
    int used[32], options;
    int pegs, symbols, first_digit, black, announces, turns, hard;
    const char *signs;
    uint32_t secrets, questions, guesses, responses;
    uint32_t solved;                /* the response to the right guess, which no question gets if it is announced */
    byte *codes;                    /* of pegs: the symbols of each */
    char **names, **shown, **texts; /* of questions, in histories and in sentences, and of responses; of pegs: NULL */
    uint32_t *own;                  /* the question that is the secret */
    byte *answers;                  /* answers[secret * questions + question] */
    char **chance_texts, **cost_texts;
    int64_t *weights, *costs;       /* NULL where all are alike */
    Ratio weight_unit, cost_unit;
    Buffer spelled;                 /* of what `codes` in the header is the digest */
} game;

static unsigned answer(uint32_t secret, uint32_t question) {
    return game.answers[(uint64_t)secret * game.questions + question];
}
static int64_t weight_of(uint32_t secret) { return game.weights ? game.weights[secret] : 1; }
static int64_t cost_of(uint32_t question) { return game.costs ? game.costs[question] : 1; }

static const char *option(const char *key, const char *usual) {
    for (int i = 0; i < game.options; i++)
        if (!strcmp(game.keys[i], key)) return game.used[i] = 1, game.values[i];
    return usual;
}

static int number_option(const char *key, int most) {
    const char *text = option(key, "0");
    char *end;
    long found = strtol(text, &end, 10);
    if (*end || found < 0 || found > most) refuse("header.game: expected %s of 1 to %d, got %s", key, most, text);
    return (int)found;
}

/* name(key=value,key="value in quotes") */
static void read_options(void) {
    char *from = strchr(game.text, '('), *to;
    if (!from) return;
    from = strcpy(room(strlen(from) + 1, 1), from);
    for (char after = '('; after != ')';) {
        char *key = ++from, *equals = strchr(from, '=');
        if (!equals || game.options == 32) refuse("header.game: cannot be read: %s", game.text);
        *equals = 0;
        int quoted = equals[1] == '"';
        from = to = equals + 1 + quoted;
        game.keys[game.options] = key, game.values[game.options++] = to;
        for (; *from && (quoted ? *from != '"' : *from != ',' && *from != ')'); *to++ = *from++)
            if (quoted && *from == '\\' && from[1]) from++;
        from += quoted && *from == '"';
        after = *from, *to = 0;
        if ((after != ',' && after != ')') || (after == ')' && from[1]))
            refuse("header.game: cannot be read: %s", game.text);
    }
}

static void make_room_for_answers(void) {
    if (game.secrets > 65535 || game.questions > (1u << 24))
        refuse("more than 65535 secrets are not known to this program");
    game.answers = room((uint64_t)game.secrets * game.questions + 8, 1);
    game.own = room(game.secrets, sizeof *game.own);
    for (uint32_t s = 0; s < game.secrets; s++) game.own[s] = s;
}

static byte answer_of_pegs(const byte *guess, const byte *secret) {
    int blacks = 0, both = 0, counts[36] = { 0 };
    for (int i = 0; i < game.pegs; i++) blacks += guess[i] == secret[i], counts[secret[i]]++;
    for (int i = 0; i < game.pegs; i++) both += counts[guess[i]]-- > 0;
    return (byte)(game.black ? blacks : both * (both + 1) / 2 + blacks - (blacks == game.pegs));
}

static void make_pegs(int repeats, const char *size) {
    game.pegs = number_option("pegs", 20), game.symbols = number_option(size, 36);
    int fixed = !repeats && !strcmp(option("leading_zero", "true"), "false");
    uint64_t all = 1;
    if (!game.pegs || !game.symbols) refuse("header.game: expected the sizes of %s", game.text);
    for (int i = 0; i < game.pegs && all <= 1 << 25; i++) all *= (uint64_t)game.symbols;
    if (all > (repeats ? 65535 : 1 << 25)) refuse("more than 65535 codes are not known to this program");
    game.black = !strcmp(option("feedback", "both"), "black");
    game.codes = room((all < 65536 ? all : 65536) + 1, (uint64_t)game.pegs);
    for (uint64_t number = 0; number < all; number++) {
        byte *code = game.codes + (uint64_t)game.secrets * (uint64_t)game.pegs;
        uint64_t rest = number;
        int good = 1;
        for (int i = game.pegs; i--; rest /= (uint64_t)game.symbols) code[i] = (byte)(rest % (uint64_t)game.symbols);
        for (int i = 1; !repeats && i < game.pegs; i++) good &= !memchr(code, code[i], (size_t)i);
        game.secrets += good && (!fixed || code[0]);
        if (game.secrets > 65535) refuse("more than 65535 codes are not known to this program");
    }
    add(&game.spelled, game.codes, (uint64_t)game.secrets * (uint64_t)game.pegs);
    game.questions = game.secrets;
    game.responses = (uint32_t)(game.black ? game.pegs + 1 : (game.pegs + 1) * (game.pegs + 2) / 2 - 1);
    make_room_for_answers();
    for (uint32_t s = 0; s < game.secrets; s++)
        for (uint32_t q = 0; q < game.questions; q++)
            game.answers[(uint64_t)s * game.questions + q] =
                answer_of_pegs(game.codes + q * (uint64_t)game.pegs, game.codes + s * (uint64_t)game.pegs);
}

/* The parts of a text between marks, which become ends of strings; the part behind the last mark is one, too. */
static char **parts_of(char *text, char mark, uint32_t *count) {
    *count = 1;
    for (char *c = text; *c; c++) *count += *c == mark;
    char **parts = room(*count, sizeof *parts);
    parts[0] = text;
    for (uint32_t i = 1; i < *count; i++) parts[i] = strchr(parts[i - 1], mark) + 1, parts[i][-1] = 0;
    return parts;
}

static char **lines_in(Piece packed, uint32_t *count) {
    if (packed.kind != BYTES) refuse("header.data: expected bytes");
    Buffer text = unpacked(packed.data, packed.size, MOST_MEMORY / 4);
    if (!text.size || text.bytes[text.size - 1] != '\n' || memchr(text.bytes, 0, (size_t)text.size))
        refuse("header.data: expected lines of text");
    text.bytes[text.size - 1] = 0;
    return parts_of((char *)text.bytes, '\n', count);
}

static uint32_t number_in(char **texts, uint32_t count, const char *text) {
    uint32_t number = 0;
    while (number < count && strcmp(texts[number], text)) number++;
    return number;
}

static int by_text(const void *one, const void *other) { return strcmp(*(char *const *)one, *(char *const *)other); }

/* Green first: a letter is yellow as often as it stands elsewhere in the secret. */
static byte answer_of_words(const char *guess, const char *secret) {
    int number = 0, left[128] = { 0 };
    for (int i = 0; i < game.pegs; i++) left[(int)secret[i]] += guess[i] != secret[i];
    for (int i = 0; i < game.pegs; i++)
        number = 3 * number + (guess[i] == secret[i] ? 2 : left[(int)guess[i]]-- > 0);
    return (byte)number;
}

static void make_words(Piece data) {
    uint32_t count, others;
    char **lines = lines_in(data, &count);
    option("answers", ""), option("guesses", ""), option("length", "");
    if (strcmp(option("feedback", "wordle"), "wordle"))
        refuse("feedback of words but that of Wordle is not known to this program");
    game.hard = !strcmp(option("hard", "false"), "true");
    game.secrets = others = number_in(lines, count, "");
    game.names = game.shown = room(count, sizeof *game.names);
    for (uint32_t i = 0; i < count; i++)
        if (i != others) game.names[game.questions++] = lines[i];
    qsort(game.names, game.questions, sizeof *game.names, by_text);
    game.pegs = (int)strlen(lines[0]);
    for (uint32_t i = 0; i < game.questions; i++) {
        if (strlen(game.names[i]) > 5) refuse("words of more than 5 letters are not known to this program");
        if (strlen(game.names[i]) != (size_t)game.pegs) refuse("header.data: words of several lengths");
        if (strspn(game.names[i], "abcdefghijklmnopqrstuvwxyz") != (size_t)game.pegs)
            refuse("words of other letters than a to z are not known to this program");
    }
    game.responses = 1;
    for (int i = 0; i < game.pegs; i++) game.responses *= 3;
    make_room_for_answers();
    for (uint32_t s = 0; s < game.secrets; s++) {
        char **own = bsearch(&lines[s], game.names, game.questions, sizeof *game.names, by_text);
        game.own[s] = (uint32_t)(own - game.names);
        for (uint32_t q = 0; q < game.questions; q++)
            game.answers[(uint64_t)s * game.questions + q] = answer_of_words(game.names[q], lines[s]);
        add_text(&game.spelled, s ? "\n" : "", lines[s]);
    }
    int more = game.announces || game.questions > game.secrets;
    if (more) add_text(&game.spelled, "\n", "");
    for (uint32_t q = 0; more && q < game.questions; q++) add_text(&game.spelled, "\n", game.names[q]);
    for (uint32_t s = 0; game.announces && s < game.secrets; s++) add_text(&game.spelled, "\n=", lines[s]);
}

/* A text without the blanks around it, and one of a kind for those inside: in place, or as a new text. */
static char *tidy(char *text, char joint) {
    char *to = text;
    int between = 0;
    for (char *from = text; *from; from++) {
        int blank = strchr(" \t\v\f\r", *from) != NULL;
        if (!blank && between) *to++ = joint;
        if (!blank) *to++ = *from;
        between = blank && to > text;
    }
    *to = 0;
    return text;
}
static char *written(const char *text) { return tidy(strcpy(room(strlen(text) + 1, 1), text), '_'); }

/* Responses are numbered as they first stand there; that to the right guess is last, and has a text of its own. */
static void number_responses(char ***rows) {
    char *texts[258], *lone = NULL;
    uint32_t known = 0, loose = 0, lonely = 0, no = 0;
    for (uint32_t q = 0; q < game.questions; q++) {
        loose += !rows[q];
        for (uint32_t s = 0; rows[q] && s < game.secrets; s++) {
            char *text = rows[q][s + 1];
            if (s == q && !game.announces) {
                if (!lone || strcmp(lone, text)) lone = text, lonely++;
            } else if (number_in(texts, known, text) == known) {
                texts[known++] = text;
                if (known > 255) refuse("more than 256 responses are not known to this program");
            }
        }
    }
    char *last = lonely == 1 && number_in(texts, known, lone) == known ? lone : "solved";
    while (no < known && !(strlen(texts[no]) == 2 && (texts[no][0] | 32) == 'n' && (texts[no][1] | 32) == 'o')) no++;
    if (loose && no == known) texts[known++] = "no";
    texts[known] = strcpy(room(strlen(last) + known + 2, 1), last);
    while (number_in(texts, known, texts[known]) < known) strcat(texts[known], "!");
    game.texts = memcpy(room(known + 1, sizeof *texts), texts, (known + 1) * sizeof *texts);
    game.responses = known + !game.announces;
    for (uint32_t q = 0; q < game.questions; q++)
        for (uint32_t s = 0; s < game.secrets; s++)
            game.answers[(uint64_t)s * game.questions + q] =
                (byte)(!game.announces && s == q ? known : rows[q] ? number_in(texts, known, rows[q][s + 1]) : no);
}

/* Lines of cells: the names of the secrets, then for each question its name, its answers, and its cost. */
static void make_table(Piece data) {
    uint32_t lines, cells, wide = 0;
    char **line = lines_in(data, &lines), ***row = room(lines, sizeof *row);
    const char *chance = option("chance", NULL), *cost = option("cost", NULL);
    option("file", ""), option("secrets", ""), option("twins", ""), option("sheet", "");
    for (uint32_t i = 0; i < lines; i++, wide = cells) {
        row[i] = parts_of(line[i], '\t', &cells);
        if (i && cells != wide) refuse("header.data: line %u: expected %u cells, got %u", i + 1, wide, cells);
        for (uint32_t j = 0; j < cells; j++) tidy(row[i][j], ' ');
    }
    if (wide < 3 || lines < 2 || *row[0][0] || (cost && strcmp(written(row[0][wide - 1]), cost)))
        refuse("header.data: expected a table of names, answers, and its costs");
    game.secrets = wide - 1 - (cost != NULL);
    char ***rows = room(game.secrets + lines, sizeof *rows); /* of each question, NULL where it has none */
    game.names = room(game.secrets + lines, sizeof *game.names);
    game.shown = room(game.secrets + lines, sizeof *game.shown);
    for (uint32_t q = 0; q < game.secrets && !game.announces; q++, game.questions++)
        game.names[q] = written(game.shown[q] = row[0][1 + q]);
    for (uint32_t i = 1; i < lines; i++) {
        char *name = written(row[i][0]);
        if (chance && !strcmp(name, chance)) {
            game.chance_texts = row[i] + 1;
            continue;
        }
        for (uint32_t s = 0; s < game.secrets; s++) tidy(row[i][s + 1], '_');
        uint32_t q = number_in(game.names, game.questions, name);
        if (q == game.questions) game.shown[q] = row[i][0], game.names[game.questions++] = name;
        if (rows[q]) refuse("header.data: the question %s stands there twice", name);
        rows[q] = row[i];
    }
    if (chance && !game.chance_texts) refuse("header.data: expected a line of chances");
    make_room_for_answers();
    number_responses(rows);
    if (cost) game.cost_texts = room(game.questions, sizeof *game.cost_texts);
    for (uint32_t q = 0; cost && q < game.questions; q++) game.cost_texts[q] = rows[q] ? rows[q][wide - 1] : "1";
    char turns[32] = "";
    if (game.turns) sprintf(turns, "turns=%d\n", game.turns);
    add_text(&game.spelled, game.announces ? "identify\n" : "ask\n", turns);
    for (uint32_t s = 0; s < game.secrets; s++) add_text(&game.spelled, "\t", written(row[0][s + 1]));
    if (cost) add_text(&game.spelled, "\t", cost);
    for (uint32_t q = 0; q < game.questions; q++) {
        if (!rows[q]) continue;
        add_text(&game.spelled, "\n", game.names[q]);
        for (uint32_t s = 0; s < game.secrets; s++) add_text(&game.spelled, "\t", game.texts[answer(s, q)]);
        if (cost) add_text(&game.spelled, "\t", game.cost_texts[q]);
    }
    if (chance) add_text(&game.spelled, "\n", chance);
    for (uint32_t s = 0; chance && s < game.secrets; s++) add_text(&game.spelled, "\t", game.chance_texts[s]);
    add_text(&game.spelled, chance && cost ? "\t" : "", "\n");
}

static int64_t common_divisor(int64_t a, int64_t b) { return b ? common_divisor(b, a % b) : a; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* 7, 0.25, 3e-4, 12.5 %, 1/3 */
static Ratio ratio_of(const char *text) {
    Ratio found = { 0, 1 };
    const char *at = text + (*text == '+');
    long tens = 0, after = 0, digits = 0;
    for (; is_digit(*at) || (*at == '.' && !after); at++) {
        if (*at == '.') after = 1;
        else found.over = plus(times(found.over, 10), *at - '0'), tens -= after, digits++;
    }
    if (digits && (*at == 'e' || *at == 'E')) {
        char *end;
        long power = strtol(at + 1, &end, 10);
        tens += power < -999 ? -999 : power > 999 ? 999 : power, at = end;
    }
    at += strspn(at, " ");
    if (*at == '%') {
        tens -= 2, at++;
    } else if (*at == '/') {
        found.under = 0;
        for (at += 1 + strspn(at + 1, " "); is_digit(*at); at++)
            found.under = plus(times(found.under, 10), *at - '0');
    }
    if (at[strspn(at, " ")] || !digits || !found.over || !found.under)
        refuse("header.data: expected a positive number, got %s", text);
    for (; tens > 0; tens--) found.over = times(found.over, 10);
    for (; tens < 0; tens++)
        if (found.over % 10 == 0) found.over /= 10;
        else found.under = times(found.under, 10);
    if (found.over == INFINITE || found.under == INFINITE)
        refuse("sums that do not fit in 64 bits: the number %s", text);
    int64_t divisor = common_divisor(found.over, found.under);
    found.over /= divisor, found.under /= divisor;
    return found;
}

/* Positive numbers as the least whole numbers in the same proportion, and their unit. */
static int64_t *whole_numbers(char **texts, uint32_t count, Ratio *unit) {
    int64_t *found = room(count, sizeof *found);
    Ratio *ratios = room(count, sizeof *ratios);
    unit->over = 0;
    for (uint32_t i = 0; i < count; i++) {
        ratios[i] = ratio_of(texts[i]);
        unit->over = common_divisor(ratios[i].over, unit->over);
        unit->under = times(unit->under / common_divisor(unit->under, ratios[i].under), ratios[i].under);
        if (unit->under == INFINITE) refuse("sums that do not fit in 64 bits: the chances or costs");
    }
    for (uint32_t i = 0; i < count; i++)
        found[i] = times(ratios[i].over / unit->over, unit->under / ratios[i].under);
    return found;
}

/* The unit, and the numbers. */
static void spell_numbers(Buffer *to, const int64_t *numbers, uint32_t count, Ratio unit) {
    char text[64];
    sprintf(text, unit.under == 1 ? "%lld: " : "%lld/%lld: ", (long long)unit.over, (long long)unit.under);
    add_text(to, "", text);
    for (uint32_t i = 0; numbers && i < count; i++) {
        sprintf(text, "%lld", (long long)numbers[i]);
        add_text(to, i ? " " : "", text);
    }
    add_text(to, "\n", "");
}

/* Chances and costs; the digest is then of the digest and of them. */
static void weigh(Piece chances, byte digest[32]) {
    uint32_t count = game.secrets;
    Cost mass = 0, greatest = 1;
    if (option("chances", NULL)) game.chance_texts = lines_in(chances, &count);
    if (count != game.secrets) refuse("header.data: expected a chance for each secret");
    game.weight_unit.over = game.weight_unit.under = game.cost_unit.over = game.cost_unit.under = 1;
    if (!game.chance_texts && !game.cost_texts) return;
    if (option("digits", NULL)) refuse("chances and costs that are rounded are not known to this program");
    if (game.chance_texts) game.weights = whole_numbers(game.chance_texts, game.secrets, &game.weight_unit);
    if (game.cost_texts) game.costs = whole_numbers(game.cost_texts, game.questions, &game.cost_unit);
    for (uint32_t s = 0; s < game.secrets; s++) mass = plus(mass, weight_of(s));
    for (uint32_t q = 0; q < game.questions; q++) greatest = cost_of(q) > greatest ? cost_of(q) : greatest;
    if (times(times(mass, game.secrets), greatest) >= (Cost)1 << 60)
        refuse("sums that do not fit in 64 bits: the chances or costs");
    Buffer text = { NULL, 0, 0 };
    add(&text, digest, 32);
    spell_numbers(&text, game.weights, game.secrets, game.weight_unit);
    spell_numbers(&text, game.costs, game.questions, game.cost_unit);
    sha256(text.bytes, text.size, digest);
}

static void make_game(const File *file) {
    Piece data = field(file->header, "data", OTHER), chances = { OTHER, 0, 0, NULL, NULL };
    byte digest[32];
    game.text = text_field(file->header, "game");
    if (data.kind == MAP) {
        Reader map = { data.head, file->header.end };
        chances = field(map, "chances", BYTES), data = field(map, "game", OTHER);
    }
    read_options();
    const char *goal = option("goal", "ask");
    game.announces = !strcmp(goal, "identify");
    if (!game.announces && strcmp(goal, "ask")) refuse("%s: goal=%s is not known to this program", game.text, goal);
    game.turns = number_option("turns", 1000);
    size_t length = strcspn(game.text, "(");
#define CALLED(name) (length == strlen(name) && !strncmp(game.text, name, length))
    if (CALLED("mastermind")) make_pegs(1, "colors"), game.signs = "bw", game.first_digit = game.symbols < 10;
    else if (CALLED("bulls-and-cows")) make_pegs(0, "symbols"), game.signs = "bc";
    else if (CALLED("ab")) make_pegs(0, "symbols"), game.signs = "ab";
    else if (CALLED("words")) make_words(data);
    else if (CALLED("table")) make_table(data);
    else refuse("%s is not a game that this program knows", game.text);
    game.guesses = game.questions + (game.announces ? game.secrets : 0);
    game.responses += (uint32_t)game.announces;
    game.solved = game.responses - 1;
    if (game.responses > 256) refuse("more than 256 responses are not known to this program");
    sha256(game.spelled.bytes, game.spelled.size, digest);
    weigh(chances, digest);
    for (int i = 0; i < game.options; i++)
        if (!game.used[i]) refuse("%s: %s=%s is not known to this program", game.text, game.keys[i], game.values[i]);
    Piece codes = field(file->header, "codes", BYTES);
    if (field(file->header, "rules", NUMBER).number != 1) refuse("header.rules: expected version 1");
    if (codes.size != 32 || (!ANY_DIGEST && memcmp(codes.data, digest, 32)))
        refuse("header.codes: the file was written for other codes, chances or costs than those of %s", game.text);
}

/* What a question, or a response, is called in histories. */
static const char *question_text(uint32_t question) {
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static char text[24];
    if (game.names) return game.names[question];
    const byte *code = game.codes + question * (uint64_t)game.pegs;
    for (int i = 0; i < game.pegs; i++) text[i] = digits[code[i] + game.first_digit];
    text[game.pegs] = 0;
    return text;
}

static const char *response_text(uint32_t response) {
    static char text[24];
    if (game.texts) return game.texts[response];
    if (game.announces && response == game.solved) return "known";
    if (game.names) {
        text[game.pegs] = 0;
        for (int i = game.pegs; i--; response /= 3) text[i] = "-yg"[response % 3];
    } else if (game.black) {
        sprintf(text, "%u", response);
    } else {
        int both = 0, blacks = (int)response;
        while (blacks > both) blacks -= ++both;
        blacks += both == game.pegs && blacks == both - 1;
        sprintf(text, "%d%c%d%c", blacks, game.signs[0], both - blacks, game.signs[1]);
    }
    return text;
}

static uint32_t question_called(const char *text) {
    uint32_t question = 0;
    while (question < game.questions && strcmp(question_text(question), text)) question++;
    return question;
}

/* ---- 5. Claims, found again by their sets ---- */

typedef enum { TOTAL, DEPTH, EXPECTED, LOST, TARIFF } Objective;
enum { CHILDREN, GUESSES, RESPONSES, BOUNDS, GROUPS, LEFT, REVEALED, ORIGINALS, MAPS };
typedef struct { byte green[5], least[26]; } Demand; /* letters, or 255 where none can stand; copies of each */
typedef struct {
    const Place *members; /* ascending */
    uint32_t next;        /* another claim of the same set; of cores, one for as many guesses with the same first */
    Place size, made;     /* members; guesses since the start, or for a core, guesses left */
} Claim;

static struct {
    int version, left, levels, steps_known;
    uint32_t count, first, groups, moves;
    char *start;
    uint32_t *questions;           /* of the moves of the start */
    byte *responses;
    Objective objective;
    char *objective_text;
    Cost bound, steps[128];        /* what a secret costs more by each guess from the start on */
    Place *whole;                  /* the secrets that agree with the start */
    uint32_t whole_size;
    Column columns[9];
    Claim *claims;
    uint32_t *order;               /* of the claims: those that have much in common stand together */
    uint32_t *table, slots;        /* a claim of each set, by a hash of its members; NONE: empty */
    uint32_t *cores;               /* cores[guesses * secrets + first member] */
    Demand *demands;               /* of each claim, in hard mode */
    const byte **maps;             /* of copies */
    uint32_t ***group;             /* the images of all codes by the symmetries of each */
    uint32_t *group_size;
} proof;

static int64_t value(int column, uint32_t claim) { return at(&proof.columns[column], claim); }
static Cost bound_at(uint32_t claim) { return proof.version == 3 ? INFINITE : value(BOUNDS, claim); }
static uint32_t group_at(uint32_t claim) { return proof.version == 3 ? 0 : (uint32_t)value(GROUPS, claim); }
static int left_at(uint32_t claim) {
    if (proof.version == 3) return proof.claims[claim].made;
    return !claim ? proof.left : proof.version == 1 ? ANY : (int)(value(LEFT, claim) - 1);
}
static int less(int left) { return left == ANY ? ANY : left - 1; }
static int is_copy(uint32_t claim) { return proof.version == 7 && value(ORIGINALS, claim) > 0; }
static int restricted(uint32_t claim) { return proof.demands && (claim == 0 || value(REVEALED, claim)); }
static uint32_t told_apart(uint32_t made) {
    return made < (uint32_t)proof.steps_known ? made : (uint32_t)proof.steps_known - 1;
}

/* The place in the table of the claim of a set, or an empty one. */
static uint32_t *claim_of(const Place *some, uint32_t n) {
    uint64_t hash = n;
    for (uint32_t i = 0; i < n; i++) hash = (hash ^ some[i]) * 0x9e3779b97f4a7c15u, hash ^= hash >> 32;
    for (uint32_t slot = (uint32_t)hash;; slot++) {
        uint32_t *here = &proof.table[slot & (proof.slots - 1)];
        if (*here == NONE) return here;
        const Claim *claim = &proof.claims[*here];
        if (claim->size == n && !memcmp(claim->members, some, n * sizeof *some)) return here;
    }
}

/* What a move demands of later guesses in hard mode: greens stay, and of each letter as many copies as were marked. */
static void demand(Demand *d, uint32_t question, unsigned response) {
    const char *word = game.names[question];
    byte copies[26] = { 0 };
    for (int i = game.pegs; i--; response /= 3) {
        copies[word[i] - 'a'] += response % 3 > 0;
        if (response % 3 == 2) d->green[i] = (byte)(d->green[i] && d->green[i] != word[i] ? 255 : word[i]);
    }
    for (int i = 0; i < 26; i++) d->least[i] = d->least[i] > copies[i] ? d->least[i] : copies[i];
}

static Demand demand_of_start(void) {
    Demand found = { { 0 }, { 0 } };
    for (uint32_t i = 0; i < proof.moves; i++) demand(&found, proof.questions[i], proof.responses[i]);
    return found;
}

static int meets(const Demand *d, uint32_t question) {
    const char *word = game.names[question];
    byte copies[26] = { 0 };
    int good = 1;
    for (int i = 0; i < game.pegs; i++) good &= !d->green[i] || d->green[i] == word[i], copies[word[i] - 'a']++;
    for (int i = 0; i < 26; i++) good &= copies[i] >= d->least[i];
    return good;
}

/* Whether all guesses that meet `more` meet `less`. */
static int implies(const Demand *more, const Demand *less) {
    int plainly = 1;
    for (int i = 0; i < 5; i++) plainly &= !less->green[i] || less->green[i] == more->green[i];
    for (int i = 0; i < 26; i++) plainly &= less->least[i] <= more->least[i];
    for (uint32_t q = 0; !plainly && q < game.questions; q++)
        if (meets(more, q) && !meets(less, q)) return 0;
    return 1;
}

static int by_code(const void *one, const void *other) { return memcmp(one, other, (size_t)game.pegs); }

/* The code that a symmetry makes of one. */
static uint32_t image(const byte *map, uint32_t code) {
    byte made[20];
    const byte *old = game.codes + code * (uint64_t)game.pegs;
    for (int i = 0; i < game.pegs; i++) made[i] = map[game.pegs + old[map[i]]];
    const byte *found = bsearch(made, game.codes, game.secrets, (size_t)game.pegs, by_code);
    return (uint32_t)((found - game.codes) / game.pegs);
}

/* A symmetry must permute places and symbols, those alone that the rules do not tell apart, and keep all weights. */
static const byte *symmetry_of(const byte *map, uint64_t size) {
    byte met[2][36] = { { 0 } };
    int fixed = !strcmp(option("leading_zero", "true"), "false");
    if (!game.codes || size != (uint64_t)(game.pegs + game.symbols)) refuse("a symmetry does not fit %s", game.text);
    for (int i = 0; i < (int)size; i++) {
        int of_symbols = i >= game.pegs, own = of_symbols ? i - game.pegs : i;
        if (map[i] >= (of_symbols ? game.symbols : game.pegs) || met[of_symbols][map[i]]++
            || (fixed && !own != !map[i]))
            refuse("a symmetry does not permute what %s does not tell apart", game.text);
    }
    for (uint32_t code = 0; (game.weights || game.costs) && code < game.secrets; code++) {
        uint32_t to = image(map, code);
        if (weight_of(to) != weight_of(code) || cost_of(to) != cost_of(code))
            refuse("a symmetry changes the chances or costs of %s", game.text);
    }
    return map;
}

static void read_symmetries(const File *file) {
    Piece list = field(file->header, "symmetries", ARRAY), groups = field(file->header, "groups", ARRAY);
    Reader from = { list.data, file->header.end };
    uint32_t **images = room(list.size, sizeof *images);
    if (list.size && proof.moves) refuse("header.symmetries: expected none behind a history");
    for (uint32_t i = 0; i < list.size; i++) {
        Piece map = piece(&from);
        if (map.kind != BYTES) refuse("header.symmetries: expected bytes");
        symmetry_of(map.data, map.size);
        images[i] = room(game.secrets, sizeof **images);
        for (uint32_t code = 0; code < game.secrets; code++) images[i][code] = image(map.data, code);
    }
    from.at = groups.data, proof.groups = (uint32_t)groups.size;
    proof.group = room(groups.size + 1, sizeof *proof.group), proof.group_size = room(groups.size + 1, 4);
    for (uint32_t i = 1; i <= groups.size; i++) {
        Piece group = piece(&from);
        if (group.kind != ARRAY || !group.size) refuse("header.groups: expected arrays of numbers");
        proof.group[i] = room(group.size, sizeof **proof.group), proof.group_size[i] = (uint32_t)group.size;
        for (uint32_t j = 0; j < group.size; j++) {
            Piece member = piece(&from);
            if (member.kind != NUMBER || member.number >= (int64_t)list.size)
                refuse("header.groups: expected numbers of symmetries");
            proof.group[i][j] = images[member.number];
        }
    }
}

static void read_entries(const File *file) {
    static const char *names[8] = { "children", "guesses", "responses", "bounds", "groups", "left", "revealed",
                                    "originals" };
    int known = proof.version == 1 ? 5 : proof.version == 2 ? 7 : 9;
    uint64_t n = (uint64_t)field(file->header, "entries", NUMBER).number, reached = 1, copies = 0;
    if (n < 1 || n > (file->size * 4 > 1 << 22 ? file->size * 4 : 1 << 22)) refuse("header.entries: out of range");
    if (file->count != known) refuse("columns: expected another number");
    read_symmetries(file);
    const int widths[8] = { 4, width_of(game.guesses), width_of(game.responses), proof.version == 1 ? 4 : 8, 4, 4, 1,
                            4 };
    const uint64_t below[8] = { n, game.questions, game.solved, (uint64_t)INFINITE, proof.groups + 1,
                                ((uint64_t)1 << 31) + 1, (uint64_t)game.hard + 1, n + 1 };
    for (int i = 0; i < 8 && i < known; i++)
        proof.columns[i] = column_of(names[i], file->columns[i], n, widths[i], below[i]);
    proof.count = (uint32_t)n, proof.bound = bound_at(0);
    for (uint32_t i = 0; i < n; i++) {
        if (reached <= i) refuse("columns.children: entry %u stands before its parent", i);
        reached += (uint64_t)value(CHILDREN, i), copies += (uint64_t)is_copy(i);
        if (reached > n) refuse("columns.children: they add up to more than the entries");
    }
    if (reached < n) refuse("columns.children: they add up to fewer than the entries");
    if (proof.version != 7) return;
    uint64_t width = (uint64_t)(game.pegs + game.symbols);
    if (!game.codes || proof.moves) refuse("header.game: expected one with symmetries, from its beginning");
    const byte *map = column_of("maps", file->columns[MAPS], copies * width, 1, 256).bytes;
    proof.maps = room(n, sizeof *proof.maps);
    for (uint32_t i = 0; i < n; i++) {
        if (!is_copy(i)) continue;
        uint32_t original = (uint32_t)value(ORIGINALS, i) - 1;
        if (!i || !original || is_copy(original) || value(CHILDREN, i) || value(GROUPS, i)
            || bound_at(i) > bound_at(original) || value(LEFT, i) != value(LEFT, original))
            refuse("columns.originals: entry %u is no copy of entry %u", i, original);
        proof.maps[i] = symmetry_of(map, width);
        map += width;
    }
}

/* As words are in a dictionary; above 0 if the first set comes after the other. */
static int compared(const Claim *one, const Claim *other) {
    uint32_t same = 0;
    while (same < one->size && same < other->size && one->members[same] == other->members[same]) same++;
    if (same == one->size || same == other->size) return (int)one->size - (int)other->size;
    return (int)one->members[same] - (int)other->members[same];
}
static int by_members(const void *one, const void *other) {
    return compared(&proof.claims[*(const uint32_t *)one], &proof.claims[*(const uint32_t *)other]);
}

static int last_level(void) { return game.announces ? 1 : 2; }

/* Version 3: the cores of each number of guesses, then the whole. */
static void read_cores(const File *file) {
    Piece bound = field(file->header, "bound", NUMBER), counts = field(file->header, "cores", ARRAY);
    Reader from = { counts.data, file->header.end };
    uint64_t total = 0, sum = 0, ends[64] = { 0 };
    if (bound.number <= last_level() || bound.number > 64 || (uint64_t)(bound.number - last_level() - 1) != counts.size)
        refuse("header.bound: expected %d to 64, and as many numbers of cores", last_level() + 1);
    for (uint32_t i = 0; i < counts.size; i++) {
        Piece count = piece(&from);
        if (count.kind != NUMBER || count.number > (1 << 24)) refuse("header.cores: out of range");
        ends[i] = total += (uint64_t)count.number;
    }
    if (file->count != 2) refuse("columns: expected 2");
    if (total > (1 << 18) && total > file->size) refuse("header.cores: expected fewer");
    Column sizes = column_of("sizes", file->columns[0], total, 4, game.secrets + 1);
    for (uint32_t i = 0; i < total; i++) sum += (uint64_t)at(&sizes, i);
    if (sum > (1 << 20) && sum > 4 * file->size) refuse("columns.sizes: expected fewer members");
    Column members = column_of("members", file->columns[1], sum, width_of(game.secrets), game.secrets);
    proof.bound = bound.number, proof.count = (uint32_t)total + 1;
    proof.claims = room(proof.count, sizeof *proof.claims), proof.order = room(proof.count, sizeof *proof.order);
    proof.cores = memset(room(65 * (uint64_t)game.secrets, 4), 255, 65 * (size_t)game.secrets * 4);
    sum = 0;
    for (uint32_t i = 0, level = 0; i < total; i++) {
        uint32_t n = (uint32_t)at(&sizes, i);
        Place *all = room(n, sizeof *all);
        while (i >= ends[level]) level++;
        for (uint32_t j = 0; j < n; j++) all[j] = (Place)at(&members, sum++);
        for (uint32_t j = 1; j < n; j++)
            if (all[j] <= all[j - 1]) refuse("columns.members: core %u: expected ascending numbers", i);
        if (n < 2) refuse("columns.sizes: expected two members or more");
        uint32_t *first = &proof.cores[(level + (uint32_t)last_level()) * game.secrets + all[0]];
        Claim found = { all, *first, (Place)n, (Place)(level + (uint32_t)last_level()) };
        proof.claims[i] = found, proof.order[i] = *first = i;
        if (i && proof.claims[i - 1].made == found.made && compared(&found, &proof.claims[i - 1]) <= 0)
            refuse("columns.members: core %u does not come after the one before it", i);
    }
    Claim whole = { proof.whole, NONE, (Place)proof.whole_size, (Place)(proof.bound - 1) };
    proof.claims[total] = whole, proof.order[total] = (uint32_t)total;
}

/* The tariff of `lexicographic`: at each level a secret costs one more than all that can be above it. */
static void tariff_of_levels(Cost *tariff, int levels) {
    Cost places = 1, branches = game.responses - 1;
    for (int n = 1; n < levels; n++) {
        if (n > 1) places = places * branches > proof.whole_size ? (Cost)proof.whole_size : places * branches;
        tariff[n] = n > 1 ? times(tariff[n - 1], 1 + places) : 1;
    }
}

static void read_tariff(void) {
    const char *from = proof.objective_text;
    int n = 0, made = 0;
    Cost tariff[128] = { 0 }, sum = 0;
    if (!strcmp(from, "lexicographic")) {
        if (proof.left < 1 || proof.left > 64) refuse("header.left: expected 1 to 64 beside lexicographic");
        tariff_of_levels(tariff, n = proof.left);
    } else {
        if (strncmp(from, "cost=", 5)) refuse("header.objective: %s is not known to this program", from);
        char *end;
        for (from += 4; *from == (n ? ':' : '=') && n < 100 && is_digit(from[1]); n++, from = end) {
            tariff[n] = strtoll(from + 1, &end, 10);
            if (tariff[n] > 1000000000 || (n && tariff[n] <= tariff[n - 1]))
                refuse("header.objective: expected numbers that rise, got %s", proof.objective_text);
        }
        if (*from || n < 2) refuse("header.objective: %s is not known to this program", proof.objective_text);
        made = (int)proof.moves;
    }
    proof.steps_known = 0;
    for (int i = made; !proof.steps_known || i < n; i++) {
        int last = i < n ? i : n - 1;
        Cost step = tariff[last] - (last ? tariff[last - 1] : 0);
        proof.steps[proof.steps_known++] = step, sum = plus(sum, step);
    }
    if (times(sum, game.secrets) >= (Cost)1 << 61) refuse("sums that do not fit in 64 bits: %s", proof.objective_text);
    if (game.announces || game.costs) refuse("header.objective: %s is for guesses that cost one", proof.objective_text);
}

/* GUESS:RESPONSE GUESS:RESPONSE, and the secrets that agree with them. */
static void read_start(const File *file) {
    proof.start = text_field(file->header, "start");
    char **parts = parts_of(strcpy(room(strlen(proof.start) + 1, 1), proof.start), ' ', &proof.moves);
    if (!*proof.start) proof.moves = 0;
    proof.questions = room(proof.moves, 4), proof.responses = room(proof.moves, 1);
    proof.whole = room(game.secrets, sizeof *proof.whole);
    for (uint32_t i = 0; i < proof.moves; i++) {
        char *response = strrchr(parts[i], ':');
        uint32_t r = 0;
        if (!response) refuse("header.start: expected GUESS:RESPONSE, got %s", parts[i]);
        *response++ = 0;
        proof.questions[i] = question_called(parts[i]);
        while (r < game.responses && strcmp(response_text(r), response)) r++;
        if (proof.questions[i] == game.questions || r == game.responses)
            refuse("header.start: %s:%s is no move", parts[i], response);
        proof.responses[i] = (byte)r;
    }
    for (uint32_t s = 0; s < game.secrets; s++) {
        uint32_t i = 0;
        while (i < proof.moves && answer(s, proof.questions[i]) == proof.responses[i]) i++;
        if (i == proof.moves) proof.whole[proof.whole_size++] = (Place)s;
    }
    if (!proof.whole_size) refuse("header.start: no secret agrees with it");
}

static void read_limits(const File *file) {
    Piece left = field(file->header, "left", OTHER), first = field(file->header, "first", OTHER);
    if (left.kind == NUMBER && left.number < INT_MAX) proof.left = (int)left.number;
    else if (left.kind != NIL) refuse("header.left: expected a number of guesses");
    if (first.kind == NIL) return;
    proof.first = question_called(text_field(file->header, "first"));
    if (proof.first == game.questions || proof.moves)
        refuse("header.first: expected none, or a question at the beginning");
}

static void read_objective(const File *file) {
    static char *names[] = { "total", "depth", "expected", "lost" };
    int even = !game.hard && !game.turns && !game.weights && !game.costs;
    int turns_left = game.turns > (int)proof.moves ? game.turns - (int)proof.moves : 0;
    proof.objective_text = text_field(file->header, "objective");
    proof.objective = (Objective)number_in(names, TARIFF, proof.objective_text);
    proof.steps_known = 1, proof.steps[0] = 1;
    if (proof.version == 1 && (!even || proof.objective > DEPTH)) refuse("header.game: expected version 2");
    if (proof.version == 3 && proof.objective != DEPTH) refuse("header.objective: expected depth");
    if (proof.objective == TARIFF) read_tariff();
    if (proof.version == 1 || proof.version == 3) return;
    if (game.turns && (proof.left == ANY || proof.left > turns_left))
        refuse("header.left: expected no more than the turns");
    if (proof.objective == LOST && (!game.turns || proof.left != turns_left))
        refuse("header.left: expected all turns left");
}

static void read_certificate(const File *file) {
    proof.version = file->version, proof.left = ANY, proof.first = NONE;
    make_game(file);
    read_start(file);
    if (proof.version == 2 || proof.version == 7) read_limits(file);
    read_objective(file);
    if (proof.version == 3) read_cores(file);
    else read_entries(file);
}

/* ---- 6. The sentence ---- */

static const char *noun(void) { return game.texts && game.announces ? "question" : "guess"; }
static void tell_count(int64_t number, const char *what) {
    printf("%lld %s%s", (long long)number, what, number == 1 ? "" : !strcmp(what, "guess") ? "es" : "s");
}
static void tell_amount(double value) { printf(value >= 1 || value == 0 ? "%.3f" : "%.4g", value); }

static void tell_levels(Cost value) {
    Cost tariff[128] = { 0 };
    int depth = 2;
    while (tariff_of_levels(tariff, depth + 1), depth < 126 && tariff[depth] <= value) depth++;
    for (int level = depth; level > 1; level--) {
        printf("%lld at guess %d%s", (long long)(value / tariff[level - 1]), level, level > 2 ? ", " : "");
        value %= tariff[level - 1];
    }
}

/* A bound or a figure in the unit of the objective. */
static void tell(Cost value) {
    double mass = 0;
    for (uint32_t i = 0; i < proof.whole_size; i++) mass += (double)weight_of(proof.whole[i]);
    double share = 100 * (double)value / mass;
    if (proof.objective == EXPECTED)
        tell_amount((double)value / mass * (double)game.cost_unit.over / (double)game.cost_unit.under);
    else if (proof.objective == LOST && game.weights)
        printf(share >= 1 || !value ? "%.1f %%" : "%.2g %%", share);
    else if (!strcmp(proof.objective_text, "lexicographic"))
        tell_levels(value);
    else
        printf("%lld", (long long)value);
    if (proof.objective != TARIFF || proof.objective_text[0] == 'l') return;
    printf(", "), tell_amount((double)value / proof.whole_size), printf(" on average");
}

/* Blacks alone: behind k codes of one color each, none of which is right anywhere, the game is that of k colors less,
   and no k guesses are better. Returns k where a certificate starts there, else 0. */
static uint32_t moves_of_reduction(void) {
    if (!game.black || game.signs[1] != 'w' || game.turns || proof.objective != DEPTH || proof.left != ANY
        || proof.first != NONE || proof.moves >= (uint32_t)game.symbols)
        return 0;
    for (uint32_t i = 0; i < proof.moves; i++)
        for (int j = 0; j < game.pegs; j++)
            if (proof.responses[i] || game.codes[proof.questions[i] * (uint64_t)game.pegs + (uint64_t)j] != i) return 0;
    return proof.moves;
}

static void tell_limits(void) {
    if (proof.left != ANY) printf(" within "), tell_count(proof.left, noun());
    if (proof.first == NONE) return;
    printf(" beginning with %s", game.shown ? game.shown[proof.first] : question_text(proof.first));
}

static void tell_claim(const char *verdict) {
    static const char *needs[] = { " needs a total of at least ", " needs ", " needs an expected cost of at least ",
                                   " loses at least ", " needs a cost of at least " };
    int lexicographic = !strcmp(proof.objective_text, "lexicographic");
    printf("every strategy for %s%s%s", game.text, proof.moves ? " after " : "", proof.start);
    tell_limits();
    printf("%s", lexicographic ? " needs, from the deepest level on, at least " : needs[proof.objective]);
    tell(proof.bound);
    if (proof.objective == TOTAL || proof.objective == DEPTH) printf(" %s", *noun() == 'q' ? "questions" : "guesses");
    if (proof.objective == DEPTH) printf(" at worst");
    if (proof.objective == LOST)
        printf(game.weights ? " of the chances" : proof.bound == 1 ? " secret" : " secrets");
    if (moves_of_reduction()) printf(", and %lld from the beginning", (long long)proof.bound + moves_of_reduction());
    int of_cores = proof.version == 3;
    printf(" ("), tell_count(proof.count - (uint32_t)of_cores, of_cores ? "core" : "position"), printf(" %s)", verdict);
}

/* Say that a claim is not proven, and why. */
static void refute(uint32_t claim, const char *format, ...) {
    va_list details;
    int whole = proof.version == 3 && claim == proof.count - 1;
    printf("not proven: that "), tell_claim("listed");
    printf(whole ? "\n  the whole game: " : proof.version == 3 ? "\n  core %u: " : "\n  entry %u: ", claim);
    va_start(details, format);
    vprintf(format, details);
    va_end(details);
    printf("\n");
    exit(1);
}

/* ---- 7. Counting: what the sizes of sets, or the weights in them, prove ---- */

#define NEVER INT32_MAX

static struct {
    int32_t *last;    /* the last guess that any strategy needs for so many secrets; NEVER: it finds fewer */
    Cost *costs[128]; /* the least cost of so many, after so many guesses */
    Cost *weights;    /* room for those in a set, and for sums of them */
    Cost cheapest;    /* question */
} count;

/* Within k + 1 guesses one secret is found by the first, and in each of its cells no more than any strategy finds there
   within k, nor than the cell has; and no guess spreads a part better than it spreads the whole. */
static void count_where_secrets_are_asked(void) {
    uint32_t n = proof.whole_size, *of_size = room(n + 1, 4), *most = room(n + 1, 4), found = 0;
    for (uint32_t q = 0; q < game.questions; q++) {
        uint32_t sizes[256] = { 0 }, larger = 0, held = 0;
        memset(of_size, 0, (n + 1) * sizeof *of_size);
        for (uint32_t i = 0; i < n; i++) sizes[answer(proof.whole[i], q)]++;
        for (uint32_t r = 0; r < game.solved; r++) of_size[sizes[r]]++, larger += sizes[r] > 0;
        for (uint32_t k = 1; k <= n && larger; k++) { /* held: what the cells hold of no more than k in each */
            held += larger, larger -= of_size[k];
            if (held > most[k]) most[k] = held;
        }
    }
    for (uint32_t k = 1; k <= n; k++) most[k] = most[k] > most[k - 1] ? most[k] : most[k - 1];
    for (int32_t level = 1; found < n && (game.solved || level == 1); level++)
        for (uint32_t now = 1 + most[found]; found < now && found < n; found++) count.last[found + 1] = level;
    for (uint32_t made = 0; made < (uint32_t)proof.steps_known; made++) {
        count.costs[made] = room(n + 1, sizeof(Cost));
        for (uint32_t i = 1; i <= n; i++) {
            Cost cost = i > found ? INFINITE : count.costs[made][i - 1];
            for (int32_t level = 0; level < count.last[i] && cost < INFINITE; level++)
                cost = plus(cost, proof.steps[told_apart(made + (uint32_t)level)]);
            count.costs[made][i] = cost;
        }
    }
}

/* Where secrets are announced they are the leaves of a tree: as many as can are as high as can be, and some of these
   become questions of one more leaf each, or more. */
static void count_where_secrets_are_announced(void) {
    uint64_t branches = game.solved, depth = 0, leaves = 1;
    count.costs[0] = room(proof.whole_size + 1, sizeof(Cost));
    for (uint64_t n = 1; n <= proof.whole_size; n++) {
        while (branches > 1 && leaves * branches <= n) leaves *= branches, depth++;
        if (branches < 2 && n > 1) {
            count.costs[0][n] = INFINITE;
            continue;
        }
        uint64_t deeper = n == leaves ? 0 : (n - leaves + branches - 2) / (branches - 1);
        count.last[n] = (int32_t)(depth + (deeper > 0));
        count.costs[0][n] = (Cost)(depth * n + n - leaves + deeper);
    }
}

static void make_counts(void) {
    uint32_t n = proof.whole_size;
    count.last = room(n + 1, 4), count.weights = room(2 * (uint64_t)n + 2, sizeof(Cost));
    count.cheapest = INFINITE;
    for (uint32_t q = 0; q < game.questions; q++)
        count.cheapest = cost_of(q) < count.cheapest ? cost_of(q) : count.cheapest;
    for (uint32_t i = 1; i <= n; i++) count.last[i] = NEVER;
    if (game.announces) count_where_secrets_are_announced();
    else count_where_secrets_are_asked();
}

/* Whether so many secrets may be found within the guesses left. */
static int within(uint32_t n, int left) {
    return count.last[n] != NEVER && (left == ANY || count.last[n] <= left);
}

static Cost counted_by_size(uint32_t n, int left, uint32_t made) {
    return !within(n, left) ? INFINITE : proof.objective == DEPTH ? count.last[n] : count.costs[made][n];
}

static int by_weight(const void *one, const void *other) {
    Cost a = *(const Cost *)one, b = *(const Cost *)other;
    return (a > b) - (a < b);
}

/* The least sum, over all trees, of the weights below each question, by Huffman's method; the weights ascend. */
static Cost huffman(Cost *weights, uint32_t n, uint32_t branches) {
    uint32_t leaf = 0, merged = n, end = n;
    Cost total = 0;
    for (uint32_t left = n, take = n > 1 ? 2 + (n - 2) % (branches - 1) : 0; left > 1; take = branches) {
        Cost sum = 0;
        for (uint32_t i = 0; i < take; i++)
            sum += leaf < n && (merged == end || weights[leaf] <= weights[merged]) ? weights[leaf++]
                                                                                   : weights[merged++];
        weights[end++] = sum, total += sum, left -= take - 1;
    }
    return total;
}

/* The lightest are lost: those for which there is no place. */
static Cost counted_lost(uint32_t n, int left) {
    uint64_t found = 0, places = 1;
    Cost lost = 0;
    if (game.announces) {
        for (int i = 0; (left == ANY || i < left) && places < n && game.solved > 1; i++) places *= game.solved;
        found = n <= places ? n : left == ANY ? 1 : places - 1;
    }
    while (!game.announces && found < n && within((uint32_t)found + 1, left)) found++;
    for (uint32_t i = 0; i + found < n; i++) lost += count.weights[i];
    return lost;
}

/* What counting proves of a set. */
static Cost counted(const Place *some, uint32_t n, int left, uint32_t made) {
    if (proof.version == 3) return left < last_level() && n > 1 ? INFINITE : 0;
    if (proof.objective != EXPECTED && proof.objective != LOST) return counted_by_size(n, left, made);
    if (proof.objective == EXPECTED && !within(n, left)) return INFINITE;
    Cost found = 0;
    for (uint32_t i = 0; i < n; i++) count.weights[i] = weight_of(some[i]);
    qsort(count.weights, n, sizeof(Cost), by_weight);
    if (proof.objective == LOST) return counted_lost(n, left);
    if (game.announces) return count.cheapest * huffman(count.weights, n, game.solved);
    for (uint32_t i = 0; i < n; i++) {
        found += weight_of(some[i]) * cost_of(game.own[some[i]]);
        found += count.cheapest * count.weights[n - 1 - i] * (count.last[i + 1] - 1);
    }
    return found;
}

/* ---- 8. Every claim is proven, or not ---- */

/* Find the set of each claim. */
static void place_claims(void) {
    Place *some = room(game.secrets, sizeof *some);
    for (proof.slots = 16; proof.slots / 2 < proof.count;) proof.slots *= 2;
    proof.table = memset(room(proof.slots, 4), 255, proof.slots * (size_t)4);
    proof.claims = room(proof.count, sizeof *proof.claims);
    if (game.hard) proof.demands = room(proof.count, sizeof *proof.demands), proof.demands[0] = demand_of_start();
    proof.order = room(proof.count, sizeof *proof.order);
    Claim first = { proof.whole, NONE, (Place)proof.whole_size, 0 };
    proof.claims[0] = first;
    for (uint32_t above = 0, claim = 1, begin = 1; above < proof.count; above++, begin = claim) {
        for (int64_t children = value(CHILDREN, above); children--; claim++) {
            const Claim *from = &proof.claims[above];
            uint32_t question = (uint32_t)value(GUESSES, claim), n = 0;
            unsigned response = (unsigned)value(RESPONSES, claim);
            for (uint32_t i = 0; i < from->size; i++)
                if (answer(from->members[i], question) == response) some[n++] = from->members[i];
            if (!n) refute(claim, "no secret is left after the response it names");
            Claim found = { memcpy(room(n, sizeof *some), some, n * sizeof *some), NONE, (Place)n,
                            (Place)told_apart(from->made + 1u) };
            proof.claims[claim] = found, proof.order[claim] = claim;
            if (!proof.demands) continue;
            proof.demands[claim] = proof.demands[above];
            demand(&proof.demands[claim], question, response);
        }
        qsort(proof.order + begin, claim - begin, sizeof *proof.order, by_members);
    }
    for (uint32_t claim = proof.first != NONE; claim < proof.count; claim++) {
        uint32_t *known = claim_of(proof.claims[claim].members, proof.claims[claim].size);
        proof.claims[claim].next = *known, *known = claim;
    }
}

static struct {
    uint32_t sizes[256];
    Place *members;  /* those of each cell behind each other, by ascending response */
    byte *responses; /* of each of those that were split */
} split;

static void split_by(const Place *some, uint32_t n, uint32_t question) {
    uint32_t next[256], begin = 0;
    memset(split.sizes, 0, game.responses * sizeof *split.sizes);
    for (uint32_t i = 0; i < n; i++) split.sizes[split.responses[i] = (byte)answer(some[i], question)]++;
    for (uint32_t r = 0; r < game.responses; r++) next[r] = begin, begin += split.sizes[r];
    for (uint32_t i = 0; i < n; i++) split.members[next[split.responses[i]]++] = some[i];
}

/* Whether some core for k guesses is a part of a cell. */
static int holds_a_core(const Place *cell, uint32_t n, int k) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t core = proof.cores[(uint32_t)k * game.secrets + cell[i]]; core != NONE;) {
            const Claim *claim = &proof.claims[core];
            uint32_t met = 0;
            for (uint32_t j = i; j < n && met < claim->size; j++) met += cell[j] == claim->members[met];
            if (met == claim->size) return 1;
            core = claim->next;
        }
    return 0;
}

/* The most that claims say of the cell of a response; `low` is what is known of it without them. */
static Cost claimed(uint32_t above, const Place *cell, uint32_t n, uint32_t question, unsigned response, Cost low) {
    int left = less(left_at(above));
    uint32_t made = told_apart(proof.claims[above].made + 1u);
    if (proof.version == 3) return low || !holds_a_core(cell, n, left) ? low : INFINITE;
    for (uint32_t other = *claim_of(cell, n); other != NONE; other = proof.claims[other].next) {
        const Claim *claim = &proof.claims[other];
        if (bound_at(other) <= low || claim->made != made) continue;
        if (left_at(other) != ANY && (left == ANY || left > left_at(other))) continue;
        if (restricted(other)) {
            Demand here = { { 0 }, { 0 } };
            if (restricted(above)) here = proof.demands[above];
            demand(&here, question, response);
            if (!implies(&here, &proof.demands[other])) continue;
        }
        low = bound_at(other);
    }
    return low;
}

static Cost asking(const Claim *claim, uint32_t question) {
    Cost weight = 0;
    if (proof.objective == DEPTH || proof.objective == LOST) return proof.objective == DEPTH;
    if (proof.objective != EXPECTED) return times(proof.steps[claim->made], claim->size);
    for (uint32_t i = 0; i < claim->size; i++) weight += weight_of(claim->members[i]);
    return cost_of(question) * weight;
}

/* What a question costs at the set of a claim by what is known of its cells: the bound of the claim, or more, where
   that much is found before all cells are looked at. */
static Cost cost_by_cells(uint32_t number, uint32_t question, int forced) {
    const Claim *claim = &proof.claims[number];
    int deep = proof.objective == DEPTH, left = less(left_at(number));
    uint32_t made = told_apart(claim->made + 1u), at = 0;
    Cost bound = bound_at(number), asked = asking(claim, question), sum = 0, lows[256];
    split_by(claim->members, claim->size, question);
    for (uint32_t r = 0; r < game.solved; at += split.sizes[r++]) {
        uint32_t n = split.sizes[r];
        if (n == claim->size && proof.version != 3 && !forced) return INFINITE;
        lows[r] = n ? counted(split.members + at, n, left, made) : 0;
        sum = deep ? (lows[r] > sum ? lows[r] : sum) : plus(sum, lows[r]);
    }
    at = 0;
    for (uint32_t r = 0; r < game.solved && plus(asked, sum) < bound; at += split.sizes[r++]) {
        if (!split.sizes[r]) continue;
        Cost more = claimed(number, split.members + at, split.sizes[r], question, r, lows[r]);
        sum = more >= INFINITE ? INFINITE : deep ? (more > sum ? more : sum) : plus(sum, more - lows[r]);
    }
    return plus(asked, sum);
}

/* Whether a permutation of codes makes one set of another. */
static int makes(const uint32_t *images, const Claim *one, const Claim *other) {
    static byte there[65536];
    uint32_t met = 0;
    for (uint32_t i = 0; i < other->size; i++) there[other->members[i]] = 1;
    for (uint32_t i = 0; i < one->size; i++) met += there[images[one->members[i]]];
    for (uint32_t i = 0; i < other->size; i++) there[other->members[i]] = 0;
    return met == one->size && met == other->size;
}

/* Whether the symmetries of a group make no lower question of a question. */
static int is_lowest(uint32_t question, uint32_t group) {
    static uint32_t met[65536], todo[65536], round;
    uint32_t count = 1;
    met[todo[0] = question] = ++round;
    while (count) {
        uint32_t code = todo[--count];
        for (uint32_t i = 0; i < proof.group_size[group]; i++) {
            uint32_t to = proof.group[group][i][code];
            if (to < question) return 0;
            if (met[to] != round) met[to] = round, todo[count++] = to;
        }
    }
    return 1;
}

/* A question must cost what is claimed, or more; or may not be asked, or another one stands for it. */
static void must_cost_enough(uint32_t claim, uint32_t question, int forced) {
    if (!forced && restricted(claim) && !meets(&proof.demands[claim], question)) return;
    if (!forced && group_at(claim) && !is_lowest(question, group_at(claim))) return;
    Cost bound = bound_at(claim), cost = cost_by_cells(claim, question, forced);
    if (cost >= bound) return;
    if (proof.version == 3) refute(claim, "guess %s may be enough", question_text(question));
    refute(claim, "of %u secrets, at least %lld is claimed, but guess %s may need only %lld",
        proof.claims[claim].size, (long long)bound, question_text(question), (long long)cost);
}

/* The fewest cells with which a question may cost less than is claimed, if the secrets are spread evenly; where the
   question is a member (own), one cell is its own. NONE: with any number it costs that much. */
static uint32_t fewest_cells(uint32_t number, uint32_t own) {
    const Claim *claim = &proof.claims[number];
    int left = less(left_at(number));
    uint32_t others = claim->size - own, made = told_apart(claim->made + 1u);
    Cost asked = asking(claim, 0), bound = bound_at(number);
    if (!others) return asked < bound ? 1 : NONE;
    for (uint32_t k = own ? 1 : 2; k <= others && k <= game.solved; k++) {
        uint32_t size = others / k, larger = others % k;
        Cost low = counted_by_size(size, left, made), high = larger ? counted_by_size(size + 1, left, made) : 0;
        Cost cost = proof.objective == DEPTH ? (high > low ? high : low)
                                             : plus(times(low, k - larger), times(high, larger));
        if (plus(asked, cost) < bound) return k + own;
    }
    return NONE;
}

/* Up to 64 claims, for which all questions are looked at together. */
static struct {
    uint32_t count, claims[64];
    uint64_t *in;        /* of each secret: the claims whose set it is in, as bits */
    uint64_t *bits;      /* the same, of those alone that are in some */
    const byte **answers;
} open;

/* All questions must cost enough. A response is met by the sets, as bits, in which some member gives it; so the sum
   of these bits over all responses counts the cells of each. That of the right guess counts twice: a question that is
   a member may then have one cell less than another. Sums are columns of bits, too. */
static void prove_open(void) {
    enum { TOGETHER = 8 };
    uint64_t met_by[256][TOGETHER], fewest[9] = { 0 };
    uint32_t size = 0;
    int width = 9;
    for (uint32_t i = 0; i < open.count; i++) {
        const Claim *claim = &proof.claims[open.claims[i]];
        uint32_t needed = 0;
        if ((proof.objective == TOTAL || proof.objective == DEPTH || proof.objective == TARIFF) && !game.announces
            && proof.version != 3) {
            uint32_t others = fewest_cells(open.claims[i], 0), own = fewest_cells(open.claims[i], 1);
            needed = own < others ? own + 1 : others < 511 ? others : 511;
        }
        for (int bit = 0; bit < 9; bit++) fewest[bit] |= (uint64_t)(needed >> bit & 1) << i;
        for (uint32_t j = 0; j < claim->size; j++) open.in[claim->members[j]] |= (uint64_t)1 << i;
    }
    for (uint32_t s = 0; s < game.secrets && open.count; s++) {
        if (!open.in[s]) continue;
        open.bits[size] = open.in[s], open.in[s] = 0;
        open.answers[size++] = game.answers + (uint64_t)s * game.questions;
    }
    for (uint32_t first = 0; first < game.questions && open.count; first += TOGETHER) {
        memset(met_by, 0, game.responses * sizeof *met_by);
        for (uint32_t i = 0; i < size; i++)
            for (uint32_t q = 0; q < TOGETHER; q++) met_by[open.answers[i][first + q]][q] |= open.bits[i];
        for (uint32_t q = 0; q < TOGETHER && first + q < game.questions; q++) {
            uint64_t sums[9] = { 0 }, enough = ~(uint64_t)0 >> (64 - open.count);
            for (uint32_t r = 0; r <= game.responses; r++) {
                uint64_t carry = met_by[r < game.responses ? r : game.solved][q];
                for (int bit = 0; carry; bit++) {
                    uint64_t both = sums[bit] & carry;
                    sums[bit] ^= carry, carry = both;
                }
            }
            for (int bit = 0; bit < width; bit++)
                enough = (sums[bit] & ~fewest[bit]) | (~(sums[bit] ^ fewest[bit]) & enough);
            for (uint32_t i = 0; enough; i++, enough >>= 1)
                if (enough & 1) must_cost_enough(open.claims[i], first + q, 0);
        }
    }
    open.count = 0;
}

/* Some claims are left until there are enough of them. */
static void prove(uint32_t number) {
    const Claim *claim = &proof.claims[number];
    int forced = number == 0 && proof.first != NONE;
    uint32_t group = group_at(number), agree = 0;
    for (uint32_t i = 0; proof.version == 3 && agree < claim->size; i++) {
        if (i == proof.whole_size) refute(number, "not all agree with the start");
        agree += proof.whole[i] == claim->members[agree];
    }
    if (is_copy(number)) {
        static uint32_t images[65536];
        const Claim *original = &proof.claims[value(ORIGINALS, number) - 1];
        for (uint32_t i = 0; i < original->size; i++)
            images[original->members[i]] = image(proof.maps[number], original->members[i]);
        if (!makes(images, original, claim) || original->made != claim->made)
            refute(number, "no symmetry makes its candidates of those of entry %d", (int)(original - proof.claims));
        return;
    }
    if (bound_at(number) <= counted(claim->members, claim->size, left_at(number), claim->made)) return;
    if (!forced && game.announces && claim->size == 1)
        refute(number, "the one secret left is known, but more is claimed");
    if (left_at(number) == 0) {
        if (proof.objective == LOST) refute(number, "no guess is left, but more is claimed to be lost");
    } else if (forced) {
        must_cost_enough(number, proof.first, 1);
    } else {
        for (uint32_t i = 0; group && i < proof.group_size[group]; i++)
            if (!makes(proof.group[group][i], claim, claim))
                refute(number, "its symmetries do not leave its candidates as they are");
        open.claims[open.count++] = number;
        if (open.count == 64) prove_open();
    }
}

static void prove_all(void) {
    split.members = room(game.secrets, sizeof *split.members), split.responses = room(game.secrets, 1);
    open.in = room(game.secrets, 8), open.bits = room(game.secrets, 8);
    open.answers = room(game.secrets, sizeof *open.answers);
    for (uint32_t i = 0; i < proof.count; i++) prove(proof.order[i]);
    prove_open();
}

/* ---- 9. The tree of a strategy file, played against all secrets ---- */

typedef struct { const Place *members; uint32_t size, made; int64_t spent; } Slot;

static struct {
    int64_t total, lost, mass, questions, expected, lost_mass, *histogram;
    uint32_t depth, known, first;
    int good;
} tree;

static void compare_claims(const File *file) {
    Reader claims = { field(file->header, "claims", MAP).head, file->header.end };
    Piece histogram = field(claims, "histogram", ARRAY);
    Reader from = { histogram.data, file->header.end };
    const struct { const char *name; int64_t found; } figures[] = {
        { "total", tree.total }, { "depth", tree.depth }, { "lost", tree.lost },
        { "worst_count", tree.depth ? tree.histogram[tree.depth] : tree.known },
        { "mass", tree.mass }, { "questions", tree.questions }, { "expected", tree.expected },
        { "lost_mass", tree.lost_mass },
    };
    for (int i = 0; i < (game.weights || game.costs ? 8 : 4); i++)
        tree.good &= field(claims, figures[i].name, NUMBER).number == figures[i].found;
    tree.good &= histogram.size == tree.depth;
    for (uint32_t i = 1; tree.good && i <= tree.depth; i++) tree.good = piece(&from).number == tree.histogram[i];
}

/* Some secrets are found, after so many questions of so much cost. */
static void find(const Place *some, uint32_t n, uint32_t made, int64_t spent) {
    if (made) tree.histogram[made] += n;
    else tree.known += n;
    for (uint32_t i = 0; i < n; i++) {
        int64_t weight = weight_of(some[i]);
        tree.mass += weight, tree.questions += weight * made, tree.expected += weight * spent;
    }
}

static void play(const File *file) {
    uint64_t width = (uint64_t)width_of((uint64_t)game.guesses + 1), wide = (game.responses + 7) / 8;
    wide = wide == 3 ? 4 : wide > 4 && wide < 8 ? 8 : wide;
    Column guesses = { file->columns[0].data, (int)width };
    const byte *inner = file->columns[1].data, *mask = file->columns[2].data;
    uint64_t slots = file->columns[0].size / width, reached = 1, masks = file->columns[2].size / wide, kept = 0;
    if (file->count != 3 || !slots || slots > NONE || file->columns[0].size % width
        || file->columns[1].size != (slots + 7) / 8 || file->columns[2].size % wide)
        refuse("columns: expected whole slots");
    Slot *slot = room(slots, sizeof *slot);
    Demand *demands = game.hard ? room(slots, sizeof *demands) : NULL;
    slot[0].members = proof.whole, slot[0].size = proof.whole_size;
    if (demands) demands[0] = demand_of_start();
    tree.histogram = room(slots + 2, 8), tree.good = 1, tree.first = (uint32_t)at(&guesses, 0);
    for (uint64_t i = 0; i < slots && tree.good; i++) {
        uint64_t guess = (uint64_t)at(&guesses, i);
        uint32_t n = slot[i].size, begin = 0;
        int own_mask = inner[i / 8] >> i % 8 & 1, gives_up = guess == ((uint64_t)1 << 8 * width) - 1;
        if (i >= reached || (!gives_up && guess >= game.guesses) || (gives_up && own_mask)
            || (own_mask && kept == masks))
            refuse("columns: slot %llu is none", (unsigned long long)i);
        if (slot[i].made / 8 > game.secrets) refuse("so deep a tree is not known to this program");
        byte responses[32] = { 0 };
        if (own_mask) memcpy(responses, mask + wide * kept++, (size_t)wide);
        else responses[game.solved / 8] = (byte)(1 << game.solved % 8);
        if (gives_up) {
            tree.lost += n;
            for (uint32_t j = 0; j < n; j++) tree.lost_mass += weight_of(slot[i].members[j]);
        } else if (guess >= game.questions) {
            tree.good = n == 1 && slot[i].members[0] == guess - game.questions && !own_mask;
            find(slot[i].members, n, slot[i].made, slot[i].spent);
        } else {
            uint32_t question = (uint32_t)guess, made = slot[i].made + 1;
            int64_t spent = slot[i].spent + cost_of(question);
            if (game.turns && proof.moves + made > (uint32_t)game.turns) tree.good = 0;
            if (demands && !meets(&demands[i], question)) tree.good = 0;
            split_by(slot[i].members, n, question);
            Place *cells = memcpy(room(n, sizeof *cells), split.members, n * sizeof *cells);
            for (uint32_t r = 0; r < game.responses && tree.good; begin += split.sizes[r++]) {
                tree.good = (split.sizes[r] > 0) == (responses[r / 8] >> r % 8 & 1);
                if (!split.sizes[r]) continue;
                if (r == game.solved) {
                    find(cells + begin, 1, made, spent);
                    continue;
                }
                if (reached == slots) refuse("columns: the masks lead to more than all slots");
                Slot next = { cells + begin, split.sizes[r], made, spent };
                if (demands) demands[reached] = demands[i], demand(&demands[reached], question, r);
                slot[reached++] = next;
            }
        }
    }
    if (tree.good && (reached != slots || kept != masks)) refuse("columns: the masks do not lead to all slots");
    for (uint32_t i = 1; i <= slots; i++)
        if (tree.histogram[i]) tree.depth = i, tree.total += tree.histogram[i] * i;
    if (!game.weights && !game.costs) tree.expected = tree.total, tree.lost_mass = tree.lost;
    compare_claims(file);
}

static void tell_summary(void) {
    int64_t solved = proof.whole_size - tree.lost;
    tell_count(proof.whole_size, "secret");
    printf(": ");
    if (solved) {
        double average = (double)tree.total / (double)solved;
        printf("total %lld, average %.3f, depth %u (", (long long)tree.total, average, tree.depth);
        tell_count(tree.depth ? tree.histogram[tree.depth] : tree.known, "secret");
    }
    printf(solved ? ")" : "none solved");
    if (tree.lost) printf(", lost %lld", (long long)tree.lost);
}

static Cost reached_by_tree(void) {
    if (proof.objective == DEPTH) return tree.depth;
    if (proof.objective == EXPECTED) return tree.expected;
    if (proof.objective == LOST) return tree.lost_mass;
    Cost price = 0;
    for (uint32_t i = 1; i <= tree.depth; i++)
        for (uint32_t j = 0; j < i; j++) price = plus(price, times(proof.steps[told_apart(j)], tree.histogram[i]));
    return price;
}

/* Print what is proven of a tree; returns whether it is optimal. */
static int tell_optimality(const char *strategy, uint32_t moves) {
    Cost bound = proof.bound + moves, reached = reached_by_tree();
    int keeps =
        (proof.first == NONE || proof.first == tree.first) && (proof.left == ANY || tree.depth <= (uint32_t)proof.left);
    int solves = !tree.lost || proof.objective == LOST, optimal = tree.good && solves && keeps && reached == bound;
    if (optimal) printf("optimal in %s: ", proof.objective_text);
    else printf("proven: ");
    tell_claim("checked");
    if (optimal) {
        printf(", and the tree of %s comes to that (", strategy), tell_summary(), printf(")\n");
        return 1;
    }
    printf(tree.good && solves && keeps ? "; the bound holds, but the tree of %s " : "; but the tree of %s ", strategy);
    if (!tree.good) {
        printf("does not verify");
    } else if (!solves) {
        printf("loses "), tell_count(tree.lost, "secret");
    } else if (!keeps) {
        printf("is not"), tell_limits();
    } else {
        printf(proof.objective == LOST ? "loses " : "needs "), tell(reached);
        if (strcmp(proof.objective_text, "lexicographic")) {
            printf(", gap ");
            if (proof.objective == TARIFF) printf("%lld", (long long)(reached - bound));
            else tell(reached - bound);
            if (bound) printf(" (%.1f %%)", 100.0 * (double)(reached - bound) / (double)bound);
        }
        printf(": not proven optimal");
    }
    printf("\n");
    return 0;
}

/* ---- 10. The program ---- */

/* Whether a strategy file is for the game of the certificate; returns by how many moves it starts earlier. */
static uint32_t moves_between(const File *certificate, const File *strategy) {
    char *text = text_field(strategy->header, "game"), *start = text_field(strategy->header, "start");
    Piece one = field(strategy->header, "codes", BYTES), other = field(certificate->header, "codes", BYTES);
    if (strategy->version > 2)
        refuse("strategies of several answers, or of answers that may be false, are not known to this program");
    if (strategy->version != 1 + (game.weights || game.costs)) refuse("byte 12: expected another format version");
    if (strcmp(text, game.text) || one.size != 32 || memcmp(one.data, other.data, 32)
        || field(strategy->header, "rules", NUMBER).number != 1)
        refuse("the files differ in game: the certificate has %s, the strategy %s", game.text, text);
    if (!strcmp(start, proof.start)) return 0;
    if (*start || !moves_of_reduction())
        refuse("the files differ in start: the certificate has '%s', the strategy '%s'", proof.start, start);
    return proof.moves;
}

static int check_files(File *certificate, File *strategy) {
    static const char *unknown[8] = { 0, 0, 0, 0, "several answers, and keys (version 4)",
        "answers that may be false (version 5)", "questions that are asked all at once (version 6)", 0 };
    uint32_t moves = 0;
    where = certificate->name;
    read_envelope(certificate, "certificate", 7);
    if (unknown[certificate->version])
        refuse("certificates of %s are not known to this program", unknown[certificate->version]);
    read_certificate(certificate);
    if (strategy) {
        where = strategy->name;
        read_envelope(strategy, "strategist", 4);
        moves = moves_between(certificate, strategy);
    }
    if (proof.version != 3) place_claims();
    make_counts();
    prove_all();
    if (!strategy) {
        printf("proven: "), tell_claim("checked"), printf("\n");
        return 0;
    }
    if (moves)
        for (uint32_t s = proof.whole_size = 0; s < game.secrets; s++) proof.whole[proof.whole_size++] = (Place)s;
    if (moves) proof.moves = 0;
    play(strategy);
    return !tell_optimality(text_field(strategy->header, "strategy"), moves);
}

static int begins(const File *file, const char *kind) {
    size_t length = strlen(kind);
    return file->size > length + 2 && file->bytes[0] == 0x95 && file->bytes[1] == (0xa0 | length)
           && !memcmp(file->bytes + 2, kind, length);
}

static File read_file(const char *path) {
    File file = { .name = path };
    FILE *stream = fopen(path, "rb");
    where = path;
    if (!stream) refuse("cannot read");
    byte part[1 << 12];
    Buffer all = { NULL, 0, 0 };
    for (size_t more; (more = fread(part, 1, sizeof part, stream)) > 0;) add(&all, part, more);
    fclose(stream);
    file.bytes = all.bytes, file.size = all.size;
    return file;
}

int main(int count, char **paths) {
    File files[2];
    int certificates = 0, of = 0;
    if (count != 2 && count != 3) refuse("expected one certificate, and at most one strategy file");
    for (int i = 0; i < count - 1; i++) {
        files[i] = read_file(paths[i + 1]);
        if (begins(&files[i], "mixture")) refuse("mixtures are not known to this program");
        if (begins(&files[i], "certificate")) certificates++, of = i;
        else if (!begins(&files[i], "strategist")) refuse("byte 0: expected a certificate or a strategy file");
    }
    where = "";
    if (certificates != 1) refuse("expected one certificate, and at most one strategy file");
    return check_files(&files[of], count == 3 ? &files[1 - of] : NULL);
}
