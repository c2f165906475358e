package modular

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/certificate"
	"whittle.dev/internal/engine/modular/fixpoint"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// growing is proved by lemmas, exclusive and together by the table alone.
const (
	growing = `#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x;
void *thread(void *arg)
{
	pthread_mutex_lock(&m);
	unsigned old = x;
	if (old < 0xffffffff)
		x = old + 1;
	pthread_mutex_unlock(&m);
	if (x < old) reach_error();
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
	together = `#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *thread(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	y = 1;
	if (x != y) reach_error();
	x = 0;
	y = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
	exclusive = `#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *thread(void *arg)
{
	pthread_mutex_lock(&m);
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
)

// TestCorruptCertificates: a certificate in which something is missing or wrong is not accepted.
func TestCorruptCertificates(t *testing.T) {
	all := 0
	for _, text := range []string{growing, exclusive, together} {
		p := compiled.Program(t, compiled.File("a.c", text))
		res, err := New(Config{}).Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil || res.Verdict != property.Holds() {
			t.Fatalf("%v (%s), %v", res.Verdict, res.Why, err)
		}
		good := res.Proof.(modularProof).cert
		if err := refused(t, good); err != nil {
			t.Fatalf("the certificate is refused: %v", err)
		}
		list := corruptions(good)
		all += len(list)
		for _, c := range list {
			var wrong *certificate.Error
			if err := refused(t, c.cert); !errors.As(err, &wrong) {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		var wrong *certificate.Error
		entry := &good.Sys.Templates[0].Locs[0]
		entry.Out = entry.Out[:len(entry.Out)-1]
		if err := refused(t, good); !errors.As(err, &wrong) {
			t.Errorf("an edge that its location does not list: %v", err)
		}
	}
	if all < 300 {
		t.Errorf("only %d corrupted certificates", all)
	}
	t.Logf("%d corrupted certificates", all)
}

// ticket is proved by lemmas of two threads.
const ticket = `#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
unsigned next, serving, x;
void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	unsigned mine = next;
	if (mine == 0xffffffff) {
		__VERIFIER_atomic_end();
		return 0;
	}
	next = mine + 1;
	__VERIFIER_atomic_end();
	while (serving != mine)
		;
	x = 1;
	if (x != 1) reach_error();
	x = 0;
	serving++;
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`

// someDropped is how many atoms of a proof an ordinary run drops.
const someDropped = 40

// TestDroppedAtoms: a certificate without one of its atoms is refused if and only if the atom was needed.
// The fixpoint decides that, which has questions of its own: begun with what is left, it keeps all of it and
// comes to no error, or the atom was needed. Atoms are dropped one after the other as long as they are not.
func TestDroppedAtoms(t *testing.T) {
	texts := []string{growing}
	if testflag.Deep() {
		texts = append(texts, ticket)
	}
	for _, text := range texts {
		s := &search{ctx: t.Context(), task: engine.Task{Program: compiled.Program(t,
			compiled.File("a.c", text)), Property: property.UnreachCall}}
		res, err := s.guarded()
		if err != nil || res.Verdict != property.Holds() {
			t.Fatalf("%v (%s), %v", res.Verdict, res.Why, err)
		}
		good := s.proof.cert
		all := atomsOf(good)
		for _, p := range all { // what is left after this is needed
			if c, wrong := s.without(t, good, p); !wrong {
				good = c
			}
		}
		needed := 0
		left := atomsOf(good)
		for _, p := range testflag.Some(left, someDropped) {
			if _, wrong := s.without(t, good, p); wrong {
				needed++
			}
		}
		if needed == 0 {
			t.Error("no atom was needed")
		}
		t.Logf("k = %d: %d atoms, %d suffice, of which %d are needed", good.K, len(all), len(left),
			needed)
		if good.K > 1 {
			c := *good
			c.K = 1
			var wrong *certificate.Error
			if err := refused(t, &c); !errors.As(err, &wrong) {
				t.Errorf("with views of one thread: %v", err)
			}
		}
	}
}

// place is an atom of a view.
type place struct {
	view certificate.View
	atom term.Term
}

// atomsOf lists the atoms of a certificate in a fixed order.
func atomsOf(c *certificate.Certificate) []place {
	var out []place
	for v, lemma := range c.Lemmas {
		for _, a := range lemma {
			out = append(out, place{v, a})
		}
	}
	slices.SortFunc(out, func(a, b place) int {
		v, w := a.view, b.view
		return cmp.Or(v.Store-w.Store, v.A-w.A, v.B-w.B, int(a.atom)-int(b.atom))
	})
	return out
}

// without is a certificate without an atom, and whether it is wrong; the checker has to say the same.
func (s *search) without(t *testing.T, good *certificate.Certificate, p place) (*certificate.Certificate,
	bool) {
	t.Helper()
	c := *good
	c.Lemmas = maps.Clone(good.Lemmas)
	c.Lemmas[p.view] = slices.DeleteFunc(slices.Clone(c.Lemmas[p.view]),
		func(a term.Term) bool { return a == p.atom })
	var wrong *certificate.Error
	refuses, needed := errors.As(refused(t, &c), &wrong), s.needed(t, &c)
	if refuses != needed {
		t.Errorf("%v without %s: refused: %t, but needed: %t", p.view, c.Sys.Terms.String(p.atom), refuses,
			needed)
	}
	return &c, needed
}

// needed reports whether the lemmas of a certificate are not kept by the steps, or admit an error.
func (s *search) needed(t *testing.T, c *certificate.Certificate) bool {
	t.Helper()
	found, err := fixpoint.Find(t.Context(), s.table, fixpoint.Config{K: c.K,
		Copies: fixpoint.NewCopies(s.sys), Solver: s.solver(s.sys.Terms), Asked: func() error { return nil },
		Atoms: func(g, a, b int) []term.Term {
			return slices.Clone(c.Lemmas[certificate.View{Store: g, A: a, B: b}])
		}})
	if err != nil {
		t.Fatal(err)
	}
	return found.Alarm != nil || slices.ContainsFunc(found.Views, func(v fixpoint.View) bool {
		at := certificate.View{Store: v.Store, A: v.Seats[0], B: -1}
		if len(v.Seats) > 1 {
			at.B = v.Seats[1]
		}
		lemma, listed := c.Lemmas[at]
		return !listed || len(v.Atoms) < len(lemma)
	})
}

// refused checks a certificate.
func refused(t *testing.T, c *certificate.Certificate) error {
	t.Helper()
	_, err := c.Check(t.Context(), native.New(c.Sys.Terms, native.Config{}))
	return err
}

// apart reports whether no thread can be at two seats.
func apart(a, b certificate.Seat) bool {
	if a.Template != b.Template || a.Loc != b.Loc {
		return true
	}
	for sym, v := range a.Values {
		if w := b.Values[sym]; w != term.None && w != v {
			return true
		}
	}
	return false
}

type corrupted struct {
	name string
	cert *certificate.Certificate
}

// corruptions are certificates with one defect each.
func corruptions(good *certificate.Certificate) []corrupted {
	var out []corrupted
	add := func(name string, change func(c *certificate.Certificate)) {
		c := *good
		c.Near, c.Lemmas, c.Moves = maps.Clone(c.Near), maps.Clone(c.Lemmas), maps.Clone(c.Moves)
		change(&c)
		out = append(out, corrupted{name, &c})
	}
	st := good.Sys.Terms
	for v := range good.Lemmas {
		add("a view is missing", func(c *certificate.Certificate) { delete(c.Lemmas, v) })
		for i, t := range good.Lemmas[v] {
			wrong := slices.Clone(good.Lemmas[v])
			wrong[i] = st.Not(t)
			add("a lemma claims the contrary", func(c *certificate.Certificate) { c.Lemmas[v] = wrong })
		}
		add("a lemma claims too much", func(c *certificate.Certificate) {
			c.Lemmas[v] = append(slices.Clone(c.Lemmas[v]), st.False())
		})
	}
	for at, moves := range good.Moves {
		if _, occurs := good.Lemmas[certificate.View{Store: at.Store, A: at.Seat, B: -1}]; !occurs {
			continue
		}
		add("a step is missing", func(c *certificate.Certificate) { c.Moves[at] = moves[1:] })
		for i, m := range moves {
			for seat := range good.Seats {
				if seat == m.Seat || !apart(good.Seats[seat], good.Seats[m.Seat]) {
					continue
				}
				wrong := slices.Clone(moves)
				wrong[i].Seat = seat
				add("a step leads elsewhere", func(c *certificate.Certificate) { c.Moves[at] = wrong })
			}
			if len(good.Stores) > 1 {
				wrong := slices.Clone(moves)
				wrong[i].Store = (m.Store + 1) % len(good.Stores)
				add("a step leaves another store", func(c *certificate.Certificate) { c.Moves[at] = wrong })
			}
		}
	}
	for at, seats := range good.Near {
		for _, other := range seats {
			if other < at.Seat || len(good.Lemmas[certificate.View{Store: at.Store, A: at.Seat, B: -1}]) > 0 {
				continue
			}
			add("a pair is missing", func(c *certificate.Certificate) {
				for _, pair := range [][2]int{{at.Seat, other}, {other, at.Seat}} {
					k := certificate.Control{Store: at.Store, Seat: pair[0]}
					c.Near[k] = slices.DeleteFunc(slices.Clone(c.Near[k]),
						func(s int) bool { return s == pair[1] })
				}
			})
		}
		if len(seats) > 0 && len(good.Lemmas[certificate.View{Store: at.Store, A: at.Seat, B: -1}]) == 0 {
			add("all pairs of a place are missing", func(c *certificate.Certificate) {
				for other, near := range c.Near {
					if other.Store == at.Store {
						c.Near[other] = slices.DeleteFunc(slices.Clone(near),
							func(s int) bool { return s == at.Seat })
					}
				}
				c.Near[at] = nil
			})
		}
	}
	if slices.ContainsFunc(slices.Collect(maps.Values(good.Lemmas)),
		func(l []term.Term) bool { return len(l) > 0 }) {
		add("all lemmas are empty", func(c *certificate.Certificate) {
			for v := range c.Lemmas {
				c.Lemmas[v] = nil
			}
		})
	}
	add("views of two threads are missing", func(c *certificate.Certificate) { c.K = 2 })
	return out
}
