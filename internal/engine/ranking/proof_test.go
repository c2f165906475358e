package ranking

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// nobody does not know which states are reached.
type nobody struct{}

func (nobody) Name() string { return "nobody" }

func (nobody) Check(context.Context, engine.Task) (engine.Result, error) {
	return engine.Unknown("nobody knows"), nil
}

// proofOf proves termination of the body of a function main.
func proofOf(t *testing.T, body string) *measures.Proof {
	t.Helper()
	cfg := compiled.File("loop.c",
		"extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {"+body+"}\n")
	cfg.Property = property.Termination
	res, err := New(Config{Safety: nobody{}}).Check(t.Context(),
		engine.Task{Program: compiled.Program(t, cfg), Property: property.Termination})
	if err != nil {
		t.Fatal(err)
	}
	p, ok := res.Proof.(*loopProof)
	if !ok {
		t.Fatalf("%s: %s", res.Verdict, res.Why)
	}
	return p.Proof
}

func checked(t *testing.T, p *measures.Proof) bool {
	t.Helper()
	return checkedBy(t, p, func(st *term.Store) (smt.Solver, error) {
		return native.New(st, native.Config{}), nil
	})
}

// checkedBy reports whether a solver accepts a proof.
func checkedBy(t *testing.T, p *measures.Proof, solver func(*term.Store) (smt.Solver, error)) bool {
	t.Helper()
	c, err := p.Check(t.Context(), solver)
	if err != nil {
		t.Fatal(err)
	}
	return c.Checked
}

// proved are loops with proofs of each kind. In none of them does another measure of the same features hold
// that corrupt makes.
var proved = []string{
	`unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n; i++) ;`,
	`unsigned a = __VERIFIER_nondet_uint(), b = 0;
	while (a || b) { if (b) b--; else { a--; b = __VERIFIER_nondet_uint(); } }`,
	`int n = 20, up = 1; while (n > 0) { if (up) { if (++n > 50) up = 0; } else n--; }`,
	`unsigned s = 0, left = __VERIFIER_nondet_uint();
	while (s != 3) { if (s == 0) { if (left) s = 1; else s = 3; } else if (s == 1) { left--; s = 2; } else s = 0; }`,
}

// corrupt damages a proof.
func corrupt(p *measures.Proof, r *rand.Rand) (what string, bad *measures.Proof) {
	c := *p
	c.Measures = slices.Clone(p.Measures)
	i := r.IntN(len(c.Measures))
	m := *c.Measures[i]
	switch r.IntN(4) {
	case 0: // a measure is turned round
		m.At = map[int]measures.Linear{}
		for l, f := range p.Measures[i].At {
			g := measures.Linear{Constant: -f.Constant}
			for _, k := range f.Coefs {
				g.Coefs = append(g.Coefs, -k)
			}
			m.At[l] = g
		}
		what = "turned round"
	case 1: // or is constant
		m.At = map[int]measures.Linear{}
		for l, f := range p.Measures[i].At {
			m.At[l] = measures.Linear{Coefs: make([]int64, len(f.Coefs))}
		}
		what = "constant"
	case 2: // a measure is left out
		c.Measures = slices.Delete(c.Measures, i, i+1)
		return "left out", &c
	case 3: // a condition is assumed that does not hold
		c.Known = slices.Clone(p.Known)
		l := c.Graph.Edges[m.Strict[0]].From
		c.Known[l] = append(slices.Clone(c.Known[l]), p.System.Terms.False())
		return "a false condition", &c
	}
	c.Measures[i] = &m
	return what, &c
}

// TestCertificate: proofs are accepted by a solver of their own, and what is left of them when they are
// damaged is not.
func TestCertificate(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(testflag.Seed()), 1))
	for i, body := range proved {
		p := proofOf(t, body)
		if !checked(t, p) {
			t.Errorf("proof %d is refused", i)
		}
		for k := range testflag.Times(6) {
			if what, bad := corrupt(p, r); checked(t, bad) {
				t.Errorf("proof %d, damage %d (%s) is accepted", i, k, what)
			}
		}
	}
}

// TestRefines: a refined graph that lacks a pair of steps is refused.
func TestRefines(t *testing.T) {
	p := proofOf(t, proved[2])
	if p.Base == nil {
		t.Fatal("the proof needs no refined graph")
	}
	g := *p.Graph
	for i := range g.Edges {
		from := g.Edges[i].From
		cut := g
		cut.Locs = slices.Clone(g.Locs)
		cut.Locs[from].Out = slices.DeleteFunc(slices.Clone(g.Locs[from].Out),
			func(k int) bool { return k == i })
		if len(cut.Locs[from].In) == 0 {
			continue // the pair begins in no edge
		}
		bad := *p
		bad.Graph = &cut
		if checked(t, &bad) {
			t.Errorf("the graph without edge %d is accepted", i)
		}
	}
}

// TestAbout: a proof is about the program that it is of, and no other.
func TestAbout(t *testing.T) {
	program := func() engine.Task {
		cfg := compiled.File("loop.c", "int main(void) { int i = 0; while (i < 10) i++; }")
		cfg.Property = property.Termination
		return engine.Task{Program: compiled.Program(t, cfg), Property: property.Termination}
	}
	task := program()
	res, err := New(Config{Safety: nobody{}}).Check(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	p, ok := res.Proof.(engine.About)
	if !ok {
		t.Fatalf("%s: %s", res.Verdict, res.Why)
	}
	if err := p.About(t.Context(), task); err != nil {
		t.Error(err)
	}
	other := task
	other.Property = property.UnreachCall
	for _, task := range []engine.Task{program(), other} {
		if p.About(t.Context(), task) == nil {
			t.Error("the proof is taken for one of something else")
		}
	}
}
