// As dpr_figure1.c, but one branch changes x as well, so that what was learnt on
// a path through the other branch does not carry over. After figure 2 of the
// same paper.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 5, y = 8, z = 10;
    if (__VERIFIER_nondet_int())
        y = y - 1;
    else
        y = y + 2;
    x = 2 * x;
    if (__VERIFIER_nondet_int()) {
        z = z - 1;
    } else {
        z = z + 3;
        x = x + 1;
    }
    if (x > 10)
        reach_error();
    return y + z;
}
