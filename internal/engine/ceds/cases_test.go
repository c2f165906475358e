package ceds_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

const prelude = `#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define U __VERIFIER_nondet_uchar()
#define PAUSE for (int i = 0; i < 2; i++) if (U) y ^= 1;
int x, y, z;
pthread_t t, u;
`

// cases are programs that have gone, or could go, wrong for one reason each.
var cases = []struct {
	name string
	text string
	want string // the verdict, or a part of the reason
}{
	{"a thread that goes round without telling does not keep the others", `
void *a(void *p) { x = 1; for (;;) ; return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor does one that asks for inputs", `
void *a(void *p) { int k = 0; x = 1; for (;;) { if (__VERIFIER_nondet_bool()) k ^= 1; else k ^= 2; } return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor two of them", `
void *a(void *p) { x = 1; for (;;) ; return p; }
void *b(void *p) { y = 1; for (;;) ; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x == 1) if (y == 1) reach_error(); }`, "false"},
	{"the first thread is not taken for another one that runs main", `
pthread_t v;
void *b(void *p) { pthread_t j = t, k = u; pthread_join(j, 0); pthread_join(k, 0); reach_error(); return p; }
int main() {
	int n, k;
	__VERIFIER_atomic_begin(); n = z++; __VERIFIER_atomic_end();
	if (n == 0) { t = pthread_self(); pthread_create(&u, 0, (void *(*)(void *))main, 0); pthread_create(&v, 0, b, 0); }
	__VERIFIER_atomic_begin(); k = x++; __VERIFIER_atomic_end();
	if (k == 0) { y ^= 1; y ^= 1; return 0; }
	y ^= 1; y ^= 1; pthread_exit(0);
}`, "false"},
	{"a failed assumption does not hide the store before it", `
void *a(void *p) { x = 1; __VERIFIER_assume(0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor one on inputs", `
void *a(void *p) { unsigned char k = U; x = k + 1; __VERIFIER_assume(k > 9); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 3) reach_error(); }`, "false"},
	{"nor does the end of the process", `
void *a(void *p) { x = 1; exit(0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor undefined behaviour", `
void *a(void *p) { x = 1; *(int *)p = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "false"},
	{"nor the end of main", `
void *a(void *p) { if (x == 1) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); x = 1; return 0; }`, "false"},
	{"a section that fails leaves no trace", `
void *a(void *p) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_assume(0); __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "true"},
	{"a section that goes round for ever neither", `
void *a(void *p) { __VERIFIER_atomic_begin(); x = 1; while (1) y ^= 1; __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`, "true"},
	{"what a dead symbol says of a live one stays", `
int main(void) { unsigned char a = U, b = U; if (a < b) { for (int i = 0; i < 2; i++) if (U) x = 1; if (a == 255) reach_error(); } }`, "true"},
	{"and is not too much", `
int main(void) { unsigned char a = U, b = U; if (a < b) { for (int i = 0; i < 2; i++) if (U) x = 1; if (a == 254) reach_error(); } }`, "false"},
	{"a dead symbol that an equation defines", `
int main(void) { unsigned char a = U, b = U, c = U; if (b == (unsigned char)(a + 1) && b < 10 && c == b) { PAUSE if (a == 10) reach_error(); } }`, "true"},
	{"a state with fewer values does not stand for one with more", `
int main(void) { unsigned char a = U; if (__VERIFIER_nondet_bool()) __VERIFIER_assume(a < 10); PAUSE if (a == 50) reach_error(); }`, "false"},
	{"nor if that comes first", `
int main(void) { unsigned char a = U; if (__VERIFIER_nondet_bool()) y = 0; else __VERIFIER_assume(a < 10); PAUSE if (a == 50) reach_error(); }`, "false"},
	{"the same by another way of saying it", `
int main(void) { unsigned char a = U; if (__VERIFIER_nondet_bool()) a &= 15; else __VERIFIER_assume(a < 17); PAUSE if (a == 16) reach_error(); }`, "false"},
	{"a truth value that is kept is no condition", `
int once(void) { int i = 0; while (i < 1) if (U) i = 1; return 0; }
int main(void) { unsigned char w = U; if (w >= 5) return 0; once(); y = w == 77; unsigned char v = U, k; if (__VERIFIER_nondet_bool()) k = 5; else k = 7;
	int r = (y == 0 && (y, v < k)) + once(); if (v == 5 && r == 0) reach_error(); }`, "false"},
	{"values that depend on each other", `
int main(void) { unsigned char a = U, b = a; if (__VERIFIER_nondet_bool()) b = U; PAUSE if (a != b) reach_error(); }`, "false"},
	{"slices that overlap are joined", `
int main(void) { unsigned char a = U, b = U, c = U; if (__VERIFIER_nondet_bool()) { b = a; } else { c = a; } PAUSE if (a != b && a != c) reach_error(); }`, "true"},
	{"a counter that wraps round", `
int main(void) { unsigned char a = U; while (a != 7) a = (a + 2) & 15; if (a & 8) reach_error(); }`, "true"},
	{"a loop that shifts all values", `
int main(void) { unsigned char a = U; while (U) a++; if (a == 200) reach_error(); }`, "false"},
	{"an index that is an input", `
int v[4] = {3, 1, 4, 1};
int main(void) { unsigned char i = U; __VERIFIER_assume(i < 4); v[i] += 1; int s = 0; for (int k = 0; k < 4; k++) s += v[k]; if (s != 10) reach_error(); }`, "true"},
	{"an index that tells an input", `
int v[2] = {1, 1};
int main(void) { unsigned char i = U; if (v[i == 7] != 1) reach_error(); int *p = i == 9 ? &x : &y; *p = 1; if (x + y != 1) reach_error(); }`, "true"},
	{"an index that may be outside", `
int v[4];
int main(void) { unsigned char i = U; __VERIFIER_assume(i < 5); v[i] = 1; }`, "invalid access"},
	{"a violation besides an invalid access", `
int v[4];
int main(void) { unsigned char i = U; __VERIFIER_assume(i < 5); v[i] = 1; if (i == 2) reach_error(); }`, "false"},
	{"parts of a word", `
union { unsigned w; unsigned char b[4]; unsigned short h[2]; } n;
int main(void) { unsigned v = __VERIFIER_nondet_uint(); n.w = v; n.b[1] = 7; if (n.h[0] != ((v & 255) | 0x700) || n.h[1] != v >> 16) reach_error(); }`, "true"},
	{"a word made of bytes", `
union { unsigned w; unsigned char b[4]; } n;
int main(void) { n.w = 0x01020304; n.b[0] = U; n.b[3] = U; unsigned v = n.w; if ((v & 0xffff00) != 0x020300) reach_error(); n.b[1] = 0; if (n.w & 0xff00) reach_error(); }`, "true"},
	{"undefined content has any value, and keeps it", `
int main(void) { int *p = malloc(8); if (p[1] == 5 && p[1] != 5) reach_error(); if (p[0] == 1) if (p[1] == 2) reach_error(); }`, "false"},
	{"undefined content keeps its value", `
int main(void) { int *p = malloc(8); int a = p[1]; p[0] = 3; PAUSE if (a != p[1]) reach_error(); free(p); }`, "true"},
	{"use after free", `
int main(void) { int *p = malloc(4); *p = 1; free(p); if (*p == 2) y = 1; }`, "invalid access"},
	{"freed twice", `int main(void) { int *p = malloc(4); free(p); free(p); }`, "invalid free"},
	{"two threads and a heap object", `
void *a(void *p) { *(int *)p += 1; free(p); return 0; }
int main(void) { int *p = malloc(4); *p = 1; pthread_create(&t, 0, a, p); pthread_join(t, 0); int *q = malloc(4); *q = 5; if (*q != 5) reach_error(); }`, "true"},
	{"a size that is an input", `
int main(void) { unsigned char n = U; __VERIFIER_assume(n >= 1 && n <= 3); char *p = malloc(n); p[n - 1] = 1; p[0] = 2; if (p[0] != 2) reach_error(); }`, "true"},
	{"a function chosen by an input", `
int f(int a) { return a + 1; } int g(int a) { return a + 2; }
int main(void) { int (*h[2])(int) = {f, g}; unsigned char i = U; int r = h[i & 1](1); if (r != 2 && r != 3) reach_error(); if (i == 3 && r == 3) reach_error(); }`, "false"},
	{"the value of a thread", `
void *a(void *p) { return (char *)p + 1; }
int main(void) { void *r; unsigned char n = U; pthread_create(&t, 0, a, (void *)(long)n); pthread_join(t, &r); if ((long)r != n + 1) reach_error(); }`, "true"},
	{"a thread that starts a thread", `
void *b(void *p) { x = 2; return p; }
void *a(void *p) { pthread_create(&u, 0, b, 0); x = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_join(t, 0); pthread_join(u, 0); if (x == 1) reach_error(); }`, "false"},
	{"recursion", `
int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) { unsigned char n = U; __VERIFIER_assume(n < 6); if (f(n) != n) reach_error(); }`, "true"},
	{"recursion without end", `
int f(int n) { return f(n + 1); }
int main(void) { f(0); }`, "nested calls"},
	{"a lock", `
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *a(void *p) { for (;;) { pthread_mutex_lock(&m); x++; if (x != 1) reach_error(); x--; pthread_mutex_unlock(&m); } return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, a, 0); a(0); }`, "true"},
	{"a flag that is an input", `
void *a(void *p) { x = U; y = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); while (!y) ; if (x > 255) reach_error(); if (x == 77) reach_error(); }`, "false"},
	{"division by zero", `
int main(void) { unsigned char a = U; int q = 100 / a; if (q > 100) reach_error(); }`, "true"},
	{"what the caller of another thread still reads", `
void one(void) { while (!z) ; }
void *a(void *p) { one(); if (x == 1) if (y == 0) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); z = 1; x = 1; y = 1; }`, "false"},
	{"what a thread will read that another one starts", `
void *b(void *p) { if (x == 1) if (y == 0) reach_error(); return p; }
void *a(void *p) { while (!z) ; pthread_create(&u, 0, b, 0); return p; }
int main(void) { pthread_create(&t, 0, a, 0); z = 1; x = 1; y = 1; }`, "false"},
	{"what another thread reads through a pointer", `
int *q = &x;
void *a(void *p) { int *r = q; if (*r == 1) if (y == 0) reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); x = 1; y = 1; }`, "false"},
	{"what another thread reads of a heap object", `
void *a(void *p) { int *r = p; if (r[1] == 1) if (r[0] == 0) reach_error(); return p; }
int main(void) { int *r = malloc(8); r[0] = r[1] = 0; pthread_create(&t, 0, a, r); r[1] = 1; r[0] = 1; }`, "false"},
	{"what another thread writes in between", `
void *a(void *p) { x = 1; x = 2; return p; }
int main(void) { pthread_create(&t, 0, a, 0); int k = x; if (k == 1 && x == 2) reach_error(); }`, "false"},
	{"what another thread writes in a section", `
void *a(void *p) { __VERIFIER_atomic_begin(); x++; y++; __VERIFIER_atomic_end(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); int k = x; if (k != y) reach_error(); }`, "false"},
	{"what no other thread writes any more", `
void *a(void *p) { x = 1; y = 1; return p; }
int main(void) { pthread_create(&t, 0, a, 0); while (!y) ; int k = x; x = 2; if (k != 1 || x != 2) reach_error(); }`, "true"},
	{"an object that is read before its life ends", `
void *a(void *p) { if (*(int *)p == 7) reach_error(); return p; }
int main(void) { { int v = 7; pthread_create(&t, 0, a, &v); } x = 1; }`, "false"},
	{"a section that asks for inputs beside a thread that goes round without telling", `
void *a(void *p) { __VERIFIER_atomic_begin(); for (int i = 0; i < 2; i++) if (U) x ^= 1; __VERIFIER_atomic_end(); reach_error(); return p; }
int main(void) { pthread_create(&t, 0, a, 0); for (;;) ; }`, "false"},
	{"undefined content is not that of an object of zeros", `
int main(void) { unsigned char *p; if (__VERIFIER_nondet_bool()) p = malloc(1); else p = calloc(1, 1); PAUSE if (*p == 5) reach_error(); }`, "false"},
	{"nor the other way round", `
int main(void) { unsigned char *p; if (__VERIFIER_nondet_bool()) p = calloc(1, 1); else p = malloc(1); PAUSE if (*p == 5) reach_error(); }`, "false"},
	{"an answer is known of the same conditions, not of those that follow from them", `
int main(void) { unsigned char c = U; if (c > 250) y ^= 1; unsigned char a = U, b = U;
	if ((a > 250) | (b > 250)) { if (U) { if (a > 250) x = a; } else { if (b > 250) x = b; } } PAUSE if (x == 255 && a == 3) reach_error(); }`, "false"},
	{"a wait for what never comes", `
int main(void) { while (x == 0) ; reach_error(); }`, "true"},
}

func compile(t *testing.T, text string) *cfa.Program {
	t.Helper()
	p, diags, err := c.Load(context.Background(), c.Config{
		Files: []string{"case.c"}, Property: property.UnreachCall,
		Read: func(string) ([]byte, error) { return []byte(text), nil },
	})
	if err == nil && diags != nil && diags.HasErrors() {
		err = diags.Err()
	}
	if err == nil {
		err = cfa.Check(p)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	return p
}

// TestCases checks each program in every configuration; without matching the answer may be missing.
func TestCases(t *testing.T) {
	for _, tt := range cases {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) { checkCase(t, tt.text, tt.want) })
	}
}

// unforeseen are programs that copy an address bit by bit through conditions, which the points-to analysis does not follow.
var unforeseen = map[string]string{
	"of an object": `
unsigned long h;
void *a(void *p) {
	unsigned long v = h, w = 0, k = (unsigned long)&z;
	for (int i = 0; i < 64; i++) if (v >> i & 1) w |= 1ul << i;
	if (__VERIFIER_nondet_bool()) k = w;
	if (*(int *)k == 1) reach_error();
	return p;
}
int main(void) { h = (unsigned long)&x; pthread_create(&t, 0, a, 0); y = 1; x = 1; x = 0; }`,
	"of a function": `
void good(void) { x = 1; }
void bad(void) { reach_error(); }
int main(void) {
	unsigned long v = (unsigned long)bad, w = 0, k = (unsigned long)good;
	for (int i = 0; i < 64; i++) if (v >> i & 1) w |= 1ul << i;
	if (__VERIFIER_nondet_bool()) k = w;
	((void (*)(void))k)();
}`,
}

// TestUnforeseenAddress looks for violations by such addresses. They are found without the analyses that rely on where addresses
// come from; with them there is no proof at least.
func TestUnforeseenAddress(t *testing.T) {
	for name, text := range unforeseen {
		p := compile(t, prelude+text)
		for _, conf := range configurations {
			eng, err := ceds.New(conf.cfg)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(context.Background(), engine.Task{Program: p, Property: property.UnreachCall})
			if err != nil {
				t.Fatalf("%s, %s: %v", name, conf.name, err)
			}
			if res.Verdict.Kind == property.True {
				t.Errorf("%s, %s: holds", name, conf.name)
			}
		}
	}
}

// checkCase checks a program in every configuration.
func checkCase(t *testing.T, text, want string) {
	t.Helper()
	p := compile(t, prelude+text)
	for _, conf := range configurations {
		cfg := conf.cfg
		if cfg.MaxStates > 0 {
			cfg.MaxStates = 100
		}
		eng, err := ceds.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		res, err := eng.Check(ctx, engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil {
			t.Fatalf("%s: %v", conf.name, err)
		}
		got := [...]string{property.True: "true", property.False: "false", property.Unknown: res.Why}[res.Verdict.Kind]
		limited := cfg.MaxStates > 0 && strings.HasPrefix(got, "more than")
		if got != want && !limited && (res.Verdict.Kind != property.Unknown || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", conf.name, got, want)
		}
		if res.Verdict.Kind == property.False {
			if _, err := interp.Replay(ctx, p, res.Trace); err != nil {
				t.Errorf("%s: the trace does not replay: %v", conf.name, err)
			}
		}
	}
}
