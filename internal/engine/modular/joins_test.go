package modular_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

const joinsHead = `
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x;
pthread_t h, k, o;
static void put(int v) { x = v; if (x != v) reach_error(); }
void *f(void *arg) { put(1); return 0; }
void *g(void *arg) { put(2); return 0; }
`

// joined are programs in which threads wait for others, of which any number comes. Those that are not proved
// have a violation.
var joined = []program{
	{"one after the other", `int main(void)
{
	while (1) {
		pthread_create(&h, 0, f, 0);
		pthread_join(h, 0);
		put(3);
	}
}`, true},
	{"a thread that is not joined each time", `int main(void)
{
	while (1) {
		pthread_create(&h, 0, f, 0);
		if (__VERIFIER_nondet_int())
			pthread_join(h, 0);
		put(3);
	}
}`, false},
	{"one too early", `int main(void)
{
	while (1) {
		pthread_create(&h, 0, f, 0);
		put(3);
		pthread_join(h, 0);
	}
}`, false},
	{"the id of another thread", `int main(void)
{
	while (1) {
		pthread_create(&h, 0, f, 0);
		pthread_create(&k, 0, f, 0);
		pthread_join(k, 0);
		put(3);
	}
}`, false},
	{"an id that is overwritten", `int main(void)
{
	while (1) {
		pthread_create(&h, 0, f, 0);
		pthread_t old = h;
		if (__VERIFIER_nondet_int())
			pthread_create(&h, 0, f, 0);
		pthread_join(old, 0);
		put(3);
	}
}`, false},
	{"an id of the round before", `int main(void)
{
	pthread_create(&h, 0, f, 0);
	while (1) {
		pthread_t old = h;
		pthread_create(&h, 0, f, 0);
		pthread_join(old, 0);
		put(3);
	}
}`, false},
	{"two kinds of threads, each with its id", `int main(void)
{
	while (1) {
		pthread_t mine;
		pthread_create(&mine, 0, f, 0);
		h = mine;
		pthread_join(h, 0);
		pthread_create(&mine, 0, g, 0);
		pthread_join(mine, 0);
		put(3);
	}
}`, true},
	{"two kinds of threads, one of which is joined", `int main(void)
{
	while (1) {
		pthread_create(&h, 0, f, 0);
		pthread_create(&k, 0, g, 0);
		pthread_join(h, 0);
		put(3);
	}
}`, false},
	{"a thread that joins others and is joined", `void *owner(void *arg)
{
	while (__VERIFIER_nondet_int()) {
		pthread_create(&h, 0, f, 0);
		pthread_join(h, 0);
		put(4);
	}
	return 0;
}
int main(void)
{
	put(5);
	pthread_create(&o, 0, owner, 0);
	pthread_join(o, 0);
	put(6);
	return 0;
}`, true},
	{"a thread that ends before the others", `void *owner(void *arg)
{
	while (__VERIFIER_nondet_int()) {
		pthread_create(&h, 0, f, 0);
		if (__VERIFIER_nondet_int())
			return 0;
		pthread_join(h, 0);
		put(4);
	}
	return 0;
}
int main(void)
{
	pthread_create(&o, 0, owner, 0);
	pthread_join(o, 0);
	put(6);
	return 0;
}`, false},
	{"whoever joins a thread that joins knows of its end", `void *second(void *arg)
{
	pthread_join(h, 0);
	put(5);
	return 0;
}
int main(void)
{
	pthread_create(&h, 0, f, 0);
	pthread_create(&k, 0, second, 0);
	pthread_join(k, 0);
	put(6);
	return 0;
}`, true},
	{"two threads of a function, one after the other", `void *owner(void *arg)
{
	pthread_create(&h, 0, f, 0);
	pthread_join(h, 0);
	pthread_create(&h, 0, f, 0);
	pthread_join(h, 0);
	put(4);
	return 0;
}
int main(void)
{
	pthread_create(&o, 0, owner, 0);
	pthread_join(o, 0);
	put(6);
	return 0;
}`, true},
	{"two threads of a function, the first of which is joined", `void *owner(void *arg)
{
	pthread_create(&h, 0, f, 0);
	pthread_join(h, 0);
	pthread_create(&h, 0, f, 0);
	put(4);
	return 0;
}
int main(void)
{
	pthread_create(&o, 0, owner, 0);
	pthread_join(o, 0);
	put(6);
	return 0;
}`, false},
	{"two threads that join the same one", `void *second(void *arg)
{
	pthread_join(h, 0);
	put(5);
	return 0;
}
int main(void)
{
	pthread_create(&h, 0, f, 0);
	pthread_create(&k, 0, second, 0);
	pthread_join(h, 0);
	put(6);
	return 0;
}`, false},
}

// someJoins is how many of them an ordinary run looks at.
const someJoins = 5

// TestJoins: programs whose threads join others are proved if they hold and not if they do not.
func TestJoins(t *testing.T) {
	for _, c := range testflag.Some(joined, someJoins) {
		t.Run(c.name, func(t *testing.T) {
			p := compiled.Program(t, compiled.File("a.c", joinsHead+c.text))
			if _, proved := proof(t, c.name, p); proved != c.proved {
				t.Errorf("proved: %t", proved)
			}
			got, err := enumerate.Run(t.Context(), p, enumerate.Options{MaxStates: 3_000, AllBits: 2,
				First: true})
			if err != nil || (len(got.Violations) == 0) != c.proved {
				t.Errorf("the enumeration finds %d violations, %v", len(got.Violations), err)
			}
		})
	}
}

// randomJoins is how many random programs whose threads are joined an ordinary run compares.
const randomJoins = 8

// TestRandomJoins: what is proved of random programs whose initial thread creates and joins threads without
// end has no violation in two or three rounds.
func TestRandomJoins(t *testing.T) {
	proved, violated := 0, 0
	for seed := range testflag.Seeds(randomJoins) {
		round := randomRound(rand.New(rand.NewPCG(uint64(seed), 2)))
		text := func(loop string) string {
			return joinsHead + "int main(void)\n{\n\t" + loop + " {\n" + round + "\t}\n}\n"
		}
		endless := compiled.Program(t, compiled.File("a.c", text("while (1)")))
		_, ok := proof(t, fmt.Sprintf("seed %d", seed), endless)
		if ok {
			proved++
		}
		n, _ := leastViolated(t, mostFew(), 60_000, func(n int) string {
			return text(fmt.Sprintf("for (int i = 0; i < %d; i++)", n))
		})
		if n == 0 {
			continue
		}
		if violated++; ok {
			t.Errorf("seed %d: proved, but %d rounds have a violation:\n%s", seed, n, round)
		}
	}
	t.Logf("%d are proved, %d have a violation with few rounds", proved, violated)
	if proved == 0 || violated == 0 {
		t.Error("the random programs are too one-sided")
	}
}

// randomRound writes what a thread does that creates others and joins them.
func randomRound(r *rand.Rand) string {
	var b strings.Builder
	handle := func() string { return string("hko"[r.IntN(3)]) }
	for range 3 + r.IntN(4) {
		switch v := handle(); r.IntN(5) {
		case 0:
			fmt.Fprintf(&b, "\t\tpthread_create(&%s, 0, %c, 0);\n", v, "fg"[r.IntN(2)])
		case 1:
			fmt.Fprintf(&b, "\t\tpthread_create(&%s, 0, %c, 0);\n\t\tpthread_join(%s, 0);\n", v,
				"fg"[r.IntN(2)], v)
		case 2:
			fmt.Fprintf(&b, "\t\tpthread_join(%s, 0);\n", v)
		case 3:
			fmt.Fprintf(&b, "\t\t%s = %s;\n", v, handle())
		case 4:
			b.WriteString("\t\tput(3);\n")
		}
	}
	return b.String()
}
