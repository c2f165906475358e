// Functions of string.h on short strings.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    char word[4] = {0}, copy[8];
    for (int i = 0; i < 3; i++)
        word[i] = __VERIFIER_nondet_char();
    size_t n = strlen(word);
    assert(n <= 3);
    strcpy(copy, word);
    assert(strcmp(copy, word) == 0);
    strcat(copy, "!");
    assert(copy[n] == '!' && copy[n + 1] == 0);
    assert(memcmp(copy, word, n) == 0);
    return 0;
}
