package modular

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular/certificate"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

const (
	// permitted is proved by two equations with threads that have permits, some of which weigh two.
	permitted = `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
unsigned left = 6, taken;
void *thread(void *arg)
{
	unsigned n = __VERIFIER_nondet_int() ? 2 : 1;
	if (n == 2) {
		__VERIFIER_atomic_begin();
		if (left < 2) { __VERIFIER_atomic_end(); return 0; }
		left -= 2;
		taken += 2;
		__VERIFIER_atomic_end();
		if (left > 4) reach_error();
		__VERIFIER_atomic_begin();
		left += 2;
		taken -= 2;
		__VERIFIER_atomic_end();
		return 0;
	}
	__VERIFIER_atomic_begin();
	if (left == 0) { __VERIFIER_atomic_end(); return 0; }
	left--;
	taken++;
	__VERIFIER_atomic_end();
	if (taken == 0) reach_error();
	__VERIFIER_atomic_begin();
	left++;
	taken--;
	__VERIFIER_atomic_end();
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
	// worded is proved by an equation with a large factor.
	worded = `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int word, x;
void *thread(void *arg)
{
	int old = word;
	if (__VERIFIER_nondet_int()) {
		if (!__sync_bool_compare_and_swap(&word, 0, -1000)) return 0;
		x = 1;
		x = 0;
		__sync_fetch_and_add(&word, 1000);
		return 0;
	}
	if (old < 0 || old > 900 || !__sync_bool_compare_and_swap(&word, old, old + 1)) return 0;
	if (x) reach_error();
	__sync_fetch_and_sub(&word, 1);
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
	// someLaws is how many corrupted certificates of a program an ordinary run checks.
	someLaws = 12
)

// TestWrongLaws: a certificate that claims another equation somewhere, or whose counters count as they say
// but not what its equations are about, is refused.
func TestWrongLaws(t *testing.T) {
	kinds := map[string]int{}
	texts := []string{inside, permitted}
	if testflag.Deep() {
		texts = append(texts, worded, taking)
	}
	for _, text := range texts {
		p := compiled.Program(t, compiled.File("a.c", text))
		res, err := New(Config{}).Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil || res.Verdict != property.Holds() {
			t.Fatalf("%v (%s), %v", res.Verdict, res.Why, err)
		}
		good := res.Proof.(modularProof).cert
		if err := refused(t, good); err != nil {
			t.Fatalf("the certificate is refused: %v", err)
		}
		list := slices.Concat(otherEquations(good), otherWeights(good))
		for _, c := range testflag.Some(list, someLaws) {
			kinds[c.kind()]++
			var wrong *certificate.Error
			if err := refused(t, c.cert); !errors.As(err, &wrong) {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	t.Logf("corrupted certificates: %v", kinds)
}

// kind is the first part of a name.
func (c corrupted) kind() string {
	kind, _, _ := strings.Cut(c.name, ":")
	return kind
}

// otherEquations are certificates with another constant, factor or variable in an equation of a view.
func otherEquations(good *certificate.Certificate) []corrupted {
	var out []corrupted
	st := good.Sys.Terms
	for _, at := range atomsOf(good) {
		first := good.Seats[at.view.A].Template == 0 // where nobody counts yet, much is true
		if first || st.Op(at.atom) != term.OpEq || !st.Sort(st.Arg(at.atom, 0)).IsBitVec() {
			continue
		}
		put := func(what string, a term.Term) {
			if a == at.atom || slices.Contains(good.Lemmas[at.view], a) {
				return
			}
			c := *good
			c.Lemmas = maps.Clone(good.Lemmas)
			lemma := slices.Clone(good.Lemmas[at.view])
			lemma[slices.Index(lemma, at.atom)] = a
			c.Lemmas[at.view] = lemma
			out = append(out, corrupted{what + ": " + st.String(a), &c})
		}
		x, y := st.Arg(at.atom, 0), st.Arg(at.atom, 1)
		w := st.Sort(x).Width()
		for _, n := range []uint64{1, 2, 3, 5, 1 << (w - 1), 1<<w - 1, 1<<w - 2} {
			put("another constant", st.Eq(st.BVAdd(x, st.BV(w, n)), y))
		}
		for _, sym := range st.Symbols(at.atom) {
			sort := st.Sort(sym)
			if !sort.IsBitVec() || constant(st, good.Lemmas[at.view], sym) {
				continue
			}
			for _, n := range []uint64{0, 2, 3, 5} {
				m := map[term.Term]term.Term{sym: st.BVMul(st.BV(sort.Width(), n), sym)}
				put("another factor", st.Substitute(at.atom, m))
			}
			for _, v := range good.Sys.Globals {
				if v.Sym != sym && st.Sort(v.Sym) == sort {
					put("another variable", st.Substitute(at.atom, map[term.Term]term.Term{sym: v.Sym}))
				}
			}
		}
	}
	return out
}

// constant reports whether a lemma says which number a variable is: multiples of zero are zero.
func constant(st *term.Store, lemma []term.Term, sym term.Term) bool {
	return slices.ContainsFunc(lemma, func(t term.Term) bool {
		return st.Op(t) == term.OpEq && slices.Contains(st.Args(t), sym) &&
			slices.ContainsFunc(st.Args(t), st.IsConst)
	})
}

// otherWeights are certificates in which the threads at one place that count in an equation count
// differently, as all steps say, or what they hold does not. It is a place where, as where threads come from,
// each view needs the equation: others may hold with other weights.
func otherWeights(good *certificate.Certificate) []corrupted {
	var out []corrupted
	equated := func(sym term.Term, template, loc int) bool {
		some := false
		for view, lemma := range good.Lemmas {
			at := good.Seats[view.A]
			if at.Template != template || at.Loc != loc {
				continue
			}
			some = true
			if !slices.ContainsFunc(lemma, func(a term.Term) bool {
				return good.Sys.Terms.Op(a) == term.OpEq && slices.Contains(good.Sys.Terms.Symbols(a), sym)
			}) {
				return false
			}
		}
		return some
	}
	for i, n := range good.Sys.Counters {
		for k := range good.Sys.Templates {
			for l := range good.Sys.Templates[k].Locs {
				open := func(e model.Edge) bool { return e.To == l && !equated(n.Sym, k, e.From) }
				if !equated(n.Sym, k, l) ||
					n.Of == nil && slices.ContainsFunc(good.Sys.Templates[k].Edges, open) {
					continue
				}
				was := n.Weight[k][l]
				for _, w := range []int64{0, 1, 2, 3, 4} {
					if n.Of == nil && was > 0 && w != was {
						out = append(out, corrupted{"another weight", recounted(good, i,
							func(n *model.Counter) { n.Weight[k][l] = w })})
					}
				}
				if n.Of != nil && was > 0 {
					out = append(out, corrupted{"an amount less", recounted(good, i, func(n *model.Counter) {
						n.Weight[k][l], n.Of[k][l] = 0, term.None
					})})
				}
			}
		}
	}
	return out
}

// recounted is a certificate in which a counter counts differently.
func recounted(good *certificate.Certificate, counter int,
	change func(*model.Counter)) *certificate.Certificate {
	c := *good
	c.Sys = copied(good.Sys)
	n := &c.Sys.Counters[counter]
	change(n)
	for i := range c.Sys.Globals {
		if v := &c.Sys.Globals[i]; v.Sym == n.Sym {
			c.Sys.Globals = slices.Clone(c.Sys.Globals)
			c.Sys.Globals[i].Init = c.Sys.Terms.BV(c.Sys.Terms.Sort(n.Sym).Width(), uint64(n.Weight[0][0]))
			break
		}
	}
	edges := map[*model.Edge]*model.Edge{}
	for k := range c.Sys.Templates {
		for j := range c.Sys.Templates[k].Edges {
			e := &c.Sys.Templates[k].Edges[j]
			edges[&good.Sys.Templates[k].Edges[j]] = e
			if e.Kind != model.Step {
				continue
			}
			if e.Updates == nil {
				e.Updates = map[term.Term]term.Term{}
			}
			delete(e.Updates, n.Sym)
			if t := n.After(c.Sys.Terms, k, e); t != term.None {
				e.Updates[n.Sym] = t
			}
		}
	}
	c.Moves = map[certificate.Control][]certificate.Move{}
	for at, moves := range good.Moves {
		for _, m := range moves {
			m.Edge = edges[m.Edge]
			c.Moves[at] = append(c.Moves[at], m)
		}
	}
	return &c
}
