package run_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/testing/traps"
)

// jointly are the properties that TestSeveral asks for in one run.
const jointly = property.UnreachCall + "," + property.NoDataRace + "," + property.NoOverflow + "," +
	property.NoUndefinedArithmetic

// twoNodes is violated in the second copy of the functions that allocate.
const twoNodes = `#include <assert.h>
#include <stdlib.h>
struct node { int *value; struct node *next; };
void *make(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
struct node *add(int v, struct node *next) {
	struct node *d = make(sizeof *d);
	d->value = make(4);
	*d->value = v;
	d->next = next;
	return d;
}
int main(void) { assert(*add(1, add(2, 0))->value / 2 == 1); return 0; }`

// TestSeveral is the law of runs about several properties: of each one they say what a run about it alone
// says, and a violation is one of the program that is made for it alone.
func TestSeveral(t *testing.T) {
	all, err := traps.Read(filepath.Join("testdata", "traps"))
	if err != nil {
		t.Fatal(err)
	}
	texts, models := map[string]string{"copies of what allocates": twoNodes}, map[string]string{}
	for _, tr := range testflag.Some(all, 5) {
		// Loops that matter to one of these properties end within the bound, those of all together do not.
		topic, _, _ := strings.Cut(tr.Name, "/")
		if tr.Ext == ".c" && tr.Want != "error" && tr.Want != "unknown" && len(tr.Flags) == 0 &&
			topic != "getopt_arguments" {
			texts[tr.Name], models[tr.Name] = tr.Text, tr.DataModel
		}
	}
	for seed := range testflag.Seeds(3) {
		text, _ := randprog.NewSmall(seed)
		texts[fmt.Sprint("random ", seed)] = text
	}
	for name, text := range texts {
		if !testflag.Only(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := run.Task{Files: []string{"t.c"}, Property: string(jointly), DataModel: models[name],
				Read: func(file string) ([]byte, error) {
					if file != "t.c" {
						return nil, fs.ErrNotExist
					}
					return []byte(text), nil
				}}
			agree(t, task, run.Options{Engine: "bmc", MaxUnwind: 3, KeepGoing: true, BugDir: t.TempDir()})
		})
	}
}

// agree compares a run about several properties with runs about each.
func agree(t *testing.T, task run.Task, opt run.Options) {
	t.Helper()
	o, err := run.Check(t.Context(), task, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range o.Several {
		task.Property = string(p.Property)
		alone, err := run.Check(t.Context(), task, opt)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case p.BugReport != "" || alone.BugReport != "":
			t.Errorf("%s: %s; alone: %s", p.Property, p.Result.Why, alone.Result.Why)
		case p.Verdict.Kind != property.Unknown && alone.Verdict.Kind != property.Unknown &&
			p.Verdict != alone.Verdict:
			t.Errorf("%s is %s, and %s if it alone is asked", p.Property, p.Verdict, alone.Verdict)
		case p.Result.Reason == engine.Undefined: // for races the library reads what it is given
		case p.Verdict.Kind == property.Unknown && alone.Verdict.Kind != property.Unknown:
			t.Errorf("%s is unknown (%s), and %s if it alone is asked", p.Property, p.Result.Why,
				alone.Verdict)
		}
		if err := witnessError(p); err != nil {
			t.Errorf("%s: %v", p.Property, err)
		}
	}
}

// witnessError is what stands in the way of a witness, unless that is that the format has none.
func witnessError(o run.Outcome) error {
	err := o.WriteWitness(io.Discard, run.WitnessOptions{})
	if errors.Is(err, run.ErrNoWitness) && !strings.Contains(err.Error(), "alone") {
		return nil
	}
	return err
}

// TestSeveralVerdict: the answer to the whole is that about the first property that is violated, else the
// first that is open; one violation hides none of the others; --first ends the run.
func TestSeveralVerdict(t *testing.T) {
	const text = `#include <assert.h>
		int f(void); int g(void) { int d = f(); assert(d); return 1 / d + (d + 1); }
		int main(void) { return g(); }`
	task := run.Task{Files: []string{"t.c"}, Property: "no-undefined-arithmetic,no-overflow,unreach-call",
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
	o, err := run.Check(t.Context(), task, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if o.Verdict != property.Violated(property.UnreachCall) || len(o.Several) != 3 ||
		o.Property != "unreach-call,no-overflow,no-undefined-arithmetic" {
		t.Errorf("%s of %s, %d answers", o.Verdict, o.Property, len(o.Several))
	}
	for _, p := range o.Several {
		if p.Property != property.NoUndefinedArithmetic && p.Verdict != property.Violated(p.Property) {
			t.Errorf("%s: %s (%s)", p.Property, p.Verdict, p.Result.Why)
		}
		// A failed assertion ends the program, so that the division comes after one that holds.
		if p.Property == property.NoUndefinedArithmetic && p.Verdict != property.Holds() {
			t.Errorf("%s: %s (%s)", p.Property, p.Verdict, p.Result.Why)
		}
	}
	if o, err = run.Check(t.Context(), task, run.Options{First: true}); err != nil {
		t.Fatal(err)
	}
	violated := 0
	for _, p := range o.Several {
		if p.Verdict.Kind == property.False {
			violated++
		}
	}
	if violated != 1 || o.Verdict.Kind != property.False {
		t.Errorf("%s, and %d violations with First", o.Verdict, violated)
	}
}

// TestSeveralInLayouts: what is found before any engine runs holds in every layout of memory, too, and not
// only in that of the interpreter. Each place of the array is taken in some layout.
func TestSeveralInLayouts(t *testing.T) {
	for i := range 4 {
		text := fmt.Sprintf(`#include <assert.h>
			#include <stdint.h>
			int a, places[4];
			int main(void) {
				places[((uintptr_t)&a >> 4) %% 4] = 1;
				assert(places[%d] == 0);
				return 0;
			}`, i)
		if o := amongAll(t, text, property.UnreachCall); o.Verdict.Kind == property.True {
			t.Errorf("place %d is never taken: %s", i, o.Result.Why)
		}
	}
}

// TestRacesInLayouts: locks exclude data races before any engine runs also where results of the program
// depend on where its objects lie.
func TestRacesInLayouts(t *testing.T) {
	const text = `#include <pthread.h>
		#include <stdint.h>
		pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
		int a, places[4];
		void *thread(void *arg) {
			pthread_mutex_lock(&m);
			places[((uintptr_t)&a >> 4) % 4]++;
			pthread_mutex_unlock(&m);
			return 0;
		}
		int main(void) {
			pthread_t t;
			pthread_create(&t, 0, thread, 0);
			thread(0);
			return pthread_join(t, 0);
		}`
	o := amongAll(t, text, property.NoDataRace)
	if o.Verdict.Kind != property.True || o.Result.Engine != "races" {
		t.Errorf("%s by %q: %s", o.Verdict, o.Result.Engine, o.Result.Why)
	}
}

// amongAll is what is said of a property of a program in a run about all.
func amongAll(t *testing.T, text string, about property.Property) run.Outcome {
	t.Helper()
	task := run.Task{Files: []string{"t.c"}, Property: "all",
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
	o, err := run.Check(t.Context(), task, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range o.Several {
		if p.Property == about {
			return p
		}
	}
	t.Fatalf("nothing is said of %s", about)
	return run.Outcome{}
}

// TestSeveralOfMemory is TestSeveral for properties about memory, whose program watches over blocks, and for
// answers that need no engine.
func TestSeveralOfMemory(t *testing.T) {
	const properties = property.UnreachCall + "," + property.ValidMemsafety + "," + property.ValidMemcleanup +
		"," + property.NoDataRace + "," + property.NoOverflow + "," + property.NoUndefinedArithmetic
	for name, text := range map[string]string{
		"a call of what is no function": `int x;
			int main(void) { void (*f)(void) = (void (*)(void))&x; f(); return 0; }`,
		"races and lost blocks": `#include <pthread.h>
			#include <stdlib.h>
			static int *p, *q;
			static void *frees(void *arg) { free(q); q = 0; p = calloc(1, 4); return 0; }
			static void *makes(void *arg) { p = q; int *l = malloc(4); *l = 1 / *l; return 0; }
			int main(void) {
				pthread_t t, u;
				pthread_create(&t, 0, frees, 0);
				pthread_create(&u, 0, makes, 0);
				pthread_join(t, 0);
				pthread_join(u, 0);
				free(p);
				return 0;
			}`,
		"the initial thread ends first": `#include <assert.h>
			#include <pthread.h>
			#include <stdlib.h>
			static int x;
			static void *reads(void *arg) { assert(x == 1); return 0; }
			int main(void) {
				pthread_t t;
				free(malloc(4));
				x = 1;
				pthread_create(&t, 0, reads, 0);
				pthread_exit(0);
			}`,
		"the content of new memory": `#include <stdlib.h>
			int main(void) {
				int **l = malloc(sizeof *l);
				int *p = *l;
				free(p);
				int *q = calloc(1, sizeof *q);
				*q = 2;
				return 0;
			}`,
		"the end in a call": `#include <assert.h>
			#include <stdlib.h>
			int f(void);
			static int *g;
			static void end(int n) { if (n) exit(0); assert(*g + f() > 0); }
			int main(void) { g = calloc(2, 4); end(f()); free(g); g = 0; free(g); end(*g); return 0; }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := run.Task{Files: []string{"t.c"}, Property: string(properties),
				Read: func(file string) ([]byte, error) {
					if file != "t.c" {
						return nil, fs.ErrNotExist
					}
					return []byte(text), nil
				}}
			agree(t, task, run.Options{BugDir: t.TempDir()})
		})
	}
}

// TestSeveralAfterInvalidUse: an invalid access or free that is reported ends paths for the other properties,
// and that is told; what other paths come to is violated all the same.
func TestSeveralAfterInvalidUse(t *testing.T) {
	for _, tc := range []struct {
		text     string
		violated property.Property // beside valid-memsafety
	}{
		{`int main(void) { int *p = malloc(4); free(p); free(p); int n = 1; return n << 2; }`, ""},
		{`int main(void) { int *p = calloc(1, 4); free(p); int n = *p; assert(n == 7); return n + 1; }`, ""},
		{`int main(void) {
			int *p = calloc(1, 4);
			if (__VERIFIER_nondet_bool()) { free(p); *p = 1; assert(0); }
			int n = *p; free(p); return n + 2147483647; }`, ""},
		{`int main(void) {
			int *p = calloc(1, 4);
			if (__VERIFIER_nondet_bool()) { free(p); *p = 1; return 0; }
			int n = *p; free(p); assert(n == 7); return 0; }`, property.UnreachCall},
	} {
		task := run.Task{Files: []string{"t.c"}, Property: "unreach-call,valid-memsafety,no-overflow",
			Read: func(file string) ([]byte, error) {
				if file != "t.c" {
					return nil, fs.ErrNotExist
				}
				return []byte("#include <assert.h>\n#include <stdlib.h>\n" +
					"_Bool __VERIFIER_nondet_bool(void);\n" + tc.text), nil
			}}
		o, err := run.Check(t.Context(), task, run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range o.Several {
			want := p.Property == property.ValidMemsafety || p.Property == tc.violated
			if (p.Verdict.Kind == property.False) != want ||
				!want && (p.Verdict.Kind != property.True || len(p.Result.Assumed) == 0) {
				t.Errorf("%s: %s (%s), assuming %v\n%s", p.Property, p.Verdict, p.Result.Why,
					p.Result.Assumed, tc.text)
			}
		}
	}
}

// TestSeveralAgain: what is asked once more about one of several properties that was not named is about
// that property alone.
func TestSeveralAgain(t *testing.T) {
	const text = `int a[2]; int main(int argc, char **argv) { return a[argc > 1 ? 2 : 0]; }`
	task := run.Task{Files: []string{"t.c"},
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
	o, err := run.Check(t.Context(), task, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	violated := 0
	for _, p := range o.Several {
		if p.Verdict.Kind != property.False {
			continue
		}
		violated++
		again, err := p.Again(t.Context())
		if err != nil || len(again.Several) > 0 || again.Property != p.Verdict.Property {
			t.Errorf("%s: asked about %s (%v)", p.Property, again.Property, err)
		}
	}
	if violated == 0 {
		t.Errorf("%s", o.Verdict)
	}
}

// TestSeveralAssumed: a proof that rests on valid accesses says what their proof assumes.
func TestSeveralAssumed(t *testing.T) {
	const text = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned c;
int x[4], s;
void *f(void *arg)
{
	unsigned i;
	__VERIFIER_atomic_begin();
	c++;
	i = c;
	__VERIFIER_atomic_end();
	pthread_mutex_lock(&m);
	s = 1;
	if (i == 0)
		x[i + 4] = 1;
	pthread_mutex_unlock(&m);
	__VERIFIER_atomic_begin();
	c--;
	__VERIFIER_atomic_end();
	return 0;
}
int main(void)
{
	pthread_t t;
	while (__VERIFIER_nondet_int())
		pthread_create(&t, 0, f, 0);
}
`
	task := run.Task{Files: []string{"t.c"}, Property: "no-data-race,valid-memsafety",
		Read: func(file string) ([]byte, error) {
			if file != "t.c" {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		}}
	o, err := run.Check(t.Context(), task, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range o.Several {
		if p.Verdict.Kind != property.True || len(p.Result.Assumed) == 0 {
			t.Errorf("%s: %s, assuming %v", p.Property, p.Verdict, p.Result.Assumed)
		}
	}
}
