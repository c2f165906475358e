package conjunction

import (
	"math/rand/v2"
	"os/exec"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/smt"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// world is a system's vocabulary: two numbers of each kind, enumerated variables of each sort, an input.
type world struct {
	st   *term.Store
	refs map[term.Term]Ref
	// syms are by variable the symbols before and after a step.
	syms  [][2]term.Term
	input term.Term
}

func newWorld() *world {
	w := &world{st: term.NewStore(), refs: map[term.Term]Ref{}}
	for i, v := range []struct {
		name string
		sort term.Sort
	}{{"i", term.Int}, {"j", term.Int}, {"r", term.Real}, {"s", term.Real}, {"e", term.Int}, {"f", term.Int},
		{"b", term.Bool}, {"c", term.BitVec(2)}, {"d", term.BitVec(2)}} {
		now, after := w.st.Symbol(v.name, v.sort), w.st.Symbol(v.name+"'", v.sort)
		w.syms = append(w.syms, [2]term.Term{now, after})
		w.refs[now], w.refs[after] = Current(i), Next(i)
	}
	w.input = w.st.Symbol("in", term.Int)
	w.refs[w.input] = Input(0)
	return w
}

// random is a random formula over the state before, and if steps is set over that after and the input. With
// sums there are sums that are no differences.
func (w *world) random(rng *rand.Rand, depth int, steps, sums bool) term.Term {
	st := w.st
	if depth > 0 && rng.IntN(3) > 0 {
		a, b := w.random(rng, depth-1, steps, sums), w.random(rng, depth-1, steps, sums)
		switch rng.IntN(5) {
		case 0:
			return st.Not(a)
		case 1, 2:
			return st.Or(a, b)
		case 3:
			return st.Ite(w.random(rng, 0, steps, sums), a, b)
		}
		return st.And(a, b)
	}
	sym := func(v int) term.Term {
		if steps {
			return w.syms[v][rng.IntN(2)]
		}
		return w.syms[v][0]
	}
	switch rng.IntN(8) {
	case 0, 1:
		x, y := sym(rng.IntN(2)), sym(rng.IntN(2))
		if steps && rng.IntN(4) == 0 {
			y = w.input
		}
		if rng.IntN(4) == 0 {
			return st.Eq(x, st.IntAdd(y, st.Int64(rng.Int64N(5)-2)))
		}
		return st.Le(st.IntSub(x, y), st.Int64(rng.Int64N(7)-3))
	case 2:
		return st.Lt(sym(rng.IntN(2)), st.Int64(rng.Int64N(7)-3))
	case 3:
		c := st.RealDiv(st.ToReal(st.Int64(rng.Int64N(9)-4)), st.ToReal(st.Int64(2)))
		d := st.IntSub(sym(2+rng.IntN(2)), sym(2+rng.IntN(2)))
		if sums && rng.IntN(2) == 0 {
			d = st.IntAdd(d, sym(2+rng.IntN(2)))
			if rng.IntN(4) == 0 {
				return st.Eq(d, c)
			}
		}
		if rng.IntN(2) == 0 {
			return st.Lt(d, c)
		}
		return st.Le(d, c)
	case 4:
		if rng.IntN(2) == 0 {
			return st.Eq(sym(4), sym(5))
		}
		return st.Eq(sym(4+rng.IntN(2)), st.Int64(rng.Int64N(3)))
	case 5:
		return st.Eq(sym(6), st.Bool(rng.IntN(2) == 0))
	case 6:
		return st.Not(st.Eq(sym(7), st.BV(2, rng.Uint64N(4))))
	}
	return st.Not(st.Eq(sym(7), sym(8)))
}

// at is a part as a term over symbols of its own for each state.
func (w *world) at(t term.Term, at int) term.Term {
	m := map[term.Term]term.Term{w.input: w.copy(w.input, at)}
	for _, s := range w.syms {
		m[s[0]], m[s[1]] = w.copy(s[0], at), w.copy(s[0], at+1)
	}
	return w.st.Substitute(t, m)
}

func (w *world) copy(sym term.Term, at int) term.Term {
	return w.st.Symbol(w.st.Name(sym)+"@"+string(rune('0'+at)), w.st.Sort(sym))
}

// TestCheck compares random questions with z3; models and cores are looked at.
func TestCheck(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("no z3")
	}
	w := newWorld()
	rng := rand.New(rand.NewPCG(uint64(testflag.Seed()), 1))
	z3, err := process.New(w.st, process.Config{Command: "z3"})
	if err != nil {
		t.Fatal(err)
	}
	defer z3.Close()
	ask := func(ts ...term.Term) smt.Status {
		z3.Push()
		defer z3.Pop()
		for _, x := range ts {
			if err := z3.Assert(x); err != nil {
				t.Fatal(err)
			}
		}
		return z3.Check(t.Context()).Status
	}
	r := NewReader(w.st, w.refs, w.sample())
	s := NewSolver(r)
	count := map[smt.Status]int{}
	for i := range testflag.Times(1500) {
		var parts []Part
		var terms []term.Term
		for range 2 + rng.IntN(12) {
			steps := rng.IntN(2) == 0
			f := w.random(rng, rng.IntN(3), steps, i%2 == 0)
			p := Part{r.Read(f), rng.IntN(2)}
			if p.F == nil {
				t.Fatalf("%s is not read", w.st.String(f))
			}
			parts, terms = append(parts, p), append(terms, w.at(f, p.At))
		}
		got, want := s.Check(parts), ask(terms...)
		if got != want {
			t.Fatalf("%v, z3: %v, of\n%s", got, want, w.st.String(w.st.And(terms...)))
		}
		count[got]++
		switch got {
		case smt.Sat:
			w.checkModel(t, s.Model(3), parts, terms)
		case smt.Unsat:
			var core []term.Term
			for _, i := range s.Core() {
				core = append(core, terms[i])
			}
			if ask(core...) != smt.Unsat {
				t.Fatalf("no core: %s", w.st.String(w.st.And(core...)))
			}
		}
	}
	if count[smt.Sat] < 100 || count[smt.Unsat] < 100 {
		t.Errorf("answers: %v", count)
	}
}

// sample uses the variables as the random formulas do.
func (w *world) sample() []term.Term {
	rng := rand.New(rand.NewPCG(7, 7))
	out := []term.Term{w.st.Le(w.input, w.syms[0][0])}
	for range 500 {
		out = append(out, w.random(rng, 0, true, false))
	}
	return out
}

func (w *world) checkModel(t *testing.T, m *Model, parts []Part, terms []term.Term) {
	t.Helper()
	values := term.Map{}
	for at := range 4 {
		for i, s := range w.syms {
			values[w.copy(s[0], at)] = m.Value(Current(i), at)
		}
		if at < 3 {
			values[w.copy(w.input, at)] = m.Value(Input(0), at)
		}
	}
	for i, p := range parts {
		v, err := w.st.Eval(terms[i], values)
		if err != nil || !v.Bool() || !m.Holds(p.F, p.At) {
			t.Fatalf("%s is %v (%v) in the model, Holds: %v", w.st.String(terms[i]), v, err,
				m.Holds(p.F, p.At))
		}
	}
}

// TestGreatest: the least upper bounds of differences, over cases as well.
func TestGreatest(t *testing.T) {
	w := newWorld()
	st := w.st
	r := NewReader(st, w.refs, w.sample())
	s := NewSolver(r)
	i, j, x, y := w.syms[0][0], w.syms[1][0], w.syms[2][0], w.syms[3][0]
	half := st.RealDiv(st.ToReal(st.Int64(1)), st.ToReal(st.Int64(2)))
	zero := st.ToReal(st.Int64(0))
	for _, c := range []struct {
		name   string
		f      term.Term
		x, y   Ref
		want   string
		strict bool
	}{
		{"one case", st.And(st.Le(i, st.Int64(3)), st.Le(j, i)), Current(1), None, "3", false},
		{"strict over integers", st.Lt(i, st.Int64(3)), Current(0), None, "2", false},
		{"the wider case", st.Or(st.Le(i, st.Int64(3)), st.Le(i, st.Int64(7))), Current(0), None, "7", false},
		{"strict", st.And(st.Lt(x, half), st.Ge(y, zero)), Current(2), Current(3), "1/2", true},
		{"from below", st.Ge(x, half), None, Current(2), "-1/2", false},
		{"no bound", st.Ge(x, half), Current(2), None, "none", false},
	} {
		b, ok := s.Greatest([]Part{{r.Read(c.f), 0}}, c.x, c.y, 0)
		got := "none"
		of := c.x
		if of == None {
			of = c.y
		}
		n, strict := r.Number(of, b.Weight)
		if !b.Unbounded {
			got = n.RatString()
		}
		if !ok || got != c.want || strict != c.strict {
			t.Errorf("%s: %s strict %v (%v), want %s strict %v", c.name, got, strict, ok, c.want, c.strict)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	w := newWorld()
	rng := rand.New(rand.NewPCG(1, 1))
	r := NewReader(w.st, w.refs, w.sample())
	s := NewSolver(r)
	var questions [][]Part
	for range 100 {
		var parts []Part
		for range 30 {
			f := w.random(rng, rng.IntN(2), rng.IntN(2) == 0, false)
			parts = append(parts, Part{r.Read(f), rng.IntN(2)})
		}
		questions = append(questions, parts)
	}
	for i := 0; b.Loop(); i++ {
		s.Check(questions[i%len(questions)])
	}
}
