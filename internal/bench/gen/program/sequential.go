package program

import "fmt"

// Sort sorts chosen bytes by exchanging neighbours and looks whether they are sorted, and
// their sum is the same; if broken is set the last round is missing.
func Sort(n int, broken bool) Program {
	rounds, name := n-1, fmt.Sprintf("sort-%d", n)
	if broken {
		rounds, name = n-2, name+"-broken"
	}
	return make(name, !broken, `
int main(void) {
    unsigned a[$N], before = 0, after = 0;
    for (int i = 0; i < $N; i++) {
        a[i] = __VERIFIER_nondet_uint();
        before += a[i];
    }
    for (int r = 0; r < $ROUNDS; r++)
        for (int i = 0; i < $N - 1; i++)
            if (a[i] > a[i + 1]) {
                unsigned t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
            }
    for (int i = 0; i < $N; i++)
        after += a[i];
    for (int i = 0; i < $N - 1; i++)
        assert(a[i] <= a[i + 1]);
    assert(before == after);
    return 0;
}
`, "N", n, "ROUNDS", rounds).upTo(n)
}

// Insert inserts chosen numbers into a sorted array at places found by a search.
func Insert(n int) Program {
	return make(fmt.Sprintf("insert-%d", n), true, `
int main(void) {
    unsigned char a[$N];
    for (int k = 0; k < $N; k++) {
        unsigned char v = __VERIFIER_nondet_uchar();
        int at = k;
        while (at > 0 && a[at - 1] > v) {
            a[at] = a[at - 1];
            at--;
        }
        a[at] = v;
    }
    for (int i = 0; i < $N - 1; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
`, "N", n).upTo(n)
}

// Search looks for a chosen number in a chosen sorted array of 2^k - 1 places by
// halving, and compares with a walk through the array.
func Search(k int) Program {
	return make(fmt.Sprintf("search-%d", k), true, `
int main(void) {
    unsigned a[$N], v = __VERIFIER_nondet_uint();
    int there = 0;
    for (int i = 0; i < $N; i++) {
        a[i] = __VERIFIER_nondet_uint();
        if (i > 0)
            __VERIFIER_assume(a[i - 1] < a[i]);
        there |= a[i] == v;
    }
    unsigned at = 0;
    for (unsigned half = ($N + 1) / 2; half > 0; half /= 2)
        if (a[at + half - 1] <= v)
            at += half;
    assert(there == (at > 0 && a[at - 1] == v));
    return 0;
}
`, "N", 1<<k-1).upTo(1<<k - 1)
}

// Checksum compares a checksum of n chosen bytes, made bit by bit, with one made by a table for half bytes.
func Checksum(n int, broken bool) Program {
	start, name := "0", fmt.Sprintf("checksum-%d", n)
	if broken {
		start, name = fmt.Sprintf("(a[%d] == 0x5a && a[0] == 0xc3)", n-1), name+"-broken"
	}
	return make(name, !broken, `
int main(void) {
    unsigned char a[$N];
    unsigned short table[16];
    for (int i = 0; i < 16; i++) {
        unsigned short c = i;
        for (int k = 0; k < 4; k++)
            c = c & 1 ? c >> 1 ^ 0xa001 : c >> 1;
        table[i] = c;
    }
    for (int i = 0; i < $N; i++)
        a[i] = __VERIFIER_nondet_uchar();
    unsigned short one = 0, two = $START;
    for (int i = 0; i < $N; i++) {
        one ^= a[i];
        for (int k = 0; k < 8; k++)
            one = one & 1 ? one >> 1 ^ 0xa001 : one >> 1;
        two = two >> 4 ^ table[(two ^ a[i]) & 15];
        two = two >> 4 ^ table[(two ^ a[i] >> 4) & 15];
    }
    assert(one == two);
    return 0;
}
`, "N", n, "START", start).upTo(8)
}

// Root takes the integer square root of a chosen number of so many bits by
// halving, and asserts what a root is.
func Root(bits int) Program {
	return make(fmt.Sprintf("root-%d", bits), true, `
int main(void) {
    unsigned v = __VERIFIER_nondet_uint();
    __VERIFIER_assume(v < (1u << $BITS));
    unsigned r = 0;
    for (unsigned bit = 1u << ($BITS - 1) / 2; bit > 0; bit /= 2)
        if ((r + bit) * (r + bit) <= v)
            r += bit;
    assert(r * r <= v && v < (r + 1) * (r + 1));
    return 0;
}
`, "BITS", bits)
}

// Power raises a chosen number of so many bits to a constant, modulo a constant, in two ways.
func Power(bits, exponent, modulus int) Program {
	return make(fmt.Sprintf("power-%d-%d-%d", bits, exponent, modulus), true, `
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x < (1u << $BITS));
    unsigned slow = 1, fast = 1, square = x % $MOD;
    for (int i = 0; i < $EXP; i++)
        slow = slow * x % $MOD;
    for (unsigned e = $EXP; e > 0; e /= 2) {
        if (e % 2)
            fast = fast * square % $MOD;
        square = square * square % $MOD;
    }
    assert(slow == fast);
    return 0;
}
`, "BITS", bits, "EXP", exponent, "MOD", modulus)
}

// Divide divides chosen numbers of so many bits by shifting and subtracting, and
// compares with the operators; if broken is set, one divisor goes wrong.
func Divide(bits int, broken bool) Program {
	test, name := "rem >= b", fmt.Sprintf("divide-%d", bits)
	if broken {
		test, name = fmt.Sprintf("rem >= b + (b == %d)", 77%(1<<bits)), name+"-broken"
	}
	return make(name, !broken, `
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a < (1u << $BITS) && b > 0 && b < (1u << $BITS));
    unsigned quotient = 0, rem = 0;
    for (int i = $BITS - 1; i >= 0; i--) {
        rem = rem * 2 + (a >> i & 1);
        if ($TEST) {
            rem -= b;
            quotient |= 1u << i;
        }
    }
    assert(quotient * b + rem == a && rem < b);
    return 0;
}
`, "TEST", test, "BITS", bits)
}

// Collatz asks for a number of so many bits whose sequence has so many steps up in its first steps.
func Collatz(bits, steps, up int) Program {
	return make(fmt.Sprintf("collatz-%d-%d-%d", bits, steps, up), false, `
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), up = 0;
    __VERIFIER_assume(n > 0 && n < (1u << $BITS));
    for (int i = 0; i < $STEPS; i++)
        if (n & 1) {
            n = 3 * n + 1;
            up++;
        } else
            n /= 2;
    assert(up != $UP);
    return 0;
}
`, "BITS", bits, "STEPS", steps, "UP", up)
}

// Mixing asks for a number of so many bits that a mixing function of so many rounds
// takes to the value of a given one.
func Mixing(bits, rounds int, from uint32) Program {
	v := from
	for range rounds {
		v ^= v << 7
		v *= 0x9e3779b1
		v ^= v >> 15
	}
	return make(fmt.Sprintf("mixing-%d-%d-%d", bits, rounds, from), from>>bits != 0, `
int main(void) {
    unsigned v = __VERIFIER_nondet_uint();
    __VERIFIER_assume(v < (1u << $BITS));
    for (int i = 0; i < $ROUNDS; i++) {
        v ^= v << 7;
        v *= 0x9e3779b1u;
        v ^= v >> 15;
    }
    assert(v != $VALUEu);
    return 0;
}
`, "BITS", bits, "ROUNDS", rounds, "VALUE", v)
}

// Words counts the words in a chosen text of n letters in two ways.
func Words(n int) Program {
	return make(fmt.Sprintf("words-%d", n), true, `
int main(void) {
    char s[$N + 1];
    for (int i = 0; i < $N; i++) {
        s[i] = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(s[i] == ' ' || s[i] >= 'a' && s[i] <= 'z');
    }
    s[$N] = ' ';
    int in = 0, one = 0, two = 0;
    for (int i = 0; i < $N; i++) {
        if (s[i] == ' ')
            in = 0;
        else if (!in) {
            in = 1;
            one++;
        }
    }
    for (int i = 0; i < $N; i++)
        two += s[i] != ' ' && s[i + 1] == ' ';
    assert(one == two);
    return 0;
}
`, "N", n).upTo(n)
}
