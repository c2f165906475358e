package ranking

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// spoilt is a proof that something was done to.
type spoilt struct {
	what string
	// wrong: what is left proves nothing, for certain; else it may still do.
	wrong bool
	proof measures.Proof
}

// spoil lists what can be done to a proof, each thing once.
func spoil(p *measures.Proof) (out []spoilt) {
	add := func(what string, wrong bool, change func(*measures.Proof)) {
		c := *p
		c.Known = slices.Clone(p.Known)
		c.Measures = nil
		for _, m := range p.Measures {
			d := *m
			d.At, d.Features = map[int]measures.Linear{}, slices.Clone(m.Features)
			for l, f := range m.At {
				d.At[l] = measures.Linear{Coefs: slices.Clone(f.Coefs), Constant: f.Constant}
			}
			d.Strict = slices.Clone(m.Strict)
			c.Measures = append(c.Measures, &d)
		}
		change(&c)
		out = append(out, spoilt{what, wrong, c})
	}
	locations := func(m *measures.Measure) (list []int) {
		for l := range m.At {
			list = append(list, l)
		}
		slices.Sort(list)
		return list
	}
	for k, m := range p.Measures {
		add("a measure is missing", true, func(c *measures.Proof) {
			c.Measures = slices.Delete(c.Measures, k, k+1)
		})
		add("a condition that never holds", true, func(c *measures.Proof) {
			l := p.Graph.Edges[m.Strict[0]].From
			c.Known[l] = append(slices.Clone(c.Known[l]), p.System.Terms.False())
		})
		add("a measure that is the same everywhere", false, func(c *measures.Proof) {
			for l, f := range m.At {
				c.Measures[k].At[l] = measures.Linear{Coefs: make([]int64, len(f.Coefs))}
			}
		})
		for _, e := range m.Strict {
			add("a step that decreases is not said to", false, func(c *measures.Proof) {
				c.Measures[k].Strict = slices.DeleteFunc(c.Measures[k].Strict,
					func(i int) bool { return i == e })
			})
		}
		for _, e := range rest(m) {
			add("a step is said to decrease", false, func(c *measures.Proof) {
				c.Measures[k].Strict = append(c.Measures[k].Strict, e)
			})
		}
		for i, f := range m.Features {
			add("a word is read with the other sign", false, func(c *measures.Proof) {
				c.Measures[k].Features[i].Signed = !f.Signed
			})
		}
		for _, l := range locations(m) {
			f := m.At[l]
			add("another constant", false, func(c *measures.Proof) {
				c.Measures[k].At[l] = measures.Linear{Coefs: f.Coefs, Constant: f.Constant + 1}
			})
			for i, coef := range f.Coefs {
				others := []int64{coef - 1, coef + 1, -coef, 0}
				slices.Sort(others)
				for _, other := range slices.Compact(others) {
					if other != coef {
						add("another coefficient", false, func(c *measures.Proof) {
							c.Measures[k].At[l].Coefs[i] = other
						})
					}
				}
			}
		}
		if k > 0 {
			add("another order", false, func(c *measures.Proof) {
				c.Measures[k-1], c.Measures[k] = c.Measures[k], c.Measures[k-1]
			})
		}
	}
	return out
}

// kindOf says what a proof is made of.
func kindOf(name string, p *measures.Proof) string {
	switch {
	case strings.Contains(name, "recursion"):
		return "size change"
	case p.Base != nil:
		return "phases"
	case len(p.Measures) > 1:
		return "lexicographic"
	}
	for _, m := range p.Measures {
		for i, f := range m.Features {
			used := false
			for _, l := range m.At {
				used = used || l.Coefs[i] != 0
			}
			if used && p.System.Terms.Op(f.Term) != term.OpSymbol {
				return "bits"
			}
		}
	}
	return "linear"
}

// refuted looks among states at random for one in which an edge does to a measure what the proof says that it
// does not.
func refuted(t *testing.T, p *measures.Proof, r *rand.Rand) bool {
	t.Helper()
	st := p.System.Terms.Fork()
	for _, m := range p.Measures {
		for _, i := range m.Edges {
			e := &p.Graph.Edges[i]
			cond := st.And(append(slices.Clone(p.Known[e.From]), p.Strong, e.Guard,
				m.Fails(st, p.System.Vars, e, slices.Contains(m.Strict, i)))...)
			for range 100 {
				v, err := st.Eval(cond, randomState(st, p, e, r))
				if err == nil && v.Bool() {
					return true
				}
			}
		}
	}
	return false
}

// randomState has small numbers, numbers near zero, and any.
func randomState(st *term.Store, p *measures.Proof, e *flow.Edge, r *rand.Rand) term.Map {
	out := term.Map{}
	value := func(sym term.Term) {
		sort := st.Sort(sym)
		switch {
		case sort.IsBool():
			out[sym] = term.BoolValue(r.IntN(2) == 0)
		case sort.IsBitVec() && sort.Width() <= 64:
			n := r.Uint64()
			switch r.IntN(4) {
			case 0:
				n %= 4
			case 1:
				n = -(n % 4)
			case 2:
				n %= 64
			}
			out[sym] = term.BVValue(sort.Width(), n&(^uint64(0)>>(64-sort.Width())))
		}
	}
	for _, v := range p.System.Vars {
		value(v.Sym)
	}
	for _, in := range e.Inputs {
		value(in)
	}
	return out
}

// z3 asks the solver of that name.
func z3(st *term.Store) (smt.Solver, error) { return process.New(st, process.Config{Command: "z3"}) }

// TestCorruptedMeasures changes the measures of loops in each place. What is no proof for certain is refused,
// and of what is accepted no state at random shows that it is none, and z3, if it is installed, accepts it,
// too: it is another true measure.
func TestCorruptedMeasures(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("..", "..", "..", "testdata", "termination", "loops.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	a.Files = slices.DeleteFunc(a.Files,
		func(f txtar.File) bool { return !strings.HasPrefix(f.Name, "true/") })
	_, err = exec.LookPath("z3")
	outside := err == nil
	r := rand.New(rand.NewPCG(uint64(testflag.Seed()), 2))
	loops, refusedOf, trueOf := map[string]int{}, map[string]int{}, map[string]int{}
	for _, k := range testflag.Turn("loops", 3, len(a.Files)) {
		name := a.Files[k].Name
		cfg := compiled.File("loop.c", string(a.Files[k].Data))
		cfg.Property = property.Termination
		res, err := New(Config{Safety: nobody{}}).Check(t.Context(),
			engine.Task{Program: compiled.Program(t, cfg), Property: property.Termination})
		if err != nil {
			t.Fatal(err)
		}
		p, ok := res.Proof.(*loopProof)
		if !ok || len(p.Measures) == 0 {
			continue
		}
		kind, list := kindOf(name, p.Proof), spoil(p.Proof)
		loops[kind]++
		for _, i := range testflag.Turn(name, 4, len(list)) {
			s := &list[i]
			switch {
			case !checked(t, &s.proof):
				refusedOf[kind]++
			case s.wrong || refuted(t, &s.proof, r):
				t.Errorf("%s: %s (%d): accepted", name, s.what, i)
			case outside && !checkedBy(t, &s.proof, z3):
				t.Errorf("%s: %s (%d): accepted, but not by z3", name, s.what, i)
			default:
				trueOf[kind]++
			}
		}
	}
	t.Log(fmt.Sprint("with z3: ", outside, ", loops ", loops, ", refused ", refusedOf, ", still true ",
		trueOf))
}
