// Four paths, and one reason why none of them aborts: x is doubled once and
// nothing else changes it. After figure 1 of "Dynamic Path Reduction for
// Software Model Checking" (Yang, Al-Rawi, Sakallah, Huang, Smolka, Grosu).
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 5, y = 8, z = 20;
    if (__VERIFIER_nondet_int())
        y = y - 1;
    else
        y = y + 2;
    x = 2 * x;
    if (__VERIFIER_nondet_int())
        z = z - 1;
    else
        z = z + 3;
    if (x > 10)
        reach_error();
    return y + z;
}
