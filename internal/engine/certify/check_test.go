package certify

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/stateset"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/term"
)

// certified is an exploration with a certificate that was not checked.
type certified struct {
	task engine.Task
	cert *Certificate
}

// counter has two values that depend on different inputs, and a loop that ends at a multiple of six.
const counter = `extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned x = ((a << 3 ^ b) & 255) * 31 + (a & 15);
    int y = 0;
    for (unsigned char n = __VERIFIER_nondet_uchar(); n % 6 != 0; n++)
        y++;
    if (y >= 6)
        reach_error();
    return x * y;
}
`

// loadExample loads one of the examples, or counter.
func loadExample(t *testing.T, name string) *cfa.Program {
	t.Helper()
	if name == "counter" {
		return loadText(t, counter)
	}
	return compiled.Program(t, c.Config{Files: []string{examples.File(t, "../../../examples", name)},
		Property: property.UnreachCall})
}

func loadText(t *testing.T, text string) *cfa.Program {
	t.Helper()
	return compiled.Program(t, compiled.File("p.c", text))
}

// explore visits the states of a program that holds.
func explore(t *testing.T, p *cfa.Program) certified {
	t.Helper()
	var w wrongSearch
	w.run(t, p)
	if w.violated {
		t.Fatal("the property is violated")
	}
	return certified{engine.Task{Program: p, Property: property.UnreachCall}, &Certificate{states: w.states}}
}

// check checks other states.
func (c certified) check(t *testing.T, states [][]byte) error {
	t.Helper()
	_, err := (&Certificate{states: states}).check(context.Background(), c.task, engine.Result{},
		&proof.MultiStates{})
	var not *inconclusive
	if errors.As(err, &not) {
		t.Fatalf("undecided: %v", err)
	}
	return err
}

// contains reports whether the values of a state are in others.
func (c certified) contains(t *testing.T, states [][]byte, state []byte) bool {
	t.Helper()
	k, err := (&Certificate{states: states}).newChecker(context.Background(), c.task, engine.Result{},
		&proof.MultiStates{})
	if err == nil {
		err = k.read()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer k.close()
	st, err := k.x.Decode(state)
	if err != nil {
		t.Fatal(err)
	}
	return k.contained(-1, st) == nil
}

var mutated = []string{
	"peterson.c", "counter", "symdivine_figure2.c", "slab_elevator.c", "bounded_buffer.c",
	"integer_conversions.c",
	"michael_scott_queue.c", "readers_writers.c", "ticket_lock.c", "insertion_sort.c", "list_reverse.c",
}

// TestCertifyRemovedState removes each state in turn.
func TestCertifyRemovedState(t *testing.T) {
	for _, name := range mutated {
		t.Run(name, func(t *testing.T) {
			c := explore(t, loadExample(t, name))
			if err := c.check(t, c.cert.states); err != nil {
				t.Fatal(err)
			}
			step := max(1, len(c.cert.states)/25)
			caught, missed := 0, 0
			for i := 0; i < len(c.cert.states); i += step {
				rest := slices.Delete(slices.Clone(c.cert.states), i, i+1)
				if c.check(t, rest) != nil {
					caught++
					continue
				}
				missed++
				if !c.contains(t, rest, c.cert.states[i]) {
					t.Errorf("that state %d is missing is not noticed, although no other has its values", i)
				}
			}
			t.Logf("%d of %d removals of a state are noticed, the others were superfluous", caught,
				caught+missed)
		})
	}
}

// TestCertifyChangedConstant changes a constant of a state.
func TestCertifyChangedConstant(t *testing.T) {
	for _, name := range mutated {
		t.Run(name, func(t *testing.T) {
			c := explore(t, loadExample(t, name))
			x, err := multistate.NewStepper(context.Background(), c.task.Program, unreduced)
			if err != nil {
				t.Fatal(err)
			}
			caught, missed := 0, 0
			step := max(1, len(c.cert.states)/25)
			for i := 0; i < len(c.cert.states); i += step {
				st, err := x.Decode(c.cert.states[i])
				if err != nil {
					t.Fatal(err)
				}
				var places []int
				v := st.View()
				for n, val := range v.Values {
					if x.Terms().IsConst(val) && !x.Terms().Sort(val).IsBool() {
						places = append(places, n)
					}
				}
				if len(places) == 0 {
					continue
				}
				n := places[i*7%len(places)]
				val := v.Values[n]
				one := x.Terms().BV(x.Terms().Sort(val).Width(), 1)
				states := slices.Clone(c.cert.states)
				states[i] = x.Encode(nil, st.Altered(n, x.Terms().BVAdd(val, one)))
				if c.check(t, states) != nil {
					caught++
				} else {
					missed++
				}
			}
			t.Logf("%d of %d changes of a constant are noticed", caught, caught+missed)
			if missed > (caught+missed)/3 {
				t.Errorf("%d changes are not noticed", missed)
			}
		})
	}
}

// TestCertifyStrengthenedState takes away some values of a state: all but the zero of one place, and just the
// zero.
func TestCertifyStrengthenedState(t *testing.T) {
	total := 0
	for _, name := range []string{"counter", "slab_elevator.c", "integer_conversions.c", "insertion_sort.c",
		"independent_reads.c"} {
		t.Run(name, func(t *testing.T) {
			c := explore(t, loadExample(t, name))
			x, err := multistate.NewStepper(context.Background(), c.task.Program, unreduced)
			if err != nil {
				t.Fatal(err)
			}
			s := x.Terms()
			caught, missed := 0, 0
			for i, b := range c.cert.states {
				st, err := x.Decode(b)
				if err != nil {
					t.Fatal(err)
				}
				for _, val := range st.View().Values {
					if s.IsConst(val) {
						continue
					}
					zero := s.False()
					if sort := s.Sort(val); !sort.IsBool() {
						zero = s.BV(sort.Width(), 0)
					}
					for _, cond := range []term.Term{s.Eq(val, zero), s.Not(s.Eq(val, zero))} {
						states := slices.Clone(c.cert.states)
						states[i] = x.Encode(nil, st.Altered(-1, term.None, cond))
						if c.check(t, states) != nil {
							caught++
						} else {
							missed++ // the state does not have the values, or others have them, too
						}
					}
				}
			}
			t.Logf("%d of %d stronger states are noticed", caught, caught+missed)
			total += caught
			if missed > caught*2 {
				t.Errorf("%d stronger states are not noticed", missed)
			}
		})
	}
	if total < 20 {
		t.Errorf("%d stronger states were noticed", total)
	}
}

// unreduced are the steps of searches for a certificate.
var unreduced = multistate.Config{Conflicts: conflicts}.Unreduced()

// wrongSearch explores a program, breadth first, and makes mistakes.
type wrongSearch struct {
	forget   int  // no successors of every so many states; 0: never
	neverAll bool // a thread with local steps keeps others for ever
	states   [][]byte
	violated bool
}

func (w *wrongSearch) run(t *testing.T, p *cfa.Program) {
	t.Helper()
	x, err := multistate.NewStepper(context.Background(), p, unreduced)
	if err != nil {
		t.Fatal(err)
	}
	known := stateset.New(stateset.Config{Conflicts: 5_000, Rounds: 60}).View(context.Background(), x.Terms())
	var queue []*multistate.State
	visit := func(st *multistate.State) bool {
		if !known.Add(x.Image(st)) {
			return false
		}
		queue = append(queue, st)
		w.states = append(w.states, x.Encode(nil, st))
		return true
	}
	visit(x.Initial())
	for n := 0; n < len(queue) && n < 3000; n++ {
		if w.forget > 0 && n%w.forget == w.forget-1 {
			continue
		}
		for _, i := range queue[n].Enabled(nil) {
			step, err := x.Step(queue[n], i)
			if err != nil {
				t.Fatal(err)
			}
			w.violated = w.violated || len(step.Violations) > 0
			for _, next := range step.Successors {
				if visit(next.State) || w.neverAll {
					continue
				}
				if open := next.State.Opened(); open != nil {
					visit(open)
				}
			}
		}
	}
}

// TestCertifyWrongSearch looks whether mistakes of a search are noticed.
func TestCertifyWrongSearch(t *testing.T) {
	for _, name := range mutated {
		p := loadExample(t, name)
		c := explore(t, p)
		var right wrongSearch
		right.run(t, p)
		if err := c.check(t, right.states); err != nil {
			t.Errorf("%s: a right search: %v", name, err)
		}
		for _, k := range []int{2, 3, 7, 20, 50} {
			w := wrongSearch{forget: k}
			w.run(t, p)
			err := c.check(t, w.states)
			if len(w.states) < len(right.states) && err == nil {
				t.Errorf("%s: a search that forgets the successors of each state number %d finds %d of %d "+
					"states and is certified", name, k, len(w.states), len(right.states))
			}
		}
	}
}

// TestCertifyViolations looks whether a search is noticed that overlooks violations.
func TestCertifyViolations(t *testing.T) {
	noticed := 0
	for _, name := range examples.Matching(t, "../../../examples", "*_broken.c") {
		p := loadExample(t, filepath.Base(name))
		var w wrongSearch
		w.run(t, p)
		if !w.violated {
			continue
		}
		c := certified{task: engine.Task{Program: p, Property: property.UnreachCall}}
		if err := c.check(t, w.states); err == nil {
			t.Errorf("%s is certified", name)
		}
		noticed++
	}
	if noticed < 10 {
		t.Errorf("%d violations", noticed)
	}
}

// TestCertifyIgnoredThread looks whether a search is noticed in which a thread with an endless loop keeps
// others for ever.
func TestCertifyIgnoredThread(t *testing.T) {
	for _, text := range []string{
		`void *a(void *p) { x = 1; for (;;) ; return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`,
		`void *a(void *p) { int k = 0; x = 1; for (;;) { if (__VERIFIER_nondet_bool()) k ^= 1; else k ^= 2; } return p; }
int main(void) { pthread_create(&t, 0, a, 0); if (x == 1) reach_error(); }`,
	} {
		p := loadText(t, "#include <pthread.h>\nextern void reach_error(void);\nextern _Bool "+
			"__VERIFIER_nondet_bool(void);\nint x; pthread_t t;\n"+text)
		w := wrongSearch{neverAll: true}
		w.run(t, p)
		if w.violated {
			t.Fatal("the search is right")
		}
		c := certified{task: engine.Task{Program: p, Property: property.UnreachCall}}
		switch err := c.check(t, w.states); {
		case err == nil:
			t.Errorf("certified:\n%s", text)
		case !strings.Contains(err.Error(), "not in the invariant"):
			t.Error(err)
		}
	}
}
