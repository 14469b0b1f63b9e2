/* check.c: believe a certificate, and that the tree of a strategy file attains its bound, by the rules alone.

       cc -O2 check.c -o check
       ./check best.msgpack best.certificate

   One file of C99 that needs nothing but the C library. It was written from the page on the format
   (strategist/files/README.md) and shares no line with the package. Exit status 0: proven, and with a strategy file,
   optimal; 1: not; 2: a file cannot be read, or is one of those that this program does not know, which it names.

   WHAT YOU HAVE TO BELIEVE

   The rules (section 4): which codes there are, and what each secret answers to each question. The digest of the codes
   in the file must be that of the codes made here.

   A claim (section 6) says: to find every secret of the set S costs at least b, with k guesses left (or any number),
   and where moves restrict guesses, with those allowed that they leave. S is the cell of the moves that lead to its
   entry. Asking a question q splits S into cells. By the objective, q costs what asking it costs, and then:
     total      1 for each secret of S, and the sum of what the cells cost
     depth      1, and the most that a cell costs
     expected   the cost of q times the weight of S, and the sum of what the cells cost
     lost       the sum of what the cells cost; with no guess left a set costs its weight
     a tariff   the step of this guess for each secret of S, and the sum of what the cells cost
   The cell of the right guess costs nothing. A set that cannot be found within k guesses costs infinitely much.

   A claim is proven (section 9) if counting says so (section 7), or if each question costs b or more when each cell
   costs what counting says of it, or what another claim does that holds there: one of the same set, of as many guesses
   left or more, and of all guesses that may be made there, or more. Cells are smaller than S or have fewer guesses
   left, so no proof is circular; a question that leaves all of S in one cell is never best. The first claim may be of
   one first question alone: then it says nothing of other questions. Of cores (version 3), a set costs infinitely much
   if a part of it does. A copy (version 7) costs what its original does, if a permutation of places and symbols makes
   its set of that one. If such permutations map S onto itself, one of the questions that they make of each other
   stands for all: responses to codes of pegs name neither places nor symbols.

   The tree (section 10) is played against all secrets at once, slot by slot.

   Two questions are skipped without a look at their cells, because a bound says what that would find: those with so few
   cells that even the most even division costs b (the costs of counting are convex in the size), and those that have so
   few cells in a larger set. Sets are found again by a hash, and then compared member by member. */

#include <limits.h>
#ifndef __wasm__
#include <setjmp.h>
#endif
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
#define ANY_DIGEST 0 /* for tests: digests and sums are not looked at */
#endif
#ifndef MOST_HOT
#define MOST_HOT 16 /* responses, of which a question has a bit for each */
#endif
#ifndef MOST_MEMORY
#define MOST_MEMORY ((uint64_t)3 << 30)
#endif

/* ---- 1. Refusals and memory: each block is in a list, so that nothing is left behind whatever is refused ---- */

typedef union Block { struct { union Block *next, *before; uint64_t size; } is; long double aligned[2]; } Block;
static Block all = { { &all, &all, 0 } };
static uint64_t taken;
#ifdef __wasm__ /* each run is a program of its own there */
#define setjmp(place) 0
#define longjmp(place, status) exit(2)
#else
static jmp_buf at_refusal;
#endif
static const char *where = ""; /* the file that is being read, for messages */

static void refuse(const char *format, ...) {
    va_list details;
    va_start(details, format);
    fprintf(stderr, "check: %s%s", where, *where ? ": " : "");
    vfprintf(stderr, format, details);
    fputc('\n', stderr);
    va_end(details);
    longjmp(at_refusal, 1);
}

static void *room(uint64_t count, uint64_t size) {
    if (count > MOST_MEMORY / size || count * size > MOST_MEMORY - taken)
        refuse("expected what %d MiB are enough for, got more", (int)(MOST_MEMORY >> 20));
    Block *block = calloc(1, (size_t)(count * size) + sizeof(Block));
    if (!block) refuse("no memory is left");
    block->is.size = count * size;
    taken += count * size;
    block->is.next = all.is.next, block->is.before = &all;
    all.is.next = all.is.next->is.before = block;
    return block + 1;
}

static void give_back(void *memory) {
    if (!memory) return;
    Block *block = (Block *)memory - 1;
    block->is.next->is.before = block->is.before;
    block->is.before->is.next = block->is.next;
    taken -= block->is.size;
    free(block);
}

static void give_all_back(void) {
    while (all.is.next != &all) give_back(all.is.next + 1);
}

static char *copy_of(const char *text) { return strcpy(room(strlen(text) + 1, 1), text); }
static Cost plus(Cost a, Cost b) { return a >= INFINITE - b ? INFINITE : a + b; }
static Cost times(Cost a, Cost b) { return a && b > INFINITE / a ? INFINITE : a * b; }

/* ---- 2. The envelope: SHA-256, inflate and msgpack ---- */

typedef struct { uint32_t state[8]; byte block[64]; uint64_t length; } Digest;

static void sha_block(Digest *d) {
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };
#define TURN(x, n) ((x) >> (n) | (x) << (32 - (n)))
    uint32_t w[64], s[8];
    for (int i = 0; i < 64; i++)
        w[i] = i < 16 ? (uint32_t)d->block[4 * i] << 24 | (uint32_t)d->block[4 * i + 1] << 16
                            | (uint32_t)d->block[4 * i + 2] << 8 | d->block[4 * i + 3]
                      : w[i - 16] + w[i - 7] + (TURN(w[i - 15], 7) ^ TURN(w[i - 15], 18) ^ w[i - 15] >> 3)
                            + (TURN(w[i - 2], 17) ^ TURN(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, d->state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t one = s[7] + (TURN(s[4], 6) ^ TURN(s[4], 11) ^ TURN(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6]))
                       + k[i] + w[i];
        uint32_t two = (TURN(s[0], 2) ^ TURN(s[0], 13) ^ TURN(s[0], 22))
                       + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++) d->state[i] += s[i];
}

static void sha_add(Digest *d, const void *bytes, uint64_t count) {
    for (const byte *from = bytes; count--; from++) {
        d->block[d->length++ % 64] = *from;
        if (d->length % 64 == 0) sha_block(d);
    }
}

static Digest sha_begun(void) {
    Digest d = { { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 },
                 { 0 }, 0 };
    return d;
}

static void sha_end(Digest *d, byte found[32]) {
    uint64_t bits = d->length * 8;
    sha_add(d, "\x80", 1);
    while (d->length % 64 != 56) sha_add(d, "", 1);
    for (int i = 7; i >= 0; i--) {
        byte next = (byte)(bits >> 8 * i);
        sha_add(d, &next, 1);
    }
    for (int i = 0; i < 32; i++) found[i] = (byte)(d->state[i / 4] >> (24 - 8 * (i % 4)));
}

static int differ(const byte *one, const byte *other) { return !ANY_DIGEST && memcmp(one, other, 32); }

/* Inflate, RFC 1950 and 1951: bits are read from `at` to `end`; `most` bytes may come out. */
typedef struct {
    const byte *at, *end;
    uint32_t bits;
    int held;
    byte *out;
    uint64_t size, room, most;
} Unpacking;
typedef struct { uint16_t counts[16], symbols[288]; } Code;

static uint32_t bits_of(Unpacking *u, int count) {
    while (u->held < count) {
        if (u->at == u->end) refuse("a compressed part ends early");
        u->bits |= (uint32_t)*u->at++ << u->held;
        u->held += 8;
    }
    uint32_t found = u->bits & (((uint32_t)1 << count) - 1);
    u->bits >>= count;
    u->held -= count;
    return found;
}

static void put(Unpacking *u, byte next) {
    if (u->size == u->most) refuse("a compressed part is longer than %llu bytes", (unsigned long long)u->most);
    if (u->size == u->room) {
        uint64_t more = u->room < u->most / 2 ? 2 * u->room : u->most;
        byte *longer = room(more, 1);
        memcpy(longer, u->out, (size_t)u->size);
        give_back(u->out);
        u->out = longer, u->room = more;
    }
    u->out[u->size++] = next;
}

static void make_code(Code *code, const byte *lengths, int count, int whole) {
    uint16_t begins[16] = { 0 };
    int left = 1, longest = 0;
    memset(code, 0, sizeof *code);
    for (int i = 0; i < count; i++) code->counts[lengths[i]]++;
    code->counts[0] = 0;
    for (int i = 1; i < 16; i++) {
        left = 2 * left - code->counts[i];
        if (left < 0) refuse("a compressed part has an impossible code");
        if (code->counts[i]) longest = i;
        if (i < 15) begins[i + 1] = (uint16_t)(begins[i] + code->counts[i]);
    }
    if (left > 0 && longest > 0 && (whole || longest > 1)) refuse("a compressed part has an incomplete code");
    for (int i = 0; i < count; i++)
        if (lengths[i]) code->symbols[begins[lengths[i]]++] = (uint16_t)i;
}

static int symbol_of(Unpacking *u, const Code *code) {
    int value = 0, first = 0, index = 0;
    for (int length = 1; length < 16; length++) {
        value |= (int)bits_of(u, 1);
        int count = code->counts[length];
        if (value - count < first) return code->symbols[index + value - first];
        index += count;
        first = (first + count) << 1;
        value <<= 1;
    }
    refuse("a compressed part holds a code that is none");
    return 0;
}

static void read_codes(Unpacking *u, Code *literals, Code *distances) {
    static const byte order[19] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
    byte lengths[320] = { 0 };
    int of_literals = (int)bits_of(u, 5) + 257, of_distances = (int)bits_of(u, 5) + 1,
        of_codes = (int)bits_of(u, 4) + 4;
    if (of_literals > 286 || of_distances > 30) refuse("a compressed part has too many codes");
    for (int i = 0; i < of_codes; i++) lengths[order[i]] = (byte)bits_of(u, 3);
    make_code(literals, lengths, 19, 1);
    memset(lengths, 0, sizeof lengths);
    for (int i = 0; i < of_literals + of_distances;) {
        int symbol = symbol_of(u, literals), times = 1, length = symbol;
        if (symbol == 16) {
            if (i == 0) refuse("a compressed part repeats nothing");
            length = lengths[i - 1], times = 3 + (int)bits_of(u, 2);
        } else if (symbol > 16) {
            length = 0, times = symbol == 17 ? 3 + (int)bits_of(u, 3) : 11 + (int)bits_of(u, 7);
        }
        if (i + times > of_literals + of_distances) refuse("a compressed part has too many lengths");
        while (times--) lengths[i++] = (byte)length;
    }
    if (!lengths[256]) refuse("a compressed part has no end");
    make_code(literals, lengths, of_literals, 0);
    make_code(distances, lengths + of_literals, of_distances, 0);
}

static void unpack_block(Unpacking *u, const Code *literals, const Code *distances) {
    static const uint16_t lengths[29] = { 3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                          31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
    for (;;) {
        int symbol = symbol_of(u, literals);
        if (symbol == 256) return;
        if (symbol < 256) {
            put(u, (byte)symbol);
            continue;
        }
        if (symbol > 285) refuse("a compressed part holds a length that is none");
        int more = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
        int length = lengths[symbol - 257] + (int)bits_of(u, more), step = symbol_of(u, distances);
        if (step > 29) refuse("a compressed part holds a distance that is none");
        int extra = step < 4 ? 0 : step / 2 - 1;
        uint64_t back = (step < 4 ? (uint64_t)step : (uint64_t)(2 + step % 2) << extra) + 1 + bits_of(u, extra);
        if (back > u->size) refuse("a compressed part refers to what is before it");
        while (length--) put(u, u->out[u->size - back]);
    }
}

/* The bytes in a part that zlib has compressed: exactly `size`, or where `exact` is 0, at most so many. */
static byte *unpacked(const byte *from, uint64_t count, uint64_t *size, int exact) {
    Unpacking u = { from, from + count, 0, 0, NULL, 0, 0, *size };
    u.room = exact || *size < 4096 ? *size : 4096;
    u.out = room(u.room + 1, 1);
    if (count < 6 || (from[0] & 15) != 8 || from[0] >> 4 > 7 || (from[0] * 256 + from[1]) % 31 || from[1] & 32)
        refuse("expected a part that zlib has compressed");
    u.at += 2;
    int last = 0;
    while (!last) {
        Code literals, distances;
        last = (int)bits_of(&u, 1);
        int kind = (int)bits_of(&u, 2);
        if (kind == 0) {
            u.bits = 0, u.held = 0;
            uint32_t length = bits_of(&u, 16), inverse = bits_of(&u, 16);
            if (length != (inverse ^ 0xffff)) refuse("a compressed part has a wrong length");
            while (length--) put(&u, (byte)bits_of(&u, 8));
        } else if (kind == 1) {
            byte fixed[320];
            for (int i = 0; i < 288; i++) fixed[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
            memset(fixed + 288, 5, 32);
            make_code(&literals, fixed, 288, 0);
            make_code(&distances, fixed + 288, 32, 0);
            unpack_block(&u, &literals, &distances);
        } else if (kind == 2) {
            read_codes(&u, &literals, &distances);
            unpack_block(&u, &literals, &distances);
        } else {
            refuse("a compressed part has a block of no kind");
        }
    }
    uint32_t one = 1, two = 0, sum = 0;
    for (uint64_t i = 0; i < u.size; i++) one = (one + u.out[i]) % 65521, two = (two + one) % 65521;
    u.bits = 0, u.held = 0;
    for (int i = 0; i < 4; i++) sum = sum << 8 | bits_of(&u, 8);
    if ((sum != (two << 16 | one) && !ANY_DIGEST) || u.at != u.end)
        refuse("a compressed part has a wrong sum or does not end there");
    if (exact && u.size != *size) refuse("a compressed part has %llu bytes, not %llu", (unsigned long long)u.size,
                                         (unsigned long long)*size);
    *size = u.size;
    return u.out;
}

typedef enum { NIL, TRUTH, NUMBER, TEXT, BYTES, ARRAY, MAP, OTHER } Kind;
typedef struct {
    Kind kind;
    int64_t number;
    uint64_t size;
    const byte *head, *data;
} Piece; /* size: bytes, or members */
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
    unsigned head = (unsigned)big(from, 1), low = head & 31;
    if (head < 0x80 || head >= 0xe0) found.kind = NUMBER, found.number = head < 0x80 ? (int)head : (int)head - 256;
    else if (head < 0x90) found.kind = MAP, found.size = head & 15;
    else if (head < 0xa0) found.kind = ARRAY, found.size = head & 15;
    else if (head < 0xc0) found.kind = TEXT, found.size = low;
    else if (head == 0xc0) found.kind = NIL;
    else if (head == 0xc2 || head == 0xc3) found.kind = TRUTH, found.number = head == 0xc3;
    else if (head >= 0xc4 && head <= 0xc6) found.kind = BYTES, found.size = big(from, 1 << (head - 0xc4));
    else if (head == 0xca || head == 0xcb) big(from, head == 0xca ? 4 : 8);
    else if (head >= 0xcc && head <= 0xcf) {
        uint64_t number = big(from, 1 << (head - 0xcc));
        found.kind = number > INT64_MAX ? OTHER : NUMBER, found.number = number > INT64_MAX ? 0 : (int64_t)number;
    } else if (head >= 0xd0 && head <= 0xd3) {
        int width = 1 << (head - 0xd0);
        uint64_t number = big(from, width), sign = (uint64_t)1 << (8 * width - 1);
        found.kind = NUMBER, found.number = number & sign ? -(int64_t)(sign - (number ^ sign)) : (int64_t)number;
        if (number == sign && width == 8) found.kind = OTHER;
    } else if (head >= 0xd9 && head <= 0xdb) found.kind = TEXT, found.size = big(from, 1 << (head - 0xd9));
    else if (head == 0xdc || head == 0xdd) found.kind = ARRAY, found.size = big(from, head == 0xdc ? 2 : 4);
    else if (head == 0xde || head == 0xdf) found.kind = MAP, found.size = big(from, head == 0xde ? 2 : 4);
    else refuse("not valid msgpack");
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
    Reader header;
    Piece columns[9];
    int version, count;
    byte *bytes;
    uint64_t size;
} File;
typedef struct { char *text; uint32_t count, *questions; byte *responses; } History;

static Piece field(Reader map, const char *key, Kind kind, int must) {
    Piece found = { OTHER, 0, 0, NULL, NULL };
    int there = 0;
    for (uint64_t left = piece(&map).size; left--;) {
        Piece name = piece(&map);
        Reader value = map;
        skip(&map, 0);
        if (name.kind != TEXT || name.size != strlen(key) || memcmp(name.data, key, (size_t)name.size)) continue;
        found = piece(&value), there = 1;
    }
    if (!there && must) refuse("header.%s: missing", key);
    if (there && kind != OTHER && found.kind != kind && !(found.kind == NIL && !must))
        refuse("header.%s: expected another type", key);
    return found;
}

/* A text as a string: UTF-8, without what must not be printed: controls, and what changes the direction of text. */
static char *string_of(Piece text, const char *what) {
    char *found = memcpy(room(text.size + 4, 1), text.data, (size_t)text.size);
    for (const byte *at = (byte *)found, *end = at + text.size; at < end;) {
        int more = *at < 0x80                  ? 0
                   : *at >= 0xf0 && *at < 0xf5 ? 3
                   : *at >= 0xe0 && *at < 0xf0 ? 2
                   : *at >= 0xc2 && *at < 0xe0 ? 1
                                               : 9;
        uint32_t sign = more ? *at & (0x3fu >> more) : *at;
        for (at++; more && (*at & 0xc0) == 0x80; more--) sign = sign << 6 | (*at++ & 0x3f);
        if (more || sign < 32 || (sign >= 127 && sign < 160) || sign == 0x200e || sign == 0x200f
            || (sign >= 0x2028 && sign <= 0x202e) || (sign >= 0x2066 && sign <= 0x2069))
            refuse("%s: expected printable text", what);
    }
    return found;
}

static void read_envelope(File *file, const char *kind, const char *called, int versions) {
    byte digest[32];
    size_t head = strlen(kind) + 2;
    if (file->size < head + 36 || file->bytes[head] == 0 || file->bytes[head] > versions)
        refuse("byte %d: expected format version 1 to %d of %s", (int)head, versions, called);
    file->version = file->bytes[head];
    Digest d = sha_begun();
    sha_add(&d, file->bytes, file->size - 34);
    sha_end(&d, digest);
    if (differ(digest, file->bytes + file->size - 32)) refuse("digest does not match: truncated or altered");
    Reader from = { file->bytes + head + 1, file->bytes + file->size - 34 };
    file->header = from;
    if (from.at == from.end || piece(&from).kind != MAP) refuse("header: expected a map");
    from = file->header;
    skip(&from, 0);
    file->header.end = from.at;
    Piece columns = piece(&from);
    if (columns.kind != ARRAY || columns.size > 9) refuse("columns: expected an array of byte strings");
    file->count = (int)columns.size;
    for (int i = 0; i < file->count; i++)
        if ((file->columns[i] = piece(&from)).kind != BYTES) refuse("columns: expected an array of byte strings");
    if (from.at != from.end || file->bytes[file->size - 34] != 0xc4 || file->bytes[file->size - 33] != 32)
        refuse("expected an array of name, version, header, columns and digest");
}

/* A column of whole numbers: little-endian, unsigned. */
typedef struct { byte *bytes; int width; } Column;

static int64_t at(const Column *column, uint64_t index) {
    uint64_t found = 0;
    for (int i = column->width; i--;) found = found << 8 | column->bytes[index * (uint64_t)column->width + (uint64_t)i];
    return (int64_t)found;
}

static int width_of(uint64_t count) { return count <= 256 ? 1 : count <= 65536 ? 2 : 4; }

static Column column_of(const char *name, Piece packed, uint64_t count, int width, uint64_t below) {
    uint64_t size = count * (uint64_t)width;
    Column column = { unpacked(packed.data, packed.size, &size, 1), width };
    for (uint64_t i = 0; i < count; i++)
        if ((uint64_t)at(&column, i) >= below)
            refuse("columns.%s: entry %llu is out of range", name, (unsigned long long)i);
    return column;
}

/* ---- 4. The rules: codes, chances and costs, and what each secret answers to each question ---- */

#define PLACES 5 /* of a word */
#define LETTERS 59
typedef struct { byte green[PLACES], least[LETTERS]; } Demand; /* letter + 1, or 255 where none can stand; copies */
typedef struct { int64_t over, under; } Ratio;

static struct {
    char *text, *keys[32], *values[32];
    int used[32], options;
    int pegs, symbols, first_digit, black, announces, turns, restricts;
    const char *signs;
    uint32_t secrets, questions, guesses, responses;
    byte *codes, *letters;     /* of pegs: the symbols; of words: the numbers of the letters */
    char **names, **texts;     /* of guesses, and of responses, where they are no pegs */
    uint32_t *own;             /* the question that is the secret, or NONE */
    int64_t *weights, *costs;  /* NULL where all are alike */
    Ratio weight_unit, cost_unit;
    uint64_t *hot;             /* hot[secret][question]: 16 bits, the one of the response; NULL beyond 16 responses */
    uint64_t hot_words;        /* in each of its rows */
    byte *answers;             /* answers[question][secret] else */
} game;

static const char *option(const char *key, const char *usual) {
    for (int i = 0; i < game.options; i++)
        if (!strcmp(game.keys[i], key)) return game.used[i] = 1, game.values[i];
    return usual;
}

static int number_option(const char *key, int usual, int most) {
    const char *text = option(key, NULL);
    if (!text) return usual;
    char *end;
    long found = strtol(text, &end, 10);
    if (*end || found < 1 || found > most) refuse("header.game: expected %s of 1 to %d, got %s", key, most, text);
    return (int)found;
}

/* name(key=value,key="value in quotes") */
static void read_options(void) {
    char *from = strchr(game.text, '('), *to;
    if (!from) return;
    from = copy_of(from);
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
    if (game.secrets > 65535 || game.guesses > (1u << 24)) refuse("more than 65535 secrets: not known to this program");
    if (game.responses > 256) refuse("more than 256 responses: not known to this program");
    game.hot_words = (game.questions + 3) / 4;
    if (game.responses <= MOST_HOT) game.hot = room(game.secrets * game.hot_words, 8);
    else game.answers = room((uint64_t)game.secrets * game.questions, 1);
}

static void set_answer(uint32_t secret, uint32_t question, unsigned response) {
    if (game.hot) game.hot[secret * game.hot_words + question / 4] |= (uint64_t)1 << (response + 16 * (question % 4));
    else game.answers[(uint64_t)question * game.secrets + secret] = (byte)response;
}

static unsigned answer(uint32_t secret, uint32_t question) {
    static const byte log2[37] = { 0, 0, 1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 11, 0, 13, 4, 7, 0,
                                   0, 0, 0, 0, 15, 0, 10, 12, 6, 0, 0, 14, 9, 5, 0, 8, 0, 0 };
    if (game.answers) return game.answers[(uint64_t)question * game.secrets + secret];
    return log2[(game.hot[secret * game.hot_words + question / 4] >> 16 * (question % 4) & 0xffff) % 37];
}

static unsigned answer_of_pegs(const byte *guess, const byte *secret) {
    int blacks = 0, common = 0, counts[256] = { 0 };
    for (int i = 0; i < game.pegs; i++) blacks += guess[i] == secret[i], counts[secret[i]]++;
    for (int i = 0; i < game.pegs; i++) common += counts[guess[i]]-- > 0;
    return (unsigned)(game.black ? blacks : common * (common + 1) / 2 + blacks - (blacks == game.pegs));
}

static void make_pegs(int repeats, const char *size) {
    game.pegs = number_option("pegs", 0, 20), game.symbols = number_option(size, 0, 36);
    const char *zero = repeats ? "true" : option("leading_zero", "true"), *feedback = option("feedback", "both");
    int fixed = !strcmp(zero, "false");
    game.black = !strcmp(feedback, "black");
    if (!game.pegs || !game.symbols) refuse("header.game: expected the sizes of %s", game.text);
    byte code[20] = { 0 };
    for (int counting = 1; counting >= 0; counting--) {
        memset(code, 0, sizeof code);
        game.secrets = 0;
        for (int place = 0; place >= 0;) {
            int good = !fixed || code[0] > 0;
            for (int i = 0; !repeats && i < place; i++) good &= code[i] != code[place];
            if (good && place == game.pegs - 1) {
                if (!counting) memcpy(game.codes + (uint64_t)game.secrets * game.pegs, code, (size_t)game.pegs);
                if (++game.secrets > 65535) refuse("more than 65535 codes: not known to this program");
            } else if (good) {
                code[++place] = 0;
                continue;
            }
            while (place >= 0 && ++code[place] == game.symbols) place--;
        }
        if (counting) game.codes = room((uint64_t)game.secrets * game.pegs + 1, 1);
    }
    game.questions = game.secrets;
    game.responses = (uint32_t)(game.black ? game.pegs + 1 : (game.pegs + 1) * (game.pegs + 2) / 2 - 1);
}

static uint32_t place_in(char **sorted, uint32_t count, const char *name) {
    uint32_t low = 0;
    while (low < count) {
        uint32_t middle = low + (count - low) / 2;
        if (strcmp(sorted[middle], name) < 0) low = middle + 1;
        else count = middle;
    }
    return low;
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
    uint64_t size = packed.size * 100 < (1 << 24) ? 1 << 24 : packed.size * 100;
    if (packed.kind != BYTES) refuse("header.data: expected bytes");
    char *text = (char *)unpacked(packed.data, packed.size, &size, 0);
    if (!size || text[size - 1] != '\n' || memchr(text, 0, (size_t)size)) refuse("header.data: expected lines of text");
    text[size - 1] = 0;
    return parts_of(text, '\n', count);
}

static void spell(const char *word, byte *letters) {
    static uint32_t signs[LETTERS];
    static int known;
    if (!letters) { known = 0; return; }
    for (int i = 0; i < PLACES; i++) letters[i] = LETTERS;
    for (int i = 0; *word; i++) {
        uint32_t sign = 0;
        do sign = sign << 8 | (byte)*word++; while (((byte)*word & 0xc0) == 0x80);
        int number = 0;
        while (number < known && signs[number] != sign) number++;
        if (number == known && known < LETTERS) signs[known++] = sign;
        if (i == PLACES || number == LETTERS)
            refuse("words of more than %d letters, or of more than %d different ones, are "
                   "not known to this program",
                PLACES, LETTERS);
        letters[i] = (byte)number;
    }
}

static unsigned answer_of_words(const byte *guess, const byte *secret) {
    unsigned number = 0;
    int left[LETTERS + 1] = { 0 };
    for (int i = 0; i < game.pegs; i++) left[secret[i]] += guess[i] != secret[i];
    for (int i = 0; i < game.pegs; i++)
        number = 3 * number + (guess[i] == secret[i] ? 2 : left[guess[i]] > 0 ? (left[guess[i]]--, 1) : 0);
    return number;
}

static void make_words(Piece data) {
    uint32_t count, blank = 0, s = 0, o;
    char **lines = lines_in(data, &count);
    option("answers", ""), option("guesses", ""), option("length", "");
    if (strcmp(option("feedback", "wordle"), "wordle"))
        refuse("feedback of words but that of Wordle is not known to this program");
    game.restricts = !strcmp(option("hard", "false"), "true");
    while (blank < count && *lines[blank]) blank++;
    game.secrets = blank, game.questions = count - (blank < count);
    game.names = room(game.questions + 1, sizeof *game.names);
    for (uint32_t i = 1; i < count; i++)
        if (i != blank && i != blank + 1 && strcmp(lines[i - 1], lines[i]) >= 0)
            refuse("header.data: words out of order");
    o = blank + 1;
    for (uint32_t i = 0; i < game.questions; i++)
        game.names[i] = o >= count || (s < blank && strcmp(lines[s], lines[o]) < 0) ? lines[s++] : lines[o++];
    game.own = room(game.secrets + 1, sizeof *game.own);
    for (uint32_t i = 0; i < blank; i++) game.own[i] = place_in(game.names, game.questions, lines[i]);
    game.letters = room(game.questions + 1, PLACES);
    spell(NULL, NULL);
    for (uint32_t i = 0; i < game.questions; i++) spell(game.names[i], game.letters + PLACES * i);
    for (game.pegs = 0; game.pegs < PLACES && game.letters[game.pegs] < LETTERS;) game.pegs++;
    for (game.responses = 1, s = 0; s < (uint32_t)game.pegs; s++) game.responses *= 3;
    for (uint32_t i = 0; i < game.questions * PLACES; i++)
        if ((game.letters[i] < LETTERS) != ((int)(i % PLACES) < game.pegs))
            refuse("header.data: words of several lengths");
}

/* A name as it is written in strings: without blanks around it, and with `joint` for those inside. */
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

static uint32_t number_in(char **texts, uint32_t count, const char *text) {
    uint32_t number = 0;
    while (number < count && strcmp(texts[number], text)) number++;
    return number;
}

/* The line of secrets, and that of each question, or NULL; the questions with blanks, as sentences name them. */
static struct { char **head, ***of, **chances, **costs, **shown; } sheet;

/* Lines of cells: the names of the secrets, then for each question its name, its answers, and its cost. */
static void read_sheet(Piece data) {
    uint32_t lines, cells, wide = 0;
    char **line = lines_in(data, &lines);
    const char *chance = option("chance", NULL), *cost = option("cost", NULL);
    sheet.of = room(lines, 2 * sizeof *sheet.of); /* for the secrets that have no line, too */
    char ***rows = room(lines, sizeof *rows), **shown = room(lines, sizeof *shown), **heads = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < lines; i++) {
        char **row = parts_of(line[i], '\t', &cells);
        char *raw = tidy(copy_of(row[0]), ' ');
        if (i == 0) heads = room(cells, sizeof *heads);
        for (uint32_t j = 0; i == 0 && j < cells; j++) heads[j] = tidy(copy_of(row[j]), ' ');
        int odds = chance && !strcmp(tidy(row[0], '_'), chance);
        if (i && cells != wide) refuse("header.data: line %u: expected %u cells, got %u", i + 1, wide, cells);
        for (uint32_t j = 0; j < cells; j++) tidy(row[j], i && j && (odds || (cost && j == cells - 1)) ? ' ' : '_');
        if (i == 0 && *row[0]) refuse("header.data: marked text in tables is not known to this program");
        if (odds) sheet.chances = row + 1;
        else shown[count] = raw, rows[count++] = row;
        wide = cells;
    }
    if (wide < 3 || count < 2 || !chance != !sheet.chances || (cost && strcmp(rows[0][wide - 1], cost)))
        refuse("header.data: expected a table with its chances and costs");
    game.secrets = wide - 1 - (cost != NULL);
    sheet.head = rows[0];
    sheet.of = room(game.secrets + count, sizeof *sheet.of);
    game.names = room(game.secrets + count, sizeof *game.names);
    sheet.shown = room(game.secrets + count, sizeof *sheet.shown);
    for (; !game.announces && game.questions < game.secrets; game.questions++) {
        game.names[game.questions] = sheet.head[1 + game.questions];
        sheet.shown[game.questions] = heads[1 + game.questions];
    }
    for (uint32_t i = 1; i < count; i++) {
        uint32_t g = number_in(game.names, game.questions, rows[i][0]);
        if (g == game.questions) sheet.shown[g] = shown[i], game.names[game.questions++] = rows[i][0];
        if (sheet.of[g]) refuse("header.data: the question %s stands there twice", rows[i][0]);
        sheet.of[g] = rows[i];
    }
    if (cost) sheet.costs = room(game.questions, sizeof *sheet.costs);
    for (uint32_t g = 0; cost && g < game.questions; g++) sheet.costs[g] = sheet.of[g] ? sheet.of[g][wide - 1] : "1";
}

/* Responses are numbered as they first stand there; that to the right guess is last, and has a text of its own. */
static void make_table(Piece data) {
    char *texts[258], *lone = NULL;
    uint32_t known = 0, loose = 0, lonely = 0, no = 0;
    read_sheet(data);
    option("file", ""), option("secrets", ""), option("twins", ""), option("sheet", "");
    for (uint32_t g = 0; g < game.questions; g++) {
        loose += !sheet.of[g];
        for (uint32_t s = 0; sheet.of[g] && s < game.secrets; s++) {
            char *text = sheet.of[g][s + 1];
            if (s == g && !game.announces) {
                if (!lone || strcmp(lone, text)) lone = text, lonely++;
            } else if (number_in(texts, known, text) == known) {
                texts[known++] = text;
                if (known > 255) refuse("more than 256 responses: not known to this program");
            }
        }
    }
    char *last = lonely == 1 && number_in(texts, known, lone) == known ? lone : "solved";
    while (no < known && !(strlen(texts[no]) == 2 && (texts[no][0] | 32) == 'n' && (texts[no][1] | 32) == 'o')) no++;
    if (loose && no == known) texts[known++] = "no";
    texts[known] = strcpy(room(strlen(last) + known + 2, 1), last);
    while (number_in(texts, known, texts[known]) < known) strcat(texts[known], "!");
    game.texts = memcpy(room(known + 1, sizeof *texts), texts, (known + 1) * sizeof *texts);
    game.responses = known + 1;
    make_room_for_answers();
    game.own = room(game.secrets, sizeof *game.own);
    for (uint32_t s = 0; s < game.secrets; s++) game.own[s] = s;
    for (uint32_t g = 0; g < game.questions; g++)
        for (uint32_t s = 0; s < game.secrets; s++)
            set_answer(s, g,
                !game.announces && s == g ? known
                : sheet.of[g]             ? number_in(texts, known, sheet.of[g][s + 1])
                                          : no);
}

static int64_t common_divisor(int64_t a, int64_t b) { return b ? common_divisor(b, a % b) : a; }

static Ratio ratio_of(const char *text) {
    Ratio found = { 0, 1 };
    int64_t *part = &found.over, tens = 0;
    int after = 0, digits = 0, bad = 0;
    const char *at = text + (*text == '+');
    for (; *at; at++)
        if (*at >= '0' && *at <= '9') *part = plus(times(*part, 10), *at - '0'), tens -= after, digits++;
        else if (*at == '.' && !after && part == &found.over) after = 1;
        else if (*at == '/' && !after && digits && part == &found.over) part = &found.under, found.under = 0;
        else if (*at != ' ' || part == &found.under) break;
    if ((*at == 'e' || *at == 'E') && part == &found.over) {
        char *end;
        tens += strtol(at + 1, &end, 10);
        at = end;
    }
    while (*at == ' ') at++;
    if (*at == '%') tens -= 2, at++;
    bad = *at || !digits || !found.over || !found.under;
    for (; tens > 0; tens--) found.over = times(found.over, 10);
    for (; tens < 0; tens++)
        if (found.over % 10 == 0) found.over /= 10;
        else found.under = times(found.under, 10);
    if (bad) refuse("header.data: expected a positive number, got %s", text);
    if (found.over == INFINITE || found.under == INFINITE)
        refuse("sums that do not fit in 64 bits: the number %s", text);
    int64_t divisor = common_divisor(found.over, found.under);
    found.over /= divisor, found.under /= divisor;
    return found;
}

/* Positive numbers as the least whole numbers in the same proportion, and their unit. */
static int64_t *whole_numbers(char **texts, uint32_t count, Ratio *unit) {
    int64_t *found = room(count + 1, sizeof *found);
    Ratio *ratios = room(count + 1, sizeof *ratios);
    unit->over = 0, unit->under = 1;
    for (uint32_t i = 0; i < count; i++) {
        ratios[i] = ratio_of(texts[i]);
        unit->over = common_divisor(ratios[i].over, unit->over);
        unit->under = times(unit->under / common_divisor(unit->under, ratios[i].under), ratios[i].under);
        if (unit->under == INFINITE) refuse("sums that do not fit in 64 bits: the chances or costs");
    }
    for (uint32_t i = 0; i < count; i++) {
        found[i] = times(ratios[i].over / unit->over, unit->under / ratios[i].under);
        if (found[i] == INFINITE) refuse("sums that do not fit in 64 bits: the chances or costs");
    }
    return found;
}

static int64_t weight_of(uint32_t secret) { return game.weights ? game.weights[secret] : 1; }
static int64_t cost_of(uint32_t question) { return game.costs ? game.costs[question] : 1; }

static void weigh(char **chances, char **costs) {
    int64_t sum = 0, greatest = 1;
    if (option("digits", NULL)) refuse("chances and costs that are rounded are not known to this program");
    if (chances) game.weights = whole_numbers(chances, game.secrets, &game.weight_unit);
    if (costs) game.costs = whole_numbers(costs, game.questions, &game.cost_unit);
    for (uint32_t i = 0; i < game.secrets; i++) sum = plus(sum, weight_of(i));
    for (uint32_t i = 0; i < game.questions; i++) greatest = cost_of(i) > greatest ? cost_of(i) : greatest;
    if (times(times(sum, game.secrets), greatest) >= (Cost)1 << 60 || greatest >= (Cost)1 << 31)
        refuse("sums that do not fit in 64 bits: the chances or costs");
}

static const char *secret_text(uint32_t);

/* What a question, or a response, is called in histories. */
static const char *question_text(uint32_t question) {
    static char text[24];
    if (game.names) return game.names[question];
    for (int i = 0; i < game.pegs; i++)
        text[i] =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[game.codes[(uint64_t)question * game.pegs + i] + game.first_digit];
    text[game.pegs] = 0;
    return text;
}

static const char *secret_text(uint32_t secret) {
    return sheet.head ? sheet.head[1 + secret] : question_text(game.own ? game.own[secret] : secret);
}

static const char *response_text(uint32_t response) {
    static char text[24];
    if (game.texts) return game.texts[response];
    if (game.announces && response == game.responses - 1) return "known";
    if (game.letters) {
        text[game.pegs] = 0;
        for (int i = game.pegs; i--; response /= 3) text[i] = "-yg"[response % 3];
    } else if (game.black) {
        sprintf(text, "%u", response);
    } else {
        int total = 0, blacks = (int)response;
        while (blacks > total) blacks -= ++total;
        if (total == game.pegs && blacks == total - 1) blacks++;
        sprintf(text, "%d%c%d%c", blacks, game.signs[0], total - blacks, game.signs[1]);
    }
    return text;
}

static void add_text(Digest *d, const char *text, const char *after) {
    sha_add(d, text, strlen(text)), sha_add(d, after, strlen(after));
}

static void add_numbers(Digest *d, const int64_t *numbers, uint32_t count, Ratio unit) {
    char text[64];
    sprintf(text, unit.under == 1 ? "%lld: " : "%lld/%lld: ", (long long)unit.over, (long long)unit.under);
    sha_add(d, text, strlen(text));
    for (uint32_t i = 0; numbers && i < count; i++) {
        sprintf(text, i ? " %lld" : "%lld", (long long)numbers[i]);
        sha_add(d, text, strlen(text));
    }
    sha_add(d, "\n", 1);
}

static void digest_codes(byte digest[32]) {
    Digest d = sha_begun();
    if (game.codes) sha_add(&d, game.codes, (uint64_t)game.secrets * game.pegs);
    if (game.letters) {
        for (uint32_t s = 0; s < game.secrets; s++) add_text(&d, secret_text(s), s + 1 < game.secrets ? "\n" : "");
        int more = game.announces || game.questions > game.secrets;
        if (more) sha_add(&d, "\n", 1);
        for (uint32_t g = 0; more && g < game.questions; g++) add_text(&d, "\n", game.names[g]);
        for (uint32_t s = 0; game.announces && s < game.secrets; s++) add_text(&d, "\n=", secret_text(s));
    }
    if (sheet.head) {
        char turns[32];
        add_text(&d, game.announces ? "identify" : "ask", "\n");
        sprintf(turns, "turns=%d\n", game.turns);
        if (game.turns) sha_add(&d, turns, strlen(turns));
        for (uint32_t s = 0; s < game.secrets; s++) add_text(&d, "\t", sheet.head[s + 1]);
        if (sheet.costs) add_text(&d, "\t", option("cost", ""));
        for (uint32_t g = 0; g < game.questions; g++) {
            if (!sheet.of[g]) continue;
            add_text(&d, "\n", game.names[g]);
            for (uint32_t s = 0; s < game.secrets; s++) add_text(&d, "\t", game.texts[answer(s, g)]);
            if (sheet.costs) add_text(&d, "\t", sheet.costs[g]);
        }
        if (sheet.chances) add_text(&d, "\n", option("chance", ""));
        for (uint32_t s = 0; sheet.chances && s < game.secrets; s++) add_text(&d, "\t", sheet.chances[s]);
        add_text(&d, sheet.chances && sheet.costs ? "\t" : "", "\n");
    }
    sha_end(&d, digest);
    if (!game.weights && !game.costs) return;
    d = sha_begun();
    sha_add(&d, digest, 32);
    add_numbers(&d, game.weights, game.secrets, game.weight_unit);
    add_numbers(&d, game.costs, game.questions, game.cost_unit);
    sha_end(&d, digest);
}

static void make_game(File *file) {
    Piece data = field(file->header, "data", OTHER, 0), chances = { OTHER, 0, 0, NULL, NULL };
    Ratio one = { 1, 1 };
    byte digest[32];
    memset(&game, 0, sizeof game), memset(&sheet, 0, sizeof sheet);
    game.text = string_of(field(file->header, "game", TEXT, 1), "header.game");
    game.weight_unit = game.cost_unit = one;
    if (data.kind == MAP) {
        Reader map = { data.head, file->header.end };
        chances = field(map, "chances", BYTES, 1), data = field(map, "game", BYTES, 0);
    }
    read_options();
    const char *goal = option("goal", "ask");
    game.announces = !strcmp(goal, "identify");
    if (!game.announces && strcmp(goal, "ask")) refuse("%s: goal=%s is not known to this program", game.text, goal);
    game.turns = number_option("turns", 0, 1000);
    size_t length = strcspn(game.text, "(");
#define CALLED(name) (length == strlen(name) && !strncmp(game.text, name, length))
    if (CALLED("mastermind")) make_pegs(1, "colors"), game.signs = "bw", game.first_digit = game.symbols < 10;
    else if (CALLED("bulls-and-cows")) make_pegs(0, "symbols"), game.signs = "bc";
    else if (CALLED("ab")) make_pegs(0, "symbols"), game.signs = "ab";
    else if (CALLED("words")) make_words(data);
    else if (CALLED("table")) make_table(data);
    else refuse("%s is not a game that this program knows", game.text);
    if (!sheet.head) {
        game.responses += (uint32_t)game.announces;
        make_room_for_answers();
        for (uint32_t g = 0; g < game.questions; g++)
            for (uint32_t s = 0; s < game.secrets; s++)
                set_answer(s, g,
                    game.codes
                        ? answer_of_pegs(game.codes + (uint64_t)g * game.pegs, game.codes + (uint64_t)s * game.pegs)
                        : answer_of_words(game.letters + g * PLACES, game.letters + game.own[s] * PLACES));
    }
    game.guesses = game.questions + (game.announces ? game.secrets : 0);
    uint32_t count = game.secrets;
    if (option("chances", NULL) && chances.kind != BYTES) refuse("header.data: expected chances");
    char **texts = chances.kind == BYTES ? lines_in(chances, &count) : sheet.chances;
    if (count != game.secrets) refuse("header.data: expected a chance for each secret");
    if (texts || sheet.costs) weigh(texts, sheet.costs);
    for (int i = 0; i < game.options; i++)
        if (!game.used[i]) refuse("%s: %s=%s is not known to this program", game.text, game.keys[i], game.values[i]);
    Piece codes = field(file->header, "codes", BYTES, 1);
    digest_codes(digest);
    if (field(file->header, "rules", NUMBER, 1).number != 1) refuse("header.rules: expected version 1");
    if (codes.size != 32 || differ(codes.data, digest))
        refuse("header.codes: the file was written for other codes, chances or costs than those of %s", game.text);
}

/* GUESS:RESPONSE GUESS:RESPONSE */
static History read_start(File *file) {
    History found = { string_of(field(file->header, "start", TEXT, 1), "header.start"), 0, NULL, NULL };
    uint32_t moves;
    char **parts = parts_of(copy_of(found.text), ' ', &moves);
    found.questions = room(moves, 4), found.responses = room(moves, 1);
    for (; *found.text && found.count < moves; found.count++) {
        char *move = parts[found.count], *response = strrchr(move, ':');
        uint32_t g = 0, r = 0;
        if (!response) refuse("header.start: expected GUESS:RESPONSE, got %s", move);
        *response++ = 0;
        while (g < game.questions && strcmp(question_text(g), move)) g++;
        while (r < game.responses && strcmp(response_text(r), response)) r++;
        if (g == game.questions || r == game.responses) refuse("header.start: %s:%s is no move", move, response);
        found.questions[found.count] = g, found.responses[found.count] = (byte)r;
    }
    return found;
}

/* ---- 5. Sets of secrets by number, found again by their members ---- */

static struct {
    uint32_t count, room, slots, *table; /* of numbers + 1, with a part of the hash in the highest bits; 0: empty */
    uint32_t *begins, *sizes;            /* of each set */
    Place *pages[4096];                  /* the members of all sets, ascending */
    uint32_t used;
    uint64_t *words;                     /* a random number for each secret: their exclusive or is the hash of a set */
} sets;
#define PAGE (1u << 20)
#define MOST_SETS (1u << 24)

static const Place *members(uint32_t set) { return sets.pages[sets.begins[set] / PAGE] + sets.begins[set] % PAGE; }

static void make_sets(uint32_t most) {
    memset(&sets, 0, sizeof sets);
    if (most >= MOST_SETS) refuse("more than %u positions are not known to this program", MOST_SETS);
    for (sets.slots = 16; sets.slots < 2 * most;) sets.slots *= 2;
    sets.room = most, sets.table = room(sets.slots, 4), sets.begins = room(most, 4), sets.sizes = room(most, 4);
    sets.words = room(game.secrets, 8);
    for (uint32_t i = 0; i < game.secrets; i++) { /* SplitMix64 */
        uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u, x = (x ^ x >> 27) * 0x94d049bb133111ebu;
        sets.words[i] = x ^ x >> 31;
    }
}

/* The slot of the set of those of some secrets that give a response: that of its number, or an empty one. */
static uint32_t slot_of(uint64_t hash, uint32_t size, const Place *some, const byte *responses, unsigned response) {
    uint32_t mark = (uint32_t)(hash >> 56) << 24, slot = (uint32_t)hash & (sets.slots - 1);
    for (; sets.table[slot]; slot = (slot + 1) & (sets.slots - 1)) {
        uint32_t set = (sets.table[slot] & (MOST_SETS - 1)) - 1, left = size;
        if ((sets.table[slot] & ~(MOST_SETS - 1)) != mark || sets.sizes[set] != size) continue;
        const Place *here = members(set), *other = some;
        for (const byte *r = responses; left; other++) {
            if (r && *r++ != response) continue;
            if (*other != *here++) break;
            left--;
        }
        if (!left) break;
    }
    return slot;
}

static uint64_t hash_of(const Place *some, uint32_t size) {
    uint64_t hash = size;
    for (uint32_t i = 0; i < size; i++) hash ^= sets.words[some[i]];
    return hash;
}

static uint32_t number_of(const Place *some, uint32_t size) {
    uint64_t hash = hash_of(some, size);
    uint32_t slot = slot_of(hash, size, some, NULL, 0);
    if (!sets.table[slot]) {
        uint32_t begin = sets.used;
        if (begin % PAGE + size > PAGE) begin += PAGE - begin % PAGE;
        if (begin / PAGE >= 4096) refuse("so many positions are not known to this program");
        if (!sets.pages[begin / PAGE]) sets.pages[begin / PAGE] = room(PAGE, sizeof(Place));
        sets.used = begin + size;
        sets.begins[sets.count] = begin, sets.sizes[sets.count] = size;
        memcpy((Place *)members(sets.count), some, size * sizeof *some);
        sets.table[slot] = ++sets.count | (uint32_t)(hash >> 56) << 24;
    }
    return (sets.table[slot] & (MOST_SETS - 1)) - 1;
}

/* ---- 6. Claims ---- */

typedef enum { TOTAL, DEPTH, EXPECTED, LOST, TARIFF } Objective;
static struct {
    int version, left, steps_known, tariff_known;
    uint32_t count, first, symmetries, groups;
    History start;
    Objective objective;
    const char *objective_text;
    Cost bound, steps[128], tariff[128]; /* the steps from the start on; what a secret costs by its guess */
    Place *whole;                        /* the secrets that agree with the start */
    uint32_t whole_size;
    Column guesses, responses, bounds, group_of;
    int32_t *lefts;                      /* guesses left at each claim; NULL for any number everywhere */
    byte *revealed;
    uint32_t *above, *places, *made;     /* the claim above each, its set, the guesses made since the start */
    uint32_t *best, *next;               /* the claim of a set that is told first, and the one told after each */
    uint32_t *originals;                 /* of copies; NONE else */
    const byte **maps;
    Demand *demands;
    const byte **symmetry;               /* a permutation of places, then one of symbols */
    uint32_t **moves, **members_of, *sizes_of; /* where a symmetry moves each code; the symmetries of each group */
    uint32_t *cores_of[66];              /* cores_of[k][s]: the first core for k guesses with s as its least member */
} proof;

static int left_at(uint32_t claim) { return proof.lefts ? proof.lefts[claim] : ANY; }
static Cost bound_at(uint32_t claim) { return proof.version == 3 ? INFINITE : at(&proof.bounds, claim); }
static uint32_t group_at(uint32_t claim) { return proof.version == 3 ? 0 : (uint32_t)at(&proof.group_of, claim); }
static int restricted(uint32_t claim) { return proof.demands && (claim == 0 || proof.revealed[claim]); }
static uint32_t told_apart(uint32_t made) {
    return proof.steps_known == 0 ? 0 : made < (uint32_t)proof.steps_known ? made : (uint32_t)proof.steps_known - 1;
}
static uint32_t made_at(uint32_t claim) { return proof.made ? told_apart(proof.made[claim]) : 0; }

/* What a move demands of later guesses in hard mode: greens stay, and of each letter as many copies as were marked. */
static void demand(Demand *d, uint32_t question, unsigned response) {
    const byte *word = game.letters + question * PLACES;
    byte copies[LETTERS] = { 0 };
    for (int i = game.pegs; i--; response /= 3) {
        copies[word[i]] += response % 3 > 0;
        if (response % 3 == 2) d->green[i] = d->green[i] && d->green[i] != word[i] + 1 ? 255 : (byte)(word[i] + 1);
    }
    for (int i = 0; i < LETTERS; i++) d->least[i] = d->least[i] > copies[i] ? d->least[i] : copies[i];
}

static int meets(const Demand *d, uint32_t question) {
    const byte *word = game.letters + question * PLACES;
    byte copies[LETTERS] = { 0 };
    for (int i = 0; i < game.pegs; i++) {
        if (d->green[i] && d->green[i] != word[i] + 1) return 0;
        copies[word[i]]++;
    }
    for (int i = 0; i < LETTERS; i++)
        if (copies[i] < d->least[i]) return 0;
    return 1;
}

/* Whether all guesses that meet `more` meet `less`. */
static int implies(const Demand *more, const Demand *less) {
    int plainly = 1;
    for (int i = 0; i < PLACES; i++) plainly &= !less->green[i] || less->green[i] == more->green[i];
    for (int i = 0; i < LETTERS; i++) plainly &= less->least[i] <= more->least[i];
    for (uint32_t g = 0; !plainly && g < game.questions; g++)
        if (meets(more, g) && !meets(less, g)) return 0;
    return 1;
}

/* The code that a permutation of places and symbols makes of one; NONE if it is no code. */
static uint32_t image(const byte *map, uint32_t code) {
    byte found[20];
    const byte *old = game.codes + (uint64_t)code * game.pegs;
    for (int i = 0; i < game.pegs; i++) found[i] = map[game.pegs + old[map[i]]];
    uint32_t low = 0, high = game.secrets;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = memcmp(game.codes + (uint64_t)middle * game.pegs, found, (size_t)game.pegs);
        if (order == 0) return middle;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return NONE;
}

/* A symmetry must permute places and symbols, those alone that the rules do not tell apart, and keep all weights. */
static const byte *symmetry_of(const byte *map, uint64_t size) {
    byte met[2][64] = { { 0 } };
    if (!game.codes || size != (uint64_t)(game.pegs + game.symbols)) refuse("a symmetry does not fit %s", game.text);
    for (int i = 0; i < (int)size; i++) {
        int of_symbols = i >= game.pegs, most = of_symbols ? game.symbols : game.pegs;
        int own = of_symbols ? i - game.pegs : i, fixed = !strcmp(option("leading_zero", "true"), "false");
        if (map[i] >= most || met[of_symbols][map[i]]++ || (fixed && (own == 0) != (map[i] == 0)))
            refuse("a symmetry does not permute what %s does not tell apart", game.text);
    }
    for (uint32_t i = 0; (game.weights || game.costs) && i < game.secrets; i++) {
        uint32_t to = image(map, i);
        if (to == NONE || weight_of(to) != weight_of(i) || cost_of(to) != cost_of(i))
            refuse("a symmetry changes the chances or costs of %s", game.text);
    }
    return map;
}

static void read_symmetries(File *file) {
    Piece list = field(file->header, "symmetries", ARRAY, 1), groups = field(file->header, "groups", ARRAY, 1);
    Reader from = { list.data, file->header.end };
    if (list.size && proof.start.count) refuse("header.symmetries: expected none behind a history");
    proof.symmetries = (uint32_t)list.size, proof.groups = (uint32_t)groups.size;
    proof.symmetry = room(list.size + 1, sizeof *proof.symmetry),
    proof.moves = room(list.size + 1, sizeof *proof.moves);
    for (uint32_t i = 0; i < list.size; i++) {
        Piece map = piece(&from);
        if (map.kind != BYTES) refuse("header.symmetries: expected bytes");
        proof.symmetry[i] = symmetry_of(map.data, map.size);
        proof.moves[i] = room(game.secrets, 4);
        for (uint32_t code = 0; code < game.secrets; code++) proof.moves[i][code] = image(map.data, code);
    }
    from.at = groups.data;
    proof.members_of = room(groups.size + 1, sizeof *proof.members_of), proof.sizes_of = room(groups.size + 1, 4);
    for (uint32_t i = 1; i <= groups.size; i++) {
        Piece group = piece(&from);
        if (group.kind != ARRAY || !group.size || group.size > file->size)
            refuse("header.groups: expected arrays of numbers");
        proof.members_of[i] = room(group.size, 4), proof.sizes_of[i] = (uint32_t)group.size;
        for (uint32_t j = 0; j < group.size; j++) {
            Piece member = piece(&from);
            if (member.kind != NUMBER || member.number < 0 || member.number >= (int64_t)list.size)
                refuse("header.groups: expected numbers below %u", proof.symmetries);
            proof.members_of[i][j] = (uint32_t)member.number;
        }
    }
}

static void read_entries(File *file) {
    static const char *names[9] = { "children", "guesses", "responses", "bounds", "groups", "left", "revealed",
                                    "originals", "maps" };
    Piece count = field(file->header, "entries", NUMBER, 1);
    uint64_t most = file->size * 4 > (1 << 22) ? file->size * 4 : 1 << 22;
    if (count.number < 1 || (uint64_t)count.number > most) refuse("header.entries: out of range");
    uint32_t n = proof.count = (uint32_t)count.number;
    if (file->count != (proof.version == 1 ? 5 : proof.version == 2 ? 7 : 9))
        refuse("columns: expected another number");
    read_symmetries(file);
    const int widths[7] = { 4, width_of(game.guesses), width_of(game.responses), proof.version == 1 ? 4 : 8, 4, 4, 1 };
    const uint64_t below[7] = { n, game.questions, game.responses - 1, (uint64_t)INFINITE, proof.groups + 1,
                                ((uint64_t)1 << 31) + 1, (uint64_t)game.restricts + 1 };
    Column columns[9];
    for (int i = 0; i < 7 && i < file->count; i++)
        columns[i] = column_of(names[i], file->columns[i], n, widths[i], below[i]);
    proof.guesses = columns[1], proof.responses = columns[2], proof.bounds = columns[3], proof.group_of = columns[4];
    proof.bound = bound_at(0);
    proof.above = room(n, 4);
    uint64_t reached = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (reached <= i) refuse("columns.children: entry %u stands before its parent", i);
        for (int64_t left = at(&columns[0], i); left--; reached++) {
            if (reached == n) refuse("columns.children: they add up to more than %u entries", n);
            proof.above[reached] = i;
        }
    }
    if (reached != n) refuse("columns.children: they add up to %u entries", (uint32_t)reached);
    if (proof.version == 1) { give_back(columns[0].bytes); return; }
    proof.lefts = room(n, 4), proof.revealed = columns[6].bytes;
    for (uint32_t i = 1; i < n; i++) proof.lefts[i] = (int32_t)(at(&columns[5], i) - 1);
    proof.lefts[0] = proof.left;
    if (proof.version == 2) return;
    columns[7] = column_of(names[7], file->columns[7], n, 4, n + 1);
    proof.originals = room(n, 4), proof.maps = room(n, sizeof *proof.maps);
    uint64_t width = (uint64_t)(game.pegs + game.symbols), copies = 0;
    for (uint32_t i = 0; i < n; i++) copies += at(&columns[7], i) > 0;
    if (!game.codes || proof.start.count) refuse("header.game: expected one with symmetries, from its beginning");
    columns[8] = column_of(names[8], file->columns[8], copies * width, 1, 256);
    copies = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t original = proof.originals[i] = (uint32_t)at(&columns[7], i) - 1;
        if (original == NONE) continue;
        if (!i || !original || at(&columns[7], original) || at(&columns[0], i) || at(&columns[4], i)
            || bound_at(i) > bound_at(original) || at(&columns[5], i) != at(&columns[5], original))
            refuse("columns.originals: entry %u is no copy of entry %u", i, original);
        proof.maps[i] = symmetry_of(columns[8].bytes + width * copies++, width);
    }
}

static int last_level(void) { return game.announces ? 1 : 2; }

/* Version 3: the cores of each number of guesses, then the whole. */
static void read_cores(File *file) {
    Piece bound = field(file->header, "bound", NUMBER, 1), counts = field(file->header, "cores", ARRAY, 1);
    Reader from = { counts.data, file->header.end };
    uint64_t total = 0, sum = 0;
    if (bound.number <= last_level() || bound.number > 64 || (uint64_t)(bound.number - last_level() - 1) != counts.size)
        refuse("header.bound: expected %d to 64, and as many numbers of cores", last_level() + 1);
    uint32_t level_ends[64];
    for (uint32_t i = 0; i < counts.size; i++) {
        Piece count = piece(&from);
        if (count.kind != NUMBER || count.number < 0 || count.number > (1 << 24)) refuse("header.cores: out of range");
        level_ends[i] = (uint32_t)(total += (uint64_t)count.number);
    }
    if (total > (1 << 18) && total > file->size) refuse("header.cores: expected fewer");
    proof.bound = bound.number, proof.count = (uint32_t)total + 1;
    if (file->count != 2) refuse("columns: expected 2");
    Column sizes = column_of("sizes", file->columns[0], total, 4, game.secrets + 1);
    for (uint32_t i = 0; i < total; i++) {
        if (at(&sizes, i) < 2) refuse("columns.sizes: expected two members or more");
        sum += (uint64_t)at(&sizes, i);
    }
    if (sum > (1 << 20) && sum > 4 * file->size) refuse("columns.sizes: expected fewer members");
    Column listed = column_of("members", file->columns[1], sum, width_of(game.secrets), game.secrets);
    Place *some = room(game.secrets, sizeof *some), *before = room(game.secrets, sizeof *before);
    uint32_t before_size = 0, level = 0;
    proof.places = room(proof.count, 4), proof.lefts = room(proof.count, 4);
    make_sets(proof.count);
    sum = 0;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t size = (uint32_t)at(&sizes, i), same = 0;
        while (i >= level_ends[level]) level++, before_size = 0;
        for (uint32_t j = 0; j < size; j++) {
            some[j] = (Place)at(&listed, sum++);
            if (j && some[j] <= some[j - 1]) refuse("columns.members: core %u: expected ascending numbers", i);
        }
        while (same < size && same < before_size && some[same] == before[same]) same++;
        if (before_size && (same == size || (same < before_size && some[same] < before[same])))
            refuse("columns.members: core %u does not come after the one before it", i);
        memcpy(before, some, size * sizeof *some), before_size = size;
        proof.places[i] = number_of(some, size), proof.lefts[i] = (int32_t)level + last_level();
        uint32_t **cores = &proof.cores_of[proof.lefts[i]];
        if (!*cores) {
            *cores = room(game.secrets + 1, 4);
            memset(*cores, 255, (game.secrets + 1) * 4);
        }
        if ((*cores)[some[0]] == NONE) (*cores)[some[0]] = i;
    }
    proof.lefts[total] = (int32_t)proof.bound - 1;
    proof.places[total] = number_of(proof.whole, proof.whole_size);
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
    if (!strcmp(from, "lexicographic")) {
        if (proof.left < 1 || proof.left > 64) refuse("header.left: expected 1 to 64 beside lexicographic");
        tariff_of_levels(proof.tariff, n = proof.left);
    } else {
        if (strncmp(from, "cost=", 5)) refuse("header.objective: %s is not known to this program", from);
        char *end;
        for (from += 4; *from == (n ? ':' : '=') && n < 100 && from[1] >= '0' && from[1] <= '9'; n++, from = end) {
            proof.tariff[n] = strtoll(from + 1, &end, 10);
            if (proof.tariff[n] > 1000000000 || (n && proof.tariff[n] <= proof.tariff[n - 1]))
                refuse("header.objective: expected numbers that rise, got %s", proof.objective_text);
        }
        if (*from || n < 2) refuse("header.objective: %s is not known to this program", proof.objective_text);
        made = (int)proof.start.count;
    }
    proof.tariff_known = n;
    Cost sum = 0;
    for (int i = made; proof.steps_known == 0 || i < n; i++) {
        int last = i < n ? i : n - 1;
        proof.steps[proof.steps_known] = proof.tariff[last] - (last ? proof.tariff[last - 1] : 0);
        sum = plus(sum, proof.steps[proof.steps_known++]);
    }
    if (times(sum, game.secrets) >= (Cost)1 << 61) refuse("sums that do not fit in 64 bits: %s", proof.objective_text);
    if (game.announces || game.costs) refuse("header.objective: %s is for guesses that cost one", proof.objective_text);
}

static void read_objective(File *file) {
    static const char *names[] = { "total", "depth", "expected", "lost" };
    proof.objective_text = string_of(field(file->header, "objective", TEXT, 1), "header.objective");
    for (proof.objective = TOTAL; proof.objective < TARIFF && strcmp(names[proof.objective], proof.objective_text);)
        proof.objective++;
    int even = !game.restricts && !game.turns && !game.weights && !game.costs;
    if (proof.version == 1 && (!even || proof.objective > DEPTH)) refuse("header.game: expected version 2");
    if (proof.version == 3 && proof.objective != DEPTH) refuse("header.objective: expected depth");
    if (proof.objective == TARIFF) read_tariff();
    int turns_left = game.turns > (int)proof.start.count ? game.turns - (int)proof.start.count : 0;
    if (proof.version == 1 || proof.version == 3) return;
    if (game.turns && (proof.left == ANY || proof.left > turns_left))
        refuse("header.left: expected no more than the turns");
    if (proof.objective == LOST && (!game.turns || proof.left != turns_left))
        refuse("header.left: expected all turns left");
}

static struct { uint32_t count; char lines[10][300]; } problems;

/* Keep why a claim is not proven, to be told behind the sentence; returns 0. */
static int problem(uint32_t claim, const char *format, ...) {
    va_list details;
    if (problems.count == 10) return 0;
    char *line = problems.lines[problems.count++];
    int of_cores = proof.version == 3, whole = of_cores && claim == proof.count - 1;
    int length = sprintf(line, whole ? "the whole game: " : of_cores ? "core %u: " : "entry %u: ", claim);
    va_start(details, format);
    vsnprintf(line + length, sizeof problems.lines[0] - (size_t)length, format, details);
    va_end(details);
    return 0;
}

/* Find the set of each claim; returns whether there is one. */
static int place_claims(void) {
    Place *some = room(game.secrets, sizeof *some);
    make_sets(proof.count);
    proof.places = room(proof.count, 4);
    proof.places[0] = number_of(proof.whole, proof.whole_size);
    if (proof.steps_known) proof.made = room(proof.count, 4);
    if (game.restricts) proof.demands = room(proof.count, sizeof *proof.demands);
    for (uint32_t i = 0; game.restricts && i < proof.start.count; i++)
        demand(proof.demands, proof.start.questions[i], proof.start.responses[i]);
    for (uint32_t claim = 1; claim < proof.count; claim++) {
        uint32_t above = proof.above[claim], set = proof.places[above], size = 0,
                 question = (uint32_t)at(&proof.guesses, claim);
        unsigned response = (unsigned)at(&proof.responses, claim);
        const Place *all = members(set);
        for (uint32_t i = 0; i < sets.sizes[set]; i++)
            if (answer(all[i], question) == response) some[size++] = all[i];
        if (!size) return problem(claim, "no secret is left after the response it names");
        proof.places[claim] = number_of(some, size);
        if (proof.made) proof.made[claim] = proof.made[above] + 1;
        if (!proof.demands) continue;
        proof.demands[claim] = proof.demands[above];
        demand(&proof.demands[claim], question, response);
    }
    return 1;
}

/* Which claims are told of each set: all, or in version 1, where they are of the same kind, the strongest. */
static void learn(void) {
    proof.best = room(sets.count, 4);
    memset(proof.best, 255, sets.count * 4);
    if (proof.version != 1) proof.next = room(proof.count, 4);
    for (uint32_t claim = 0; claim < proof.count; claim++) {
        uint32_t *best = &proof.best[proof.places[claim]];
        if (proof.version == 1) {
            if (*best == NONE || bound_at(claim) > bound_at(*best)) *best = claim;
        } else if (claim || proof.first == NONE) {
            proof.next[claim] = *best, *best = claim;
        }
    }
}

/* ---- 7. Counting: what the sizes of sets, or the weights in them, prove ---- */

static struct {
    int32_t *levels, *last;  /* the guess that finds the i-th of any secrets at best; the last for so many; 0: never */
    Cost *totals, *costs[128]; /* the least total for so many; and by a tariff, after so many guesses */
    Cost *sums;              /* room for the weights in a set */
    Cost cheapest;           /* question */
} count;

/* Within k + 1 guesses one secret is found by the first, and in each of its cells no more than any strategy finds there
   within k, nor than the cell has; and no guess spreads a part better than it spreads the whole. */
static void count_where_secrets_are_asked(void) {
    uint32_t n = proof.whole_size, *sizes = room(game.responses, 4), *of_size = room(n + 2, 4);
    uint32_t *most = room(n + 1, 4), level = 1, found = 0;
    for (uint32_t q = 0; q < game.questions; q++) {
        memset(sizes, 0, game.responses * 4), memset(of_size, 0, (n + 2) * 4);
        for (uint32_t i = 0; i < n; i++) sizes[answer(proof.whole[i], q)]++;
        for (uint32_t r = 0; r + 1 < game.responses; r++) of_size[sizes[r]]++;
        uint32_t larger = game.responses - 1 - of_size[0], held = 0;
        for (uint32_t k = 1; k <= n && larger; k++) { /* held: what the cells hold of no more than k in each */
            held += larger, larger -= of_size[k];
            if (held > most[k]) most[k] = held;
        }
    }
    for (uint32_t k = 1; k <= n; k++) most[k] = most[k] > most[k - 1] ? most[k] : most[k - 1];
    for (; found < n && (game.responses > 1 || level == 1); level++)
        for (uint32_t now = 1 + most[found]; found < now && found < n; found++)
            count.levels[found] = count.last[found + 1] = (int32_t)level;
    for (uint32_t i = 0; i < n; i++)
        count.totals[i + 1] = count.levels[i] ? count.totals[i] + count.levels[i] : INFINITE;
}

/* Where secrets are announced a tree grows: a leaf after k questions becomes a question, the shallowest first. */
static void count_where_secrets_are_announced(void) {
    uint32_t branches = game.responses - 1;
    for (uint32_t n = 2; n <= proof.whole_size; n++) {
        uint64_t leaves = 1, here = 1, depth = 0; /* leaves so far, and those of the least depth */
        Cost total = 0;
        if (branches < 2) { count.totals[n] = INFINITE, count.last[n] = -1; continue; }
        while (leaves < n) {
            if (!here) depth++, here = leaves;
            uint64_t more = branches < n - leaves + 1 ? branches : n - leaves + 1;
            total += (Cost)(more * (depth + 1) - depth), leaves += more - 1, here--;
        }
        count.totals[n] = total, count.last[n] = (int32_t)depth + 1;
    }
}

static void make_counts(void) {
    uint32_t n = proof.whole_size;
    count.levels = room(n + 1, 4), count.last = room(n + 1, 4), count.totals = room(n + 1, 8),
    count.sums = room(2 * n + 2 * game.responses, 8);
    count.cheapest = INFINITE;
    for (uint32_t g = 0; g < game.questions; g++)
        count.cheapest = cost_of(g) < count.cheapest ? cost_of(g) : count.cheapest;
    if (game.announces) count_where_secrets_are_announced();
    else count_where_secrets_are_asked();
    for (int made = 0; made < proof.steps_known; made++) {
        count.costs[made] = room(n + 1, 8);
        for (uint32_t i = 0; i < n; i++) {
            Cost one = count.levels[i] ? 0 : INFINITE;
            for (int level = 0; level < count.levels[i]; level++)
                one = plus(one, proof.steps[told_apart((uint32_t)(made + level))]);
            count.costs[made][i + 1] = plus(count.costs[made][i], one);
        }
    }
}

static int within(uint32_t number, int left) { /* whether so many secrets may be found within the guesses left */
    int last = count.last[number];
    return last >= 0 && (last > 0 || number == 0 || game.announces) && (left == ANY || last <= left);
}

static Cost counted_size(uint32_t size, int left, uint32_t made) {
    if (!within(size, left)) return INFINITE;
    return proof.steps_known          ? count.costs[made][size]
           : proof.objective == DEPTH ? count.last[size]
                                      : count.totals[size];
}

static int by_size(const void *one, const void *other) {
    Cost a = *(const Cost *)one, b = *(const Cost *)other;
    return (a > b) - (a < b);
}

/* The least sum, over all trees, of the weights below each question, by Huffman's method; the weights ascend. */
static Cost huffman(Cost *weights, uint32_t n, uint32_t branches) {
    uint32_t leaf = 0, merged = n, end = n, first = n > 1 ? 2 + (n - 2) % (branches - 1) : 0;
    Cost total = 0;
    for (uint32_t left = n, take = first; left > 1; left -= take - 1, take = branches) {
        Cost sum = 0;
        for (uint32_t i = 0; i < take; i++)
            sum +=
                leaf < n && (merged == end || weights[leaf] <= weights[merged]) ? weights[leaf++] : weights[merged++];
        weights[end++] = sum, total += sum;
    }
    return total;
}

static Cost counted_lost(uint32_t n, int left) { /* the lightest are lost: those for which there is no place */
    uint32_t found = 0;
    if (game.announces && left != ANY) {
        uint64_t places = 1;
        for (int i = 0; i < left && places < n && game.responses > 2; i++) places *= game.responses - 1;
        found = n <= places ? n : (uint32_t)places - 1;
    } else if (game.announces) {
        found = count.last[n] >= 0 ? n : 1;
    } else {
        while (found < n && count.levels[found] && (left == ANY || count.levels[found] <= left)) found++;
    }
    Cost lost = 0;
    for (uint32_t i = 0; i + found < n; i++) lost += count.sums[i];
    return lost;
}

/* What counting proves of a set. */
static Cost counted(const Place *some, uint32_t n, int left, uint32_t made) {
    if (proof.version == 3) return left < last_level() && n > 1 ? INFINITE : 0;
    if (proof.objective != EXPECTED && proof.objective != LOST) return counted_size(n, left, made);
    Cost found = 0;
    if (proof.objective == EXPECTED && !within(n, left)) return INFINITE;
    for (uint32_t i = 0; i < n; i++) count.sums[i] = weight_of(some[i]);
    qsort(count.sums, n, sizeof(Cost), by_size);
    if (proof.objective == LOST) return counted_lost(n, left);
    if (game.announces) return count.cheapest * huffman(count.sums, n, game.responses - 1);
    for (uint32_t i = 0; i < n; i++) {
        found += weight_of(some[i]) * cost_of(game.own ? game.own[some[i]] : some[i]);
        found += count.cheapest * count.sums[n - 1 - i] * (count.levels[i] - 1);
    }
    return found;
}

/* ---- 8. How a question splits a set, and what that costs by what is known ---- */

static struct {
    byte *responses;               /* of each member */
    uint32_t *sizes, *met, cells;  /* of each response; the responses that are met, and how many there are */
    uint64_t *hashes;
    Place *cell;
} split;

static void make_split(void) {
    memset(&split, 0, sizeof split);
    split.responses = room(game.secrets, 1), split.cell = room(game.secrets, sizeof(Place));
    split.sizes = room(game.responses, 4), split.met = room(game.responses, 4), split.hashes = room(game.responses, 8);
}

static void split_by(const Place *some, uint32_t n, uint32_t question) {
    while (split.cells) split.sizes[split.met[--split.cells]] = 0;
    for (uint32_t i = 0; i < n; i++) {
        unsigned response = answer(some[i], question);
        split.responses[i] = (byte)response;
        if (!split.sizes[response]++) split.met[split.cells++] = response, split.hashes[response] = 0;
        split.hashes[response] ^= sets.words[some[i]];
    }
}

static const Place *cell_of(const Place *some, unsigned response) {
    uint32_t size = 0;
    for (uint32_t i = 0; size < split.sizes[response]; i++)
        if (split.responses[i] == response) split.cell[size++] = some[i];
    return split.cell;
}

/* Whether some core for k guesses is a part of a cell. */
static int holds_a_core(const Place *cell, uint32_t n, int k) {
    const uint32_t *first = k > 65 ? NULL : proof.cores_of[k];
    for (uint32_t i = 0; first && i < n; i++)
        for (uint32_t core = first[cell[i]]; core < proof.count - 1 && proof.lefts[core] == k; core++) {
            const Place *all = members(proof.places[core]);
            uint32_t size = sets.sizes[proof.places[core]], met = 0;
            if (all[0] != cell[i]) break;
            for (uint32_t j = i; met < size && j < n; j++) met += cell[j] == all[met];
            if (met == size) return 1;
        }
    return 0;
}

/* The most that claims say of the cell of a response; `low` is what is known of it without them. */
static Cost claimed(
    uint32_t claim, const Place *some, uint32_t question, unsigned response, int left, uint32_t made, Cost low) {
    if (proof.version == 3)
        return low || !holds_a_core(cell_of(some, response), split.sizes[response], left) ? low : INFINITE;
    uint32_t size = split.sizes[response];
    uint32_t slot = slot_of(split.hashes[response] ^ size, size, some, split.responses, response);
    if (!sets.table[slot]) return low;
    Demand here;
    int asked = 0;
    for (uint32_t other = proof.best[(sets.table[slot] & (MOST_SETS - 1)) - 1]; other != NONE;
         other = proof.next ? proof.next[other] : NONE) {
        Cost bound = bound_at(other);
        int limit = left_at(other);
        if (bound <= low || (limit != ANY && (left == ANY || left > limit)) || made_at(other) != told_apart(made))
            continue;
        if (restricted(other)) {
            if (!asked) {
                memset(&here, 0, sizeof here);
                if (restricted(claim)) here = proof.demands[claim];
                demand(&here, question, response), asked = 1;
            }
            if (!implies(&here, &proof.demands[other])) continue;
        }
        low = bound;
    }
    return low;
}

static Cost asking(const Place *some, uint32_t n, uint32_t question, uint32_t made) {
    Cost weight = 0;
    if (proof.steps_known) return times(proof.steps[told_apart(made)], n);
    if (proof.objective == DEPTH || proof.objective == LOST) return proof.objective == DEPTH;
    if (proof.objective == TOTAL) return n;
    for (uint32_t i = 0; i < n; i++) weight += weight_of(some[i]);
    return cost_of(question) * weight;
}

/* What a question costs at the set of a claim by what is known of its cells: the bound of the claim, or more, where
   that much is found before all cells are looked at. */
static Cost cost_by_cells(uint32_t claim, const Place *some, uint32_t n, uint32_t question, int forced) {
    int deep = proof.objective == DEPTH, left = left_at(claim) == ANY ? ANY : left_at(claim) - 1;
    uint32_t made = made_at(claim) + 1;
    Cost bound = bound_at(claim), asked = asking(some, n, question, made - 1), sum = 0, lows[256];
    int gathers = proof.objective == EXPECTED || proof.objective == LOST;
    split_by(some, n, question);
    if (split.cells == 1 && split.met[0] != game.responses - 1 && proof.version != 3 && !forced) return INFINITE;
    for (uint32_t i = 0; i < split.cells; i++) {
        unsigned r = split.met[i];
        if (r == game.responses - 1) continue;
        lows[i] = counted(gathers ? cell_of(some, r) : NULL, split.sizes[r], left, told_apart(made));
        sum = deep ? (lows[i] > sum ? lows[i] : sum) : plus(sum, lows[i]);
        if (sum >= INFINITE) return INFINITE;
    }
    for (uint32_t i = 0; i < split.cells && plus(asked, sum) < bound; i++) {
        unsigned r = split.met[i];
        if (r == game.responses - 1) continue;
        Cost more = claimed(claim, some, question, r, left, made, lows[i]);
        if (more >= INFINITE) return INFINITE;
        sum = deep ? (more > sum ? more : sum) : plus(sum, more - lows[i]);
    }
    return plus(asked, sum);
}

/* ---- 9. Every claim is proven, or not ---- */


/* Whether a question costs what is claimed, or more. */
static int costs_enough(uint32_t claim, uint32_t question, int forced) {
    uint32_t n = sets.sizes[proof.places[claim]];
    Cost bound = bound_at(claim), cost = cost_by_cells(claim, members(proof.places[claim]), n, question, forced);
    if (cost >= bound) return 1;
    if (proof.version == 3) return problem(claim, "guess %s may be enough", question_text(question));
    return problem(claim, "of %u secrets, at least %lld is claimed, but guess %s may need only %lld", n,
        (long long)bound, question_text(question), (long long)cost);
}

/* Whether a permutation, as images of all codes, makes one set of another. */
static int makes(const uint32_t *moves, uint32_t original, uint32_t set) {
    static byte there[65536];
    uint32_t met = 0;
    for (uint32_t i = 0; i < sets.sizes[set]; i++) there[members(set)[i]] = 1;
    for (uint32_t i = 0; i < sets.sizes[original]; i++) met += there[moves[members(original)[i]]];
    for (uint32_t i = 0; i < sets.sizes[set]; i++) there[members(set)[i]] = 0;
    return met == sets.sizes[set] && met == sets.sizes[original];
}

static int is_copy(uint32_t claim, uint32_t original) {
    uint32_t *moves = room(game.secrets, 4), set = proof.places[original];
    for (uint32_t i = 0; i < sets.sizes[set]; i++) moves[members(set)[i]] = image(proof.maps[claim], members(set)[i]);
    int good = makes(moves, set, proof.places[claim]) && made_at(claim) == made_at(original);
    give_back(moves);
    return good || problem(claim, "no symmetry makes its candidates of those of entry %u", original);
}

/* Only the first of the questions that the symmetries of a group make of each other is looked at. */
static int lowest_cost_enough(uint32_t claim, uint32_t group) {
    byte *met = room(game.questions, 1);
    uint32_t *todo = room(game.questions, 4), left, set = proof.places[claim];
    int good = !restricted(claim);
    for (uint32_t i = 0; good && i < proof.sizes_of[group]; i++)
        good = makes(proof.moves[proof.members_of[group][i]], set, set);
    if (!good) problem(claim, "its symmetries do not leave its candidates as they are");
    for (uint32_t q = 0; good && q < game.questions; q++) {
        if (met[q]) continue;
        for (met[todo[0] = q] = 1, left = 1; left;) {
            uint32_t code = todo[--left];
            for (uint32_t i = 0; i < proof.sizes_of[group]; i++) {
                uint32_t to = proof.moves[proof.members_of[group][i]][code];
                if (!met[to]) met[to] = 1, todo[left++] = to;
            }
        }
        good = costs_enough(claim, q, 0);
    }
    give_back(met), give_back(todo);
    return good;
}

/* The fewest cells with which a question may cost less than is claimed, if the secrets are spread evenly; a question
   that is a member (solving) is one cell of its own. NONE: any number is enough to cost that much. */
static uint32_t fewest_cells(uint32_t claim, uint32_t n, uint32_t solving) {
    int left = left_at(claim) == ANY ? ANY : left_at(claim) - 1, deep = proof.objective == DEPTH;
    uint32_t made = made_at(claim), others = n - solving,
             most = others < game.responses - 1 ? others : game.responses - 1;
    Cost asked = asking(NULL, n, 0, made), bound = bound_at(claim);
    if (!others) return asked < bound ? 1 : NONE;
    for (uint32_t k = solving ? 1 : 2; k <= most; k++) {
        uint32_t size = others / k, larger = others % k;
        Cost low = counted_size(size, left, told_apart(made + 1));
        Cost high = larger ? counted_size(size + 1, left, told_apart(made + 1)) : 0;
        Cost cost = deep ? (high > low ? high : low) : plus(times(low, k - larger), times(high, larger));
        if (plus(asked, cost) < bound) return k + solving;
    }
    return NONE;
}

/* All questions of enough cells, where each secret has one bit for each response, 16 to a question. */
static int enough_by_bits(uint32_t claim, const Place *some, uint32_t n, uint32_t fewest) {
    static const uint64_t one = 0x0001000100010001u, odd = 0x5555555555555555u, two = 0x3333333333333333u;
    uint64_t *met = room(game.hot_words, 8), words = game.hot_words;
    int good = 1;
    for (uint32_t i = 0; i < n; i += 4) { /* four secrets at a time; the last ones more than once */
        const uint64_t *row[4];
        for (uint32_t j = 0; j < 4; j++) row[j] = game.hot + some[i + j < n ? i + j : n - 1] * words;
        for (uint64_t w = 0; w < words; w++) met[w] |= row[0][w] | row[1][w] | row[2][w] | row[3][w];
    }
    for (uint64_t w = 0; good && w < words; w++) {
        uint64_t x = met[w] - (met[w] >> 1 & odd);
        x = (x & two) + (x >> 2 & two), x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu,
        x = (x + (x >> 8)) & 0x00ff00ff00ff00ffu;
        x = (x + (0x8000 - fewest) * one) & 0x8000 * one;
        for (uint32_t i = 0; x && good && i < 4; i++)
            if (x >> (16 * i + 15) & 1) good = costs_enough(claim, (uint32_t)(4 * w) + i, 0);
    }
    give_back(met);
    return good;
}

/* Claims that are left: the fewest cells with which a question may cost less, and one that is a member. */
typedef struct { uint32_t claim, fewest, solving; } Open;
/* Up to 64 of them, as bits: for each secret of their union, those whose set it is in. */
typedef struct { uint32_t begin, count, size, fewest; Place *all; uint64_t *in; } Group;

static struct { Open *open; uint32_t opened, count; Group *groups; byte *marks; } left;

static uint32_t common(byte mark, uint32_t set) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < sets.sizes[set]; i++) found += (left.marks[members(set)[i]] & mark) > 0;
    return found;
}

static void mark(uint32_t set, byte with) {
    for (uint32_t i = 0; i < sets.sizes[set]; i++) left.marks[members(set)[i]] ^= with;
}

static void make_group(uint32_t begin, uint32_t end) {
    Group *group = &left.groups[left.count++];
    Group made = { begin, end - begin, 0, NONE, NULL, NULL };
    uint64_t *in = room(game.secrets, 8);
    for (uint32_t i = begin; i < end; i++) {
        uint32_t set = proof.places[left.open[i].claim];
        for (uint32_t j = 0; j < sets.sizes[set]; j++)
            made.size += !in[members(set)[j]], in[members(set)[j]] |= (uint64_t)1 << (i - begin);
        if (left.open[i].fewest < made.fewest) made.fewest = left.open[i].fewest;
        if (left.open[i].solving < made.fewest) made.fewest = left.open[i].solving;
    }
    made.all = room(made.size, sizeof(Place)), made.in = room(made.size, 8);
    for (uint32_t s = 0, i = 0; s < game.secrets; s++)
        if (in[s]) made.all[i] = (Place)s, made.in[i++] = in[s];
    give_back(in);
    *group = made;
}

/* Divide claims until few are left: those that have more in common with the set of one of them, and with that of one
   that has little in common with it. How well that is done matters for speed alone. */
static void make_groups(uint32_t begin, uint32_t end) {
    if (end - begin <= 64) {
        if (end > begin) make_group(begin, end);
        return;
    }
    uint32_t one = proof.places[left.open[begin + (end - begin) / 2].claim], two = one, least = NONE, low = begin,
             high = end;
    mark(one, 1);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t set = proof.places[left.open[begin + (uint32_t)((uint64_t)(end - begin) * i / 64)].claim];
        uint32_t share = common(1, set) * 1000 / (sets.sizes[set] + sets.sizes[one]);
        if (share < least) least = share, two = set;
    }
    mark(two, 2);
    while (low < high) {
        uint32_t set = proof.places[left.open[low].claim];
        if ((uint64_t)common(1, set) * sets.sizes[two] > (uint64_t)common(2, set) * sets.sizes[one]) {
            low++;
            continue;
        }
        Open moved = left.open[--high];
        left.open[high] = left.open[low], left.open[low] = moved;
    }
    mark(one, 1), mark(two, 2);
    if (low - begin < (end - begin) / 16 + 1 || end - low < (end - begin) / 16 + 1) low = begin + (end - begin) / 2;
    make_groups(begin, low), make_groups(low, end);
}

/* Which sums, each a column of bits in `sums`, are at least the numbers that are columns in `fewest`. */
static uint64_t at_least(const uint64_t *sums, const uint64_t *fewest) {
    uint64_t found = ~(uint64_t)0;
    for (int bit = 0; bit < 9; bit++) found = (sums[bit] & ~fewest[bit]) | (~(sums[bit] ^ fewest[bit]) & found);
    return found;
}

/* Add two columns of bits to a third; returns the carries. */
static uint64_t carried(uint64_t *sum, uint64_t one, uint64_t two) {
    uint64_t carry = (*sum & (one | two)) | (one & two);
    *sum ^= one ^ two;
    return carry;
}

/* Look at some questions for all claims of a group: those with enough cells must cost enough. A response is met by the
   sets, as bits, in which some member gives it; so the sum of these bits over all responses counts their cells. */
static int group_costs_enough(const Group *group, uint32_t from, uint32_t to) {
    uint64_t met_by[256] = { 0 }, fewest[2][9] = { { 0 } },
             here = group->count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << group->count) - 1;
    uint64_t masks[260];
    byte met[257];
    int good = 1;
    for (uint32_t i = 0; i < group->count; i++)
        for (int bit = 0; bit < 9; bit++) {
            const Open *open = &left.open[group->begin + i];
            fewest[0][bit] |= (uint64_t)((open->fewest < 511 ? open->fewest : 511) >> bit & 1) << i;
            fewest[1][bit] |= (uint64_t)((open->solving < 511 ? open->solving : 511) >> bit & 1) << i;
        }
    for (uint32_t question = from; good && question < to; question++) {
        const byte *row = game.answers + (uint64_t)question * game.secrets;
        uint64_t sums[9] = { 0 }, own;
        uint32_t cells = 0;
        for (uint32_t i = 0; i < group->size; i++) {
            byte response = row[group->all[i]];
            met[cells] = response, cells += !met_by[response], met_by[response] |= group->in[i];
        }
        own = met_by[game.responses - 1];
        for (uint32_t i = 0; i < cells; i++) masks[i] = met_by[met[i]], met_by[met[i]] = 0;
        if (cells < group->fewest) continue;
        masks[cells] = masks[cells + 1] = masks[cells + 2] = 0;
        for (uint32_t i = 0; i < cells; i += 4) {
            uint64_t one = carried(&sums[0], masks[i], masks[i + 1]);
            uint64_t two = carried(&sums[0], masks[i + 2], masks[i + 3]), carry = carried(&sums[1], one, two);
            for (int bit = 2; carry; bit++) carry = carried(&sums[bit], carry, 0);
        }
        uint64_t open = at_least(sums, fewest[0]) & ~own & here;
        if (own) open |= at_least(sums, fewest[1]) & own & here;
        for (uint32_t i = 0; open && good; i++, open >>= 1)
            if (open & 1) good = costs_enough(left.open[group->begin + i].claim, question, 0);
    }
    return good;
}

/* Some questions at a time, so that their responses stay in the cache of a processor. */
static int rest_is_proven(void) {
    enum { TOGETHER = 64 };
    left.groups = room(left.opened / 2 + 1, sizeof *left.groups);
    make_groups(0, left.opened);
    for (uint32_t from = 0; from < game.questions; from += TOGETHER)
        for (uint32_t i = 0; i < left.count; i++) {
            uint32_t to = game.questions - from < TOGETHER ? game.questions : from + TOGETHER;
            if (!group_costs_enough(&left.groups[i], from, to)) return 0;
        }
    return 1;
}

/* Whether a claim is proven; some are left for later. */
static int is_proven(uint32_t claim) {
    uint32_t set = proof.places[claim], n = sets.sizes[set], group = group_at(claim);
    int limit = left_at(claim), good = 1, forced = claim == 0 && proof.first != NONE;
    if (proof.version == 3 && common(1, set) < n) return problem(claim, "not all agree with the start");
    if (proof.originals && proof.originals[claim] != NONE) return is_copy(claim, proof.originals[claim]);
    if (bound_at(claim) <= counted(members(set), n, limit, made_at(claim))) return 1;
    if (!forced && game.announces && n == 1) return problem(claim, "the one secret left is known, but more is claimed");
    if (limit == 0)
        return proof.objective != LOST || problem(claim, "no guess is left, but more is claimed to be lost");
    if (forced) return costs_enough(claim, proof.first, 1);
    if (group) return lowest_cost_enough(claim, group);
    if (proof.version != 3 && !game.announces && !game.restricts && proof.objective != EXPECTED &&
        proof.objective != LOST) {
        Open open = { claim, fewest_cells(claim, n, 0), fewest_cells(claim, n, 1) };
        for (uint32_t i = 0; game.hot && good && i < n && open.solving != NONE; i++)
            good = costs_enough(claim, game.own ? game.own[members(set)[i]] : members(set)[i], 0);
        if (game.hot) return good && (open.fewest == NONE || enough_by_bits(claim, members(set), n, open.fewest));
        if (open.fewest != NONE || open.solving != NONE) left.open[left.opened++] = open;
        return 1;
    }
    for (uint32_t q = 0; good && q < game.questions; q++)
        if (!restricted(claim) || meets(&proof.demands[claim], q)) good = costs_enough(claim, q, 0);
    return good;
}

static int all_proven(void) {
    int good = 1;
    memset(&left, 0, sizeof left);
    left.open = room(game.hot ? 1 : proof.count, sizeof *left.open), left.marks = room(game.secrets, 1);
    for (uint32_t i = 0; proof.version == 3 && i < proof.whole_size; i++) left.marks[proof.whole[i]] = 1;
    for (uint32_t claim = 0; claim < proof.count && problems.count < 10; claim++)
        if (proof.version != 1 || proof.best[proof.places[claim]] == claim) good &= is_proven(claim);
    return good && rest_is_proven();
}

/* ---- 10. The tree of a strategy file, played against all secrets ---- */

static struct {
    int64_t total, lost, mass, questions, expected, lost_mass, *histogram;
    uint32_t depth, known, first;
    int good;
} tree;

static int same_number(Reader claims, const char *name, int64_t found) {
    return field(claims, name, NUMBER, 1).number == found;
}

static void compare_claims(File *file) {
    Reader claims = { field(file->header, "claims", MAP, 1).head, file->header.end };
    Piece histogram = field(claims, "histogram", ARRAY, 1);
    Reader from = { histogram.data, file->header.end };
    tree.good &= same_number(claims, "total", tree.total) && same_number(claims, "depth", tree.depth)
                 && same_number(claims, "lost", tree.lost) && histogram.size == tree.depth
                 && same_number(claims, "worst_count", tree.depth ? tree.histogram[tree.depth] : tree.known);
    for (uint32_t i = 1; tree.good && i <= tree.depth; i++) tree.good = piece(&from).number == tree.histogram[i];
    if (game.weights || game.costs)
        tree.good &= same_number(claims, "mass", tree.mass) && same_number(claims, "questions", tree.questions) &&
                     same_number(claims, "expected", tree.expected) && same_number(claims, "lost_mass", tree.lost_mass);
}

static int in_mask(const byte *mask, unsigned response) { return mask[response / 8] >> response % 8 & 1; }

static void play(File *file) {
    int width = width_of((uint64_t)game.guesses + 1), wide = (int)(game.responses + 7) / 8;
    wide = wide == 3 ? 4 : wide > 4 && wide < 8 ? 8 : wide;
    Column guesses = { (byte *)file->columns[0].data, width };
    const byte *inner = file->columns[1].data, *mask = file->columns[2].data;
    uint64_t slots = file->columns[0].size / (uint64_t)width, reached = 1,
             masks = file->columns[2].size / (uint64_t)wide;
    if (file->count != 3 || !slots || slots > NONE || file->columns[0].size % (uint64_t)width
        || file->columns[1].size != (slots + 7) / 8 || file->columns[2].size % (uint64_t)wide)
        refuse("columns: expected whole slots");
    uint32_t *begins = room(slots + 1, 4), *sizes = room(slots + 1, 4), *made = room(slots + 1, 4), kept = 0;
    int64_t *spent = room(slots + 1, 8);
    Demand *demands = game.restricts ? room(slots + 1, sizeof *demands) : NULL;
    Place *order = room(game.secrets, sizeof *order), *sorted = room(game.secrets, sizeof *sorted);
    byte leaf[32] = { 0 };
    leaf[(game.responses - 1) / 8] = (byte)(1 << (game.responses - 1) % 8);
    memset(&tree, 0, sizeof tree);
    tree.histogram = room(slots + 2, 8), tree.good = 1, tree.first = (uint32_t)at(&guesses, 0);
    memcpy(order, proof.whole, proof.whole_size * sizeof *order), sizes[0] = proof.whole_size;
    for (uint32_t i = 0; demands && i < proof.start.count; i++)
        demand(demands, proof.start.questions[i], proof.start.responses[i]);
    for (uint64_t slot = 0; slot < slots && tree.good; slot++) {
        uint64_t guess = (uint64_t)at(&guesses, slot);
        int own_mask = inner[slot / 8] >> slot % 8 & 1, gives_up = guess == ((uint64_t)1 << 8 * width) - 1;
        uint32_t n = sizes[slot];
        if (slot >= reached || (!gives_up && guess >= game.guesses) || (gives_up && own_mask) ||
            (own_mask && kept == masks))
            refuse("columns: slot %llu is none", (unsigned long long)slot);
        const byte *responses = own_mask ? mask + (uint64_t)wide * kept++ : leaf;
        if (made[slot] / 8 > game.secrets) refuse("so deep a tree is not known to this program");
        tree.good = n > 0;
        int64_t weight = 0;
        for (uint32_t i = 0; i < n; i++) weight += weight_of(order[begins[slot] + i]);
        if (gives_up) tree.lost += n, tree.lost_mass += weight;
        if (gives_up || !tree.good) continue;
        if (guess >= game.questions) {
            tree.good = n == 1 && order[begins[slot]] == guess - game.questions && !own_mask;
            if (made[slot]) tree.histogram[made[slot]]++;
            else tree.known++;
            tree.mass += weight, tree.questions += weight * made[slot], tree.expected += weight * spent[slot];
            continue;
        }
        uint32_t question = (uint32_t)guess, begin = begins[slot];
        if (game.turns && proof.start.count + made[slot] >= (uint32_t)game.turns) tree.good = 0;
        if (demands && !meets(&demands[slot], question)) tree.good = 0;
        int64_t cost = spent[slot] + cost_of(question);
        memcpy(sorted, order + begin, n * sizeof *order);
        split_by(sorted, n, question);
        for (unsigned r = 0; r < game.responses && tree.good; r++) {
            tree.good = (split.sizes[r] > 0) == in_mask(responses, r);
            if (!split.sizes[r] || !tree.good) continue;
            const Place *cell = cell_of(sorted, r);
            if (r == game.responses - 1) {
                weight = weight_of(cell[0]);
                tree.histogram[made[slot] + 1]++;
                tree.mass += weight, tree.questions += weight * (made[slot] + 1), tree.expected += weight * cost;
                continue;
            }
            if (reached == slots) refuse("columns: the masks lead to more than %llu slots", (unsigned long long)slots);
            memcpy(order + begin, cell, split.sizes[r] * sizeof *order);
            begins[reached] = begin, sizes[reached] = split.sizes[r], made[reached] = made[slot] + 1,
            spent[reached] = cost;
            if (demands) demands[reached] = demands[slot], demand(&demands[reached], question, r);
            begin += split.sizes[r], reached++;
        }
    }
    if (tree.good && (reached != slots || kept != masks)) refuse("columns: the masks do not lead to all slots");
    for (uint32_t i = 1; i <= slots; i++)
        if (tree.histogram[i]) tree.depth = i, tree.total += tree.histogram[i] * i;
    if (!game.weights && !game.costs) tree.expected = tree.total, tree.lost_mass = tree.lost;
    compare_claims(file);
}

/* ---- 11. The sentence ---- */

static const char *noun(void) { return sheet.head && game.announces ? "question" : "guess"; }
static void tell_count(int64_t number, const char *what) {
    printf("%lld %s%s", (long long)number, what, number == 1 ? "" : !strcmp(what, "guess") ? "es" : "s");
}
static void tell_amount(double value) { printf(value >= 1 || value == 0 ? "%.3f" : "%.4g", value); }

static void tell_levels(Cost value) {
    Cost tariff[128] = { 0 };
    int depth = 2;
    while (tariff_of_levels(tariff, depth + 1), depth < 126 && tariff[depth] <= value) depth++;
    for (int level = depth; level > 1; level--, printf(level > 1 ? ", " : ""))
        printf("%lld at guess %d", (long long)(value / tariff[level - 1]), level), value %= tariff[level - 1];
}

/* A bound or a figure in the unit of the objective. */
static void tell(Cost value) {
    double mass = 0;
    for (uint32_t i = 0; i < proof.whole_size; i++) mass += (double)weight_of(proof.whole[i]);
    if (proof.objective == EXPECTED)
        tell_amount((double)value / mass * (double)game.cost_unit.over / (double)game.cost_unit.under);
    else if (proof.objective == LOST && game.weights)
        printf(100 * (double)value / mass >= 1 || !value ? "%.1f %%" : "%.2g %%", 100 * (double)value / mass);
    else if (!strcmp(proof.objective_text, "lexicographic"))
        tell_levels(value);
    else {
        printf("%lld", (long long)value);
        if (proof.objective != TARIFF) return;
        printf(", "), tell_amount((double)value / proof.whole_size), printf(" on average");
    }
}

/* Blacks alone: behind k codes of one color each, none of which is right anywhere, the game is that of k colors less,
   and no k guesses are better. Returns k where a certificate starts there, else 0. */
static uint32_t moves_of_reduction(void) {
    if (!game.black || strncmp(game.text, "mastermind", 10) || game.turns || proof.objective != DEPTH ||
        proof.left != ANY || proof.first != NONE)
        return 0;
    for (uint32_t i = 0; i < proof.start.count; i++)
        for (int j = 0; j < game.pegs; j++)
            if (proof.start.responses[i] || game.codes[(uint64_t)proof.start.questions[i] * game.pegs + j] != i)
                return 0;
    return proof.start.count < (uint32_t)game.symbols ? proof.start.count : 0;
}

static void tell_limits(void) {
    if (proof.left != ANY) printf(" within "), tell_count(proof.left, noun());
    if (proof.first == NONE) return;
    printf(" beginning with %s", sheet.shown ? sheet.shown[proof.first] : question_text(proof.first));
}

static void tell_claim(const char *verdict) {
    uint32_t listed = proof.version == 3 ? proof.count - 1 : proof.count;
    printf("every strategy for %s", game.text);
    if (proof.start.count) printf(" after %s", proof.start.text);
    tell_limits();
    static const char *needs[] = { " needs a total of at least ", " needs ", " needs an expected cost of at least ",
                                   " loses at least ", " needs a cost of at least " };
    printf("%s", strcmp(proof.objective_text, "lexicographic") ? needs[proof.objective]
                                                               : " needs, from the deepest level on, at least ");
    tell(proof.bound);
    if (proof.objective == TOTAL || proof.objective == DEPTH) printf(" %s", *noun() == 'q' ? "questions" : "guesses");
    if (proof.objective == DEPTH) printf(" at worst");
    if (proof.objective == LOST && game.weights) printf(" of the chances");
    if (proof.objective == LOST && !game.weights) printf(proof.bound == 1 ? " secret" : " secrets");
    if (moves_of_reduction()) printf(", and %lld from the beginning", (long long)proof.bound + moves_of_reduction());
    printf(" ("), tell_count(listed, proof.version == 3 ? "core" : "position"), printf(" %s)", verdict);
}

static void tell_summary(void) {
    int64_t solved = proof.whole_size - tree.lost;
    tell_count(proof.whole_size, "secret");
    if (!solved) { printf(": none solved, lost %lld", (long long)tree.lost); return; }
    printf(": total %lld, average %.3f, depth %u (", (long long)tree.total, (double)tree.total / (double)solved,
        tree.depth);
    tell_count(tree.depth ? tree.histogram[tree.depth] : tree.known, "secret");
    printf(")");
    if (tree.lost) printf(", lost %lld", (long long)tree.lost);
}

static Cost reached_by_tree(void) {
    Cost price = 0;
    for (uint32_t i = 1; i <= tree.depth && proof.objective == TARIFF; i++)
        for (uint32_t j = 0; j < i; j++) price = plus(price, times(proof.steps[told_apart(j)], tree.histogram[i]));
    return proof.objective == TOTAL ? tree.total : proof.objective == DEPTH ? (Cost)tree.depth
           : proof.objective == EXPECTED ? tree.expected : proof.objective == LOST ? tree.lost_mass : price;
}

/* Print what is proven of a tree; returns whether it is optimal. */
static int tell_optimality(const char *strategy, uint32_t moves) {
    Cost bound = proof.bound + moves, reached = reached_by_tree();
    int keeps =
        (proof.first == NONE || proof.first == tree.first) && (proof.left == ANY || tree.depth <= (uint32_t)proof.left);
    int optimal = tree.good && (!tree.lost || proof.objective == LOST) && keeps && reached == bound;
    if (optimal) printf("optimal in %s: ", proof.objective_text);
    else printf("proven: ");
    tell_claim("checked");
    if (optimal) {
        printf(", and the tree of %s comes to that (", strategy), tell_summary(), printf(")\n");
        return 1;
    }
    printf(tree.good && !(tree.lost && proof.objective != LOST) && keeps ? "; the bound holds, but the tree of %s "
                                                                         : "; but the tree of %s ",
        strategy);
    if (!tree.good) printf("does not verify");
    else if (tree.lost && proof.objective != LOST) printf("loses "), tell_count(tree.lost, "secret");
    else if (!keeps) {
        printf("is not");
        tell_limits();
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

static int check_files(File *certificate, File *strategy) {
    where = certificate->name;
    read_envelope(certificate, "certificate", "a certificate", 7);
    static const char *unknown[8] = { 0, 0, 0, 0, "several answers, and keys (version 4)",
        "answers that may be false (version 5)", "questions that are asked all at once (version 6)", 0 };
    memset(&proof, 0, sizeof proof), memset(&count, 0, sizeof count), memset(&problems, 0, sizeof problems);
    proof.version = certificate->version, proof.left = ANY, proof.first = NONE;
    if (unknown[proof.version]) refuse("certificates of %s are not known to this program", unknown[proof.version]);
    make_game(certificate);
    proof.start = read_start(certificate);
    proof.whole = room(game.secrets, sizeof *proof.whole);
    for (uint32_t s = 0; s < game.secrets; s++) {
        uint32_t i = 0;
        while (i < proof.start.count && answer(s, proof.start.questions[i]) == proof.start.responses[i]) i++;
        if (i == proof.start.count) proof.whole[proof.whole_size++] = (Place)s;
    }
    if (!proof.whole_size) refuse("header.start: no secret agrees with it");
    if (proof.version == 2 || proof.version == 7) {
        Piece left = field(certificate->header, "left", OTHER, 1),
              first = field(certificate->header, "first", OTHER, 1);
        if (left.kind == NUMBER && left.number >= 0 && left.number < INT_MAX) proof.left = (int)left.number;
        else if (left.kind != NIL) refuse("header.left: expected a number of guesses");
        if (first.kind == TEXT) {
            char *text = string_of(first, "header.first");
            for (proof.first = 0; proof.first < game.questions && strcmp(question_text(proof.first), text);)
                proof.first++;
            if (proof.first == game.questions || proof.start.count)
                refuse("header.first: expected none, or a question at the beginning");
        } else if (first.kind != NIL) refuse("header.first: expected a text");
    }
    read_objective(certificate);
    if (proof.version == 3) read_cores(certificate);
    else read_entries(certificate);
    uint32_t moves = 0;
    char *name = NULL;
    if (strategy) {
        where = strategy->name;
        read_envelope(strategy, "strategist", "a strategy file", 4);
        if (strategy->version > 2)
            refuse("strategies of %s are not known to this program",
                strategy->version == 3 ? "several answers" : "answers that may be false");
        if (strategy->version != 1 + (game.weights || game.costs)) refuse("byte 12: expected another format version");
        char *text = string_of(field(strategy->header, "game", TEXT, 1), "header.game"),
             *start = string_of(field(strategy->header, "start", TEXT, 1), "header.start");
        Piece one = field(strategy->header, "codes", BYTES, 1), other = field(certificate->header, "codes", BYTES, 1);
        name = string_of(field(strategy->header, "strategy", TEXT, 1), "header.strategy");
        if (strcmp(text, game.text) || one.size != 32 || memcmp(one.data, other.data, 32) ||
            field(strategy->header, "rules", NUMBER, 1).number != 1)
            refuse("the files differ in game: the certificate has %s, the strategy %s", game.text, text);
        moves = *start ? 0 : moves_of_reduction();
        if (strcmp(start, proof.start.text) && !moves)
            refuse("the files differ in start: the certificate has '%s', the strategy '%s'", proof.start.text, start);
    }
    make_split();
    make_counts();
    int good = proof.version == 3 || place_claims();
    if (good) learn(), good = all_proven();
    where = "";
    if (!good) {
        printf("not proven: that "), tell_claim("listed"), printf("\n");
        for (uint32_t i = 0; i < problems.count; i++) printf("  %s\n", problems.lines[i]);
        return 1;
    }
    if (!strategy) {
        printf("proven: "), tell_claim("checked"), printf("\n");
        return 0;
    }
    if (moves)
        for (uint32_t s = proof.whole_size = 0; s < game.secrets; s++) proof.whole[proof.whole_size++] = (Place)s;
    if (moves) proof.start.count = 0;
    where = strategy->name;
    play(strategy);
    where = "";
    return !tell_optimality(name, moves);
}

/* ---- 12. The program ---- */

static int begins(const File *file, const char *kind) {
    size_t length = strlen(kind);
    return file->size > length + 2 && file->bytes[0] == 0x95 && file->bytes[1] == (0xa0 | length) &&
           !memcmp(file->bytes + 2, kind, length);
}

#ifndef NO_MAIN
static File read_file(const char *path) {
    File file = { .name = path };
    uint64_t full = 1 << 16;
    FILE *stream = fopen(path, "rb");
    where = path;
    if (!stream) refuse("cannot read");
    file.bytes = room(full, 1);
    for (size_t more; (more = fread(file.bytes + file.size, 1, (size_t)(full - file.size), stream)) > 0;) {
        file.size += more;
        if (file.size < full) continue;
        if (full >= MOST_MEMORY / 4) { fclose(stream); refuse("expected a smaller file"); }
        byte *longer = room(full *= 2, 1);
        memcpy(longer, file.bytes, (size_t)file.size);
        give_back(file.bytes);
        file.bytes = longer;
    }
    fclose(stream);
    return file;
}

static int check_paths(int count, char **paths) {
    File files[2];
    volatile int certificates = 0, of = 0;
    if (setjmp(at_refusal)) { give_all_back(); return 2; }
    where = "";
    if (count != 1 && count != 2) refuse("expected one certificate, and at most one strategy file");
    for (int i = 0; i < count; i++) {
        files[i] = read_file(paths[i]);
        if (begins(&files[i], "mixture")) refuse("mixtures are not known to this program");
        if (begins(&files[i], "certificate")) certificates++, of = i;
        else if (!begins(&files[i], "strategist")) refuse("byte 0: expected a certificate or a strategy file");
    }
    where = "";
    if (certificates != 1) refuse("expected one certificate, and at most one strategy file");
    int status = check_files(&files[of], count == 2 ? &files[1 - of] : NULL);
    give_all_back();
    return status;
}

int main(int count, char **arguments) { return check_paths(count - 1, arguments + 1); }
#endif
