// A new least element looks for its place below the array.
//
// property:   valid-deref
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

// insert keeps the first n elements of a sorted, of which there are n - 1.
static void insert(int *a, int n, int x) {
    int i = n - 1;
    while (a[i - 1] > x) {
        a[i] = a[i - 1];
        i--;
    }
    a[i] = x;
}

int main(void) {
    int *a = malloc(3 * sizeof *a);
    for (int n = 1; n <= 3; n++)
        insert(a, n, __VERIFIER_nondet_int());
    int least = a[0];
    free(a);
    return least;
}
