package bmc_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

const summaryPrelude = `
#include <stdlib.h>
#include <string.h>
void reach_error(void);
unsigned long __VERIFIER_nondet_ulong(void); unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
static unsigned long any(void) { unsigned long n = __VERIFIER_nondet_ulong(); if (n > 1000000) exit(0); return n; }
#define check(c) do { if (!(c)) reach_error(); } while (0)
`

// TestSummaries has pairs of programs with loops of any length: one that is right, which is proved, and one
// that is not, which must not be. In the text CHANGE is what the right one has, instead of the other.
func TestSummaries(t *testing.T) {
	for _, test := range []struct{ name, src, right, wrong string }{
		{"a copy", `unsigned long n = any(), i = any(); char *p = malloc(n), *q = malloc(n);
			if (i >= n) return 0; q[i] = 7; memcpy(p, q, CHANGE); check(p[i] == 7);`, "n", "n - 1"},
		{"a copy back", `unsigned long n = any(), i = any(); char *p = malloc(n), *q = malloc(n);
			if (i >= n) return 0; q[i] = 7; for (unsigned long k = n; k > CHANGE; k--) p[k - 1] = q[k - 1];
			check(p[i] == 7);`, "0", "1"},
		{"a filling", `unsigned long n = any(), i = any(); unsigned char *p = malloc(n); if (i >= n) return 0;
			memset(p, CHANGE, n); check(p[i] == 3);`, "3", "i"},
		{"words that are filled", `unsigned long n = any(), i = any(); if (n > 1000000 || i >= n) return 0;
			unsigned *p = malloc(n * 4); for (unsigned long k = 0; k < n; k++) p[k] = 0x01020304;
			check(((unsigned char *)p)[4 * i + CHANGE] == 3);`, "1", "2"},
		{"what lies beside the filling", `unsigned long n = any(), i = any(); char *p = malloc(n);
			if (n < 2 || i >= n - 1) return 0; p[n - 1] = 1; p[i] = 2; memset(p, 5, CHANGE);
			check(p[n - 1] == 1);`, "n - 1", "n"},
		{"a copy that overlaps", `unsigned long n = any(), i = any(); char *p = malloc(n);
			if (n < 5 || i < 2 || i >= n - 2) return 0; p[i] = 7;
			for (unsigned long k = 2; k < n; k++) p[k] = p[k CHANGE];
			check(p[i] == 7);`, "+ 0", "- 1"},
		{"a copy that spreads", `unsigned long n = any(); char *p = malloc(n);
			if (n < 3) return 0; p[0] = 1; p[1] = 2;
			for (unsigned long k = 1; k < n; k++) p[k] = p[k - 1];
			check(CHANGE);`, "p[0] == 1", "p[2] != 1"},
		{"a memmove of bytes to the right", `unsigned long n = any(), i = any(); char *p = malloc(n);
			if (n < 2 || i >= n - 1) return 0; p[i] = 7; memmove(p + 1, p, CHANGE);
			check(p[i + 1] == 7);`, "n - 1", "i"},
		{"a counter beside the loop's", `unsigned long n = any(); unsigned c = 0; if (n > 1000) return 0;
			for (unsigned long k = 0; k < n; k++) c += CHANGE; check(c == n * 3);`, "3", "(k ? 3 : 2)"},
		{"a counter that wraps", `unsigned long n = any(); unsigned char c = 0; if (n > CHANGE) return 0;
			for (unsigned long k = 0; k < n; k++) c++; check(c == n);`, "255", "256"},
		{"every second byte", `unsigned long n = any(), i = any(); char *p = malloc(2 * n); if (i >= n) return 0;
			p[2 * i + 1] = 5; for (unsigned long k = 0; k < n; k++) p[2 * k CHANGE] = 0;
			check(p[2 * i + 1] == 5 || n > 1000000);`, "- 0 * k", "+ 1"},
		{"a store under a condition", `unsigned long n = any(), i = any(); char *p = calloc(n, 1);
			if (i >= n) return 0; for (unsigned long k = 0; k < n; k++) if (CHANGE) p[k] = 4;
			check(p[i] == 4);`, "1", "__VERIFIER_nondet_bool()"},
		{"what a loop leaves in memory", `unsigned long n = any(); int *s = malloc(sizeof *s); *s = 0;
			for (unsigned long k = 0; k < n; k++) *s = CHANGE; check(*s == 0 || *s == 1);`, "1", "*s + 1"},
		{"a flag that stays", `unsigned long n = any(); int f = 0; for (unsigned long k = 0; k < n; k++)
			f = CHANGE; check(!f || n > 0);`, "1", "k + 1; if (n > 9) n = 0, f = 1; if (0) f = 0"},
		{"a loop in a loop", `unsigned long n = any(), m = any(), i = any(); char *p = malloc(n);
			if (i >= n) return 0; p[i] = 1; for (unsigned long j = 0; j < m; j++) memset(p, 1, CHANGE);
			check(p[i] == 1);`, "0", "n); if (n) p[0] = 2; (void)(0"},
		{"a buffer of an iteration", `unsigned long n = any(); for (unsigned long k = 0; k < n; k++) {
			char b[4]; if (k == 0) b[1] = 0; CHANGE; check(b[1] == 0); b[1] = 0; }`, "", "b[2] = 0"},
		{"an index of another object", `unsigned long n = any(), i = any(); char a[8], *p = malloc(n); a[3] = 9;
			for (unsigned long k = 0; k < n; k++) p[k] = 1; for (int k = 0; k < CHANGE; k++) a[k] = 1;
			check(a[3] == 9);`, "3", "4"},
		{"a pointer that moves", `unsigned long n = any(), i = any(); char *p = malloc(n), *e = p + n;
			if (i >= n) return 0; for (char *q = p; q != e; q++) *q = 6; check(p[i] == CHANGE);`, "6", "i"},
		{"a pointer in memory", `unsigned long n = any(); char a = 1, b = 2, *p[2] = {&a, &a};
			for (unsigned long k = 0; k < n; k++) { *p[k & 1] = 1; CHANGE; } check(b == 2);`, "",
			"p[1] = &b"},
		{"the end of a search", `unsigned long n = any(), k; char *p = malloc(n);
			for (k = 0; k < n; k++) if (p[k] == 0) break; check(CHANGE);`, "k == n || p[k] == 0", "k == n"},
	} {
		for i, change := range []string{test.right, test.wrong} {
			src := summaryPrelude + "int main(void) { " + strings.ReplaceAll(test.src, "CHANGE", change) +
				" return 0; }"
			if change == "" {
				continue // it is right, and there is no proof
			}
			res := withLoops(t, src, bmc.Config{NoIntervals: true}, 6)
			if i == 0 != (res.Verdict.Kind == property.True) {
				t.Errorf("%s, with %q: %s (%s)", test.name, change, res.Verdict, res.Why)
			}
			if i == 0 && res.Reason != engine.BySummaries {
				t.Errorf("%s: without summaries: %s", test.name, res.Why)
			}
		}
	}
}

// withLoops asks about a program.
func withLoops(t *testing.T, src string, cfg bmc.Config, unwind int) engine.Result {
	t.Helper()
	lowered, err := loadC(src, c.LP64)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	res, err := bmc.New(cfg).Check(t.Context(), engine.Task{Program: simplify(t, lowered),
		Property: property.UnreachCall, MaxUnwind: unwind})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return res
}

// newLoops writes a program with loops over small arrays whose lengths are inputs of at most 3.
func newLoops(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(summaryPrelude)
	kind := []string{"unsigned char", "unsigned short"}[r.Intn(2)]
	fmt.Fprintf(&b, "int main(void) {\n  %s a[8], b[8], *p = __VERIFIER_nondet_bool() ? a : b;\n", kind)
	b.WriteString("  unsigned char n = any() & 3, m = any() & 3, x = 0, y = 1, k;\n")
	b.WriteString("  for (k = 0; k < 8; k++) a[k] = k, b[k] = k + 10;\n")
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	place := func() string {
		return pick("a", "b", "a", "p") + "[" + pick("k", "k + 1", "k + 2", "3 - k", "2 * k", "x & 7",
			"n", "2") + "]"
	}
	value := func() string { return pick(place(), place(), "x", "y", "7", "k", "a[n]", "b[k + m]") }
	var step func(depth int) string
	step = func(depth int) string {
		switch r.Intn(9) {
		case 0:
			return pick("x++;", "x += 3;", "y--;", "x = y;", "y = x + 1;", "x = a[1];")
		case 1:
			return fmt.Sprintf("if (%s) { %s }", pick("x > 2", "k == 1", "a[k] == 1",
				"__VERIFIER_nondet_bool()"),
				step(depth))
		case 2:
			return pick("if (y == 3) break;", "if (a[k] == 2) break;", "if (k == 1) continue;", "")
		case 3:
			if depth == 0 {
				return fmt.Sprintf("for (unsigned char j = 0; j < m; j++) { a[j] = %s; }", value())
			}
			return "p = " + pick("a", "b") + ";"
		}
		return fmt.Sprintf("%s = %s;", place(), value())
	}
	for range 1 + r.Intn(2) {
		b.WriteString("  " + pick("for (k = 0; k < n; k++)", "for (k = 0; k != n; k++)",
			"for (k = n; k > 0; k--)",
			"for (k = m; k < 3; k++)", "k = 0; while (k++ < n)") + " {")
		for range 1 + r.Intn(3) {
			b.WriteString(" " + step(0))
		}
		b.WriteString(" }\n")
	}
	for range 2 {
		if r.Intn(3) > 0 {
			fmt.Fprintf(&b, "  check(%s);\n", pick("a[7] == 7", "b[7] == 17", "k <= 3", "k >= n",
				"x != 1 || n",
				"a[6] == 6", "b[2] == 12 || p == b", "a[0] == 0 || n", "a[5] == 5 || b[5] == 15",
				"y == 1 || n || m",
				"a[n] == n || m || n", "a[1] == 1 || k", "b[n + 4] == n + 14"))
			continue
		}
		fmt.Fprintf(&b, "  check(%s %s %s);\n", pick("a[2]", "b[n]", "a[m]", "x", "y", "p[1]", "k"),
			pick("!=", "==", "<=", "!="), pick("12", "1", "n", "a[1]", "250", "3", "7"))
	}
	b.WriteString("}\n")
	return b.String()
}

// TestSummariesRandom compares proofs with summaries with what unrolling says of small programs.
func TestSummariesRandom(t *testing.T) {
	proved := 0
	for seed := range testflag.Seeds(60) {
		src := newLoops(rand.New(rand.NewSource(int64(seed))))
		res := withLoops(t, src, bmc.Config{NoIntervals: true}, 8)
		if res.Reason != engine.BySummaries {
			continue
		}
		proved++
		if want := withLoops(t, src, bmc.Config{NoIntervals: true, NoSummaries: true},
			16); want.Verdict.Kind ==
			property.False {
			t.Errorf("seed %d: %s by summaries, %s without:\n%s", seed, res.Verdict, want.Verdict, src)
		}
	}
	if proved == 0 {
		t.Error("nothing was proved by summaries")
	}
	t.Logf("%d proved by summaries", proved)
}
