/* A driver for libFuzzer, or for one file after the other: two files of any bytes, whose digests are not looked at.

       clang -O1 -g -fsanitize=fuzzer,address,undefined fuzz.c -o fuzz && ./fuzz corpus
       cc -O1 -g -fsanitize=address,undefined -DREPLAY fuzz.c -o replay && ./replay corpus/...

   The first two bytes of an input are the length of the certificate; what follows it is the strategy file. Where the
   program would end, the driver goes on with the next input; each piece of memory is a block of its own, so that
   sanitizers see what is read past its end. */

#include <setjmp.h>
#include <stdlib.h>

static jmp_buf at_end;
#define exit(status) longjmp(at_end, 1)
#define main main_of_check
#define ANY_DIGEST 1
#define PAGE 0
#define MOST_MEMORY ((uint64_t)1 << 20)
#include "../../../strategist/checking/one_file/check.c"
#undef main

int LLVMFuzzerTestOneInput(const byte *data, size_t size);

int LLVMFuzzerTestOneInput(const byte *data, size_t size) {
    static File files[2]; /* static: what a jump leaves behind is known */
    memset(files, 0, sizeof files);
    memset(&memory, 0, sizeof memory);
    memset(&game, 0, sizeof game), memset(&proof, 0, sizeof proof), memset(&count, 0, sizeof count);
    memset(&tree, 0, sizeof tree), memset(&open, 0, sizeof open);
    if (size < 2) return 0;
    size_t ends[3] = { 2, 2 + (data[0] | (size_t)data[1] << 8), size };
    if (ends[1] > size) ends[1] = size;
    if (!setjmp(at_end)) {
        for (int i = 0; i < 2; i++) {
            files[i].name = i ? "strategy" : "certificate";
            files[i].size = ends[i + 1] - ends[i];
            files[i].bytes = memcpy(room(files[i].size + 1, 1), data + ends[i], files[i].size);
        }
        if (begins(&files[0], "certificate") && (!files[1].size || begins(&files[1], "strategist")))
            check_files(&files[0], files[1].size ? &files[1] : NULL);
    }
    while (memory.blocks) {
        void *block = memory.blocks;
        memory.blocks = *(void **)block;
        free(block);
    }
    return 0;
}

#ifdef REPLAY
int main(int count, char **paths) {
    static byte data[1 << 20];
    while (--count) {
        FILE *stream = fopen(paths[count], "rb");
        if (!stream) return 2;
        size_t size = fread(data, 1, sizeof data, stream);
        fclose(stream);
        byte *copy = malloc(size + 1);
        if (!copy) return 2;
        memcpy(copy, data, size);
        LLVMFuzzerTestOneInput(copy, size);
        free(copy);
    }
    return 0;
}
#endif
