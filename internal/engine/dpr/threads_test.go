package dpr_test

import (
	"fmt"
	"math/rand"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randcfa"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// explore checks a program with threads, with next to no random executions.
func explore(t *testing.T, text string) (engine.Result, error) {
	t.Helper()
	p := load(t, `#include <pthread.h>
		extern void reach_error(void);
		extern void __VERIFIER_atomic_begin(void);
		extern void __VERIFIER_atomic_end(void);
		static pthread_t go(void *(*f)(void *)) { pthread_t t; pthread_create(&t, 0, f, 0); return t; }
		`+text)
	return dpr.New(dpr.Config{Hunt: 1}).Check(t.Context(), engine.Task{Program: p,
		Property: property.UnreachCall})
}

// TestSchedules checks how many executions explain the schedules of small programs.
func TestSchedules(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       int
	}{
		{"three writers and a reader: 24 interleavings, 4 classes", `int x;
			void *a(void *p) { x = 1; return 0; }
			void *b(void *p) { x = 2; return 0; }
			void *c(void *p) { x = 3; return 0; }
			void *d(void *p) { if (x == 4) reach_error(); return 0; }
			int main(void) { go(a); go(b); go(c); go(d); return 0; }`, 4},
		{"two increments with noise: 70 interleavings, 9 classes", `int x, m, n;
			void *a(void *p) { m = 1; x = x + 1; m = 2; return 0; }
			void *b(void *p) { n = 1; x = x + 1; n = 2; return 0; }
			int main(void) {
				pthread_t s = go(a), t = go(b);
				pthread_join(s, 0);
				pthread_join(t, 0);
				if (x < 1 || x > 2) reach_error();
				return 0;
			}`, 3},
		{"three threads with noise: thousands of interleavings", `int x, y, l, m, n;
			void *a(void *p) { l = 1; x = 1; l = 2; return 0; }
			void *b(void *p) { m = 1; m = 2; y = 1; m = 3; return 0; }
			void *c(void *p) { n = 1; if (x == 2) reach_error(); n = 2; return 0; }
			int main(void) { go(a); go(b); go(c); return 0; }`, 2},
		{"a lock taken twice in either order", `int x;
			pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
			void *a(void *p) { pthread_mutex_lock(&l); x++; pthread_mutex_unlock(&l); return 0; }
			int main(void) {
				pthread_t s = go(a), t = go(a);
				pthread_join(s, 0);
				pthread_join(t, 0);
				if (x != 2) reach_error();
				return 0;
			}`, 2},
	} {
		res, err := explore(t, x.text)
		if err != nil || res.Verdict.Kind != property.True {
			t.Errorf("%s: %v %s %v", x.name, res.Verdict.Kind, res.Why, err)
			continue
		}
		for _, s := range res.Stats {
			if s.Name == "executions" && s.Value != float64(x.want) {
				t.Errorf("%s: %v executions, want %d", x.name, s.Value, x.want)
			}
		}
	}
}

// TestArguments checks threads that start with different arguments in different executions.
func TestArguments(t *testing.T) {
	res, err := explore(t, `int x, y;
		void *a(void *p) { x = 1; x = 2; return 0; }
		void *b(void *p) { y = (int)(long)p; if (y == 0) { y = 7; x = 5; } return 0; }
		int main(void) {
			pthread_t s, t;
			go(a);
			int v = x;
			pthread_create(&s, 0, b, (void *)(long)v);
			pthread_create(&t, 0, b, (void *)(long)(x + 1));
			pthread_join(s, 0);
			if (y == 9) reach_error();
		}`)
	if err != nil || res.Verdict.Kind != property.True {
		t.Errorf("%v %s %v", res.Verdict.Kind, res.Why, err)
	}
}

// TestChoices checks inputs of many bits that decide one branch and nothing else.
func TestChoices(t *testing.T) {
	for _, x := range []struct {
		name, fails string
		want        property.Kind
	}{
		{"none", "x == 4", property.True},
		{"both", "x == 3", property.False},
		{"a rare value", "x == 2", property.False},
	} {
		res, err := explore(t, `extern int __VERIFIER_nondet_int(void);
			int x;
			void *a(void *p) {
				if (__VERIFIER_nondet_int() == 123456) x |= 2;
				return 0;
			}
			int main(void) {
				pthread_t s = go(a);
				pthread_join(s, 0);
				if (__VERIFIER_nondet_int() > 7) x |= 1;
				if (`+x.fails+`) reach_error();
			}`)
		if err != nil || res.Verdict.Kind != x.want {
			t.Errorf("%s: %v %s %v", x.name, res.Verdict.Kind, res.Why, err)
		}
	}
}

// TestClasses checks inputs of many bits that are nothing but compared with numbers.
func TestClasses(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       property.Kind
	}{
		{"ranges", "int v = n(); if (v > 5 && v < 9 && v != 7) x = 1; if (v == 7) y = 1;", property.True},
		{"a rare value", "int v = n(); if (v > 5 && v < 9 && v != 7) x = 1; if (v == 8) y = 1;",
			property.False},
		{"the least number", "int v = n(); if (v < -2147483647) x = y = 1;", property.False},
		{"no number", "int v = n(); if (v > 2147483646) x = 1; if (v < 0) y = 1;", property.True},
		{"wider", "long v = __VERIFIER_nondet_char(); if (v > 126) x = 1; if (v > 127 || v < -128) y = x;",
			property.True},
		{"narrower", "signed char c = n(); long v = c; if (v > 126) x = 1; if (v > 127 || v < -128) y = x;",
			property.True},
		{"of two widths", "int v = n(); if ((signed char)v > 126) x = 1; if (v > 300) y = x;",
			property.Unknown},
		{"unsigned", "unsigned v = n(); if (v > 4000000000u) x = 1; if ((int)v < 0) y = x;", property.False},
		{"compared with what is read", "int v = n(); if (v > 5) x = 1; if (v == x) y = 1;", property.Unknown},
		{"stored", "int v = n(); z = v; if (z == 5) x = 1; if (v > 9) y = x;", property.Unknown},
		{"computed with", "int v = n(); if (v > 5) x = 1; if (v * v == 16) y = x;", property.Unknown},
	} {
		res, err := explore(t, `extern int __VERIFIER_nondet_int(void);
			extern char __VERIFIER_nondet_char(void);
			static int n(void) { return __VERIFIER_nondet_int(); }
			int x, y, z;
			void *a(void *p) { `+x.text+` return 0; }
			int main(void) {
				pthread_t s = go(a);
				pthread_join(s, 0);
				if (x + y == 2) reach_error();
			}`)
		if err != nil || res.Verdict.Kind != x.want {
			t.Errorf("%s: %v %s %v", x.name, res.Verdict.Kind, res.Why, err)
		}
	}
}

// TestSections checks sections that wait for the end of a thread or start one.
func TestSections(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       property.Kind
	}{
		{"a section that waits for the end of a thread is tried again after it", `int x;
			pthread_t t, u;
			void *a(void *p) { return 0; }
			void *b(void *p) { if (x == 1) reach_error(); return 0; }
			int main(void) {
				pthread_create(&t, 0, a, 0);
				pthread_create(&u, 0, b, 0);
				__VERIFIER_atomic_begin(); x = 1; pthread_join(t, 0); __VERIFIER_atomic_end();
			}`, property.False},
		{"a section that waits for it and for a lock is not given up for what else it reads", `int x, y;
			pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
			void *a(void *p) { return 0; }
			void *b(void *p) { if (y == 1) reach_error(); return 0; }
			void *c(void *p) { x = 1; x = 2; return 0; }
			int main(void) {
				pthread_t t = go(a);
				go(b);
				go(c);
				__VERIFIER_atomic_begin();
				pthread_mutex_lock(&l); int v = x; pthread_join(t, 0); y = v;
				__VERIFIER_atomic_end();
			}`, property.False},
		{"a section that waits for one end twice reads it once", `int x;
			void *a(void *p) { x = 1; return 0; }
			int main(void) {
				pthread_t t = go(a);
				__VERIFIER_atomic_begin(); pthread_join(t, 0); pthread_join(t, 0); __VERIFIER_atomic_end();
				if (x != 1) reach_error();
			}`, property.True},
		{"a thread is not started by a section that is undone", `int f, g;
			pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
			void *a(void *p) {
				pthread_mutex_lock(&l); f = 1; while (!g); pthread_mutex_unlock(&l);
				return 0;
			}
			void *b(void *p) { reach_error(); return 0; }
			int main(void) {
				pthread_t t;
				go(a);
				while (!f);
				__VERIFIER_atomic_begin();
				pthread_create(&t, 0, b, 0); pthread_mutex_lock(&l);
				__VERIFIER_atomic_end();
			}`, property.True},
		{"a section does not end that waits for a thread that it starts itself", `
			void *a(void *p) { reach_error(); return 0; }
			int main(void) {
				pthread_t t;
				__VERIFIER_atomic_begin();
				pthread_create(&t, 0, a, 0); pthread_join(t, 0);
				__VERIFIER_atomic_end();
				reach_error();
			}`, property.True},
	} {
		res, err := explore(t, x.text)
		if err != nil || res.Verdict.Kind != x.want {
			t.Errorf("%s: %v %s %v", x.name, res.Verdict.Kind, res.Why, err)
		}
	}
}

// comparing is a random program whose threads compare inputs with numbers.
func comparing(seed int64) string {
	r := rand.New(rand.NewSource(seed))
	pick := func(words ...string) string { return words[r.Intn(len(words))] }
	var thread func(depth int) string
	thread = func(depth int) string {
		read := func() string { return pick("c", "c", "d", "x") }
		cond := fmt.Sprintf("%s %s %d", read(), pick("<", ">", "==", "!=", "<=", ">="), r.Intn(22)-11)
		if r.Intn(3) == 0 {
			cond += fmt.Sprintf(" %s %s %s %d", pick("&&", "||"), read(), pick("<", "=="), r.Intn(20)-10)
		}
		then := pick("x |= 1;", "x = 2;", "y++;", "y = x;", "if (x == 1) y = 2;")
		if depth > 0 && r.Intn(2) == 0 {
			then += " " + thread(depth-1)
		}
		return fmt.Sprintf("if (%s) { %s } else { %s }", cond, then, pick("", "x += 1;", "y = 3;"))
	}
	text := `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x, y;
`
	for _, f := range []string{"a", "b"} {
		text += fmt.Sprintf("void *%s(void *p) {\n\t%s c = __VERIFIER_nondet_int() & 15;\n"+
			"\t%s d = %s;\n\t%s\n\treturn 0;\n}\n", f, pick("char", "int", "long"),
			pick("int", "unsigned char", "unsigned"),
			pick("c", "(__VERIFIER_nondet_int() & 15) - 8", "__VERIFIER_nondet_int() & 15"), thread(2))
	}
	return text + fmt.Sprintf(`int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0);
	pthread_join(s, 0); pthread_join(t, 0);
	if (4 * x + y == %d) reach_error();
}`, r.Intn(16))
}

// threaded is how many random programs with threads of each kind an ordinary run compares.
const threaded = 24

// TestSchedulesAgainstEnumeration compares the verdicts on random programs with threads with an enumeration
// of all interleavings and inputs. Next to no random executions are made first, so that what is compared is
// the exploration.
func TestSchedulesAgainstEnumeration(t *testing.T) {
	count := map[string]int{}
	check := func(seed int64, text string, p *cfa.Program) {
		want, err := enumerate.Run(t.Context(), p, enumerate.Options{MaxStates: 20_000, AllBits: 8})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !want.Complete || want.Sampled {
			count["too large"]++
			return
		}
		if err := compare(t, p, dpr.Config{Hunt: 1}, want, count); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
		}
	}
	for seed := range testflag.Seeds(threaded) {
		check(seed, "", randcfa.New(seed))
	}
	for seed := range testflag.Seeds(threaded / 4) {
		text := comparing(seed)
		check(seed, text, load(t, text))
	}
	for seed := range testflag.Seeds(threaded) {
		r := rand.New(rand.NewSource(seed))
		src, _ := randprog.NewSmall(seed)
		text, _ := randprog.SmallCheck(src, r.Int(), r.Intn(randprog.Outcomes))
		check(seed, text, load(t, text))
	}
	t.Log(count)
	if count["false"] < threaded/4 || count["true"] < threaded/4 {
		t.Errorf("the programs are too one-sided: %v", count)
	}
}
