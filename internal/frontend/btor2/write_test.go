package btor2_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/btor2"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// mixed is a system with everything that a system of words can have.
func mixed() *transition.System {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	mem := st.ArraySort(term.BitVec(2), term.BitVec(3))
	a, b := s.AddVar("a b", term.BitVec(3)), s.AddVar("b;c", term.BitVec(3))
	f, m := s.AddVar("f", term.Bool), s.AddVar("m", mem)
	sym := func(v int) term.Term { return s.Vars[v].Sym }
	n := func(x uint64) term.Term { return st.BV(3, x) }
	in, first := st.Symbol("in", term.BitVec(3)), st.Symbol("first", term.BitVec(3))
	index := st.Extract(1, 0, sym(a))
	s.Init = st.And(st.Eq(sym(a), n(5)), st.Not(sym(f)), st.BVUlt(sym(b), first), st.BVUlt(first, n(4)),
		st.Eq(sym(m), st.ConstArray(mem, n(6))))
	s.InitInputs = []term.Term{first}
	s.Transitions = []transition.Transition{
		{Name: "assign", Guards: []term.Term{st.BVUlt(sym(a), in), st.Distinct(sym(a), sym(b), in)},
			Inputs: []term.Term{in}, Updates: []transition.Update{{Var: a, Value: st.BVAdd(sym(a), in)},
				{Var: b, Value: st.Select(sym(m), index)}, {Var: f, Value: sym(f)},
				{Var: m, Value: st.Mk(term.OpStore, nil, sym(m), index, in)}}},
		{Name: "relate", Relations: []term.Term{st.BVUlt(s.Vars[b].Next, sym(b)),
			st.Eq(s.Vars[f].Next, st.Not(st.Eq(s.Vars[b].Next, sym(a))))}, Updates: s.Stays(a, m)},
		{Name: "havoc", Guards: []term.Term{sym(f)}, Updates: s.Stays(f)},
		{Name: "clear", Guards: []term.Term{st.Ite(sym(f), st.BVSlt(sym(a), sym(b)), st.Eq(sym(a), n(0)))},
			Updates: []transition.Update{{Var: a, Value: st.Mk(term.OpSignExt, []int{1}, index)},
				{Var: b, Value: st.Concat(st.BV(1, 1), index)}, {Var: f, Value: st.False()},
				{Var: m, Value: st.ConstArray(mem, n(1))}}},
	}
	s.Goals = []transition.Goal{
		{Name: "one", Cond: st.Eq(sym(a), st.BVMul(sym(b), in)), Inputs: []term.Term{in}},
		{Name: "other", Cond: st.And(sym(f), st.Eq(st.Select(sym(m), index), n(3)))}}
	return s
}

// TestWrite: what is read back allows the same steps, which an input chooses, and has the same initial states
// and goals.
func TestWrite(t *testing.T) {
	a := mixed()
	var text strings.Builder
	if err := btor2.Write(&text, a, "a system\nof words"); err != nil {
		t.Fatal(err)
	}
	b := read(t, text.String())
	if len(b.Vars) < len(a.Vars)+1 || len(b.Goals) != 2 || b.Goals[1].Name != "other" ||
		len(b.Transitions) != 1 {
		t.Fatalf("read back: %+v\n%s", b, &text)
	}
	seen := map[bool]int{}
	for seed := range testflag.Seeds(4000) {
		c := comparison{t, a, b, rand.New(rand.NewPCG(uint64(seed), 1))}
		seen[c.step(c.rng.IntN(len(a.Transitions)))]++
		c.state()
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("steps that are possible, and that are not: %v", seen)
	}
}

// comparison evaluates a system and what was read back under the same random values.
type comparison struct {
	t    *testing.T
	a, b *transition.System
	rng  *rand.Rand
}

func (c *comparison) value(st *term.Store, sort term.Sort) term.Value {
	switch {
	case sort.IsBool():
		return term.BoolValue(c.rng.IntN(2) == 0)
	case sort.IsArray():
		index, elem := st.ArrayParts(sort)
		def := c.value(st, elem)
		return st.ArrayValue(sort, def, term.ArrayEntry{Index: c.value(st, index), Elem: c.value(st, elem)})
	}
	return term.BVValue(sort.Width(), uint64(c.rng.IntN(1<<sort.Width())))
}

func (c *comparison) eval(s *transition.System, t term.Term, m term.Map) term.Value {
	v, err := s.Terms.Eval(t, m)
	if err != nil {
		c.t.Fatal(err)
	}
	return v
}

// values gives all symbols of a random values, and those of b that have the same names the same; the state of
// the first moment is over.
func (c *comparison) values() (m, n term.Map) {
	m, n = term.Map{}, term.Map{}
	st := c.a.Terms
	for i, v := range c.a.Vars {
		m[v.Sym], m[v.Next] = c.value(st, st.Sort(v.Sym)), c.value(st, st.Sort(v.Sym))
		n[c.b.Vars[i].Sym] = m[v.Sym]
	}
	for _, name := range []string{"in", "first"} {
		m[st.Lookup(name)] = c.value(st, term.BitVec(3))
		n[c.b.Terms.Lookup(name)] = m[st.Lookup(name)]
	}
	for i, v := range c.b.Vars[len(c.a.Vars):] {
		n[v.Sym] = term.BoolValue(true)
		if c.b.Terms.Sort(v.Sym).IsArray() { // a constant
			n[v.Sym] = c.b.Terms.ArrayValue(c.b.Terms.Sort(v.Sym), term.BVValue(3, []uint64{1, 1, 1}[i]))
		}
	}
	return m, n
}

// choose sets the inputs of b to transition i, and to the next values.
func (c *comparison) choose(i int, m, n term.Map) {
	for _, x := range c.b.Transitions[0].Inputs {
		name, ok := strings.CutPrefix(c.b.Terms.Name(x), "next_")
		for j, v := range c.b.Vars[:len(c.a.Vars)] {
			if ok && strings.HasPrefix(name, v.Name) {
				n[x] = m[c.a.Vars[j].Next]
			}
		}
		if c.b.Terms.Name(x) == "transition" {
			n[x] = term.BVValue(3, uint64(i))
		}
	}
}

// step compares whether transition i makes a step with the assignments that it makes, and reports it.
func (c *comparison) step(i int) bool {
	m, n := c.values()
	tr := &c.a.Transitions[i]
	for _, u := range tr.Updates {
		m[c.a.Vars[u.Var].Next] = c.eval(c.a, u.Value, m)
	}
	c.choose(i, m, n)
	want := c.eval(c.a, c.a.Relation(tr), m).Bool()
	got := true
	for _, g := range c.b.Transitions[0].Guards {
		got = got && c.eval(c.b, g, n).Bool()
	}
	if got != want {
		c.t.Fatalf("%s is possible: %v, want %v, with %v", tr.Name, got, want, m)
	}
	for _, u := range c.b.Transitions[0].Updates {
		if u.Var < len(c.a.Vars) && want {
			if got, want := c.eval(c.b, u.Value, n), m[c.a.Vars[u.Var].Next]; got.String() != want.String() {
				c.t.Fatalf("%s makes %s %v, want %v", tr.Name, c.b.Vars[u.Var].Name, got, want)
			}
		}
	}
	return want
}

// state compares goals, and whether a state is an initial one, while the system stays.
func (c *comparison) state() {
	m, n := c.values()
	c.choose(len(c.a.Transitions), m, n)
	for i := range c.a.Goals {
		got, want := c.eval(c.b, c.b.Goals[i].Cond, n), c.eval(c.a, c.a.Goals[i].Cond, m)
		if !got.Equal(want) {
			c.t.Fatalf("goal %d is %v, want %v", i, got, want)
		}
	}
	m[c.a.Vars[0].Sym], m[c.a.Vars[2].Sym] = term.BVValue(3, 5), term.BoolValue(false)
	m[c.a.Vars[3].Sym] = c.a.Terms.ArrayValue(c.a.Terms.Sort(c.a.Vars[3].Sym), term.BVValue(3, 6))
	n[c.b.Vars[0].Sym], n[c.b.Vars[2].Sym], n[c.b.Vars[3].Sym] = m[c.a.Vars[0].Sym], m[c.a.Vars[2].Sym],
		m[c.a.Vars[3].Sym]
	for _, v := range c.b.Vars[len(c.a.Vars):] {
		if v.Name == "begun" {
			n[v.Sym] = term.BoolValue(false)
		}
	}
	got := c.eval(c.b, c.b.Init, n).Bool()
	for _, g := range c.b.Transitions[0].Guards {
		got = got && c.eval(c.b, g, n).Bool()
	}
	if want := c.eval(c.a, c.a.Init, m).Bool(); got != want {
		c.t.Fatalf("the state is initial: %v, want %v, with %v", got, want, m)
	}
}

// TestWriteRefuses: what BTOR2 has not is named.
func TestWriteRefuses(t *testing.T) {
	for want, make := range map[string]func(*term.Store) term.Term{
		"sort Int": func(st *term.Store) term.Term { return st.Eq(st.Symbol("i", term.Int), st.Int64(1)) },
		"no constant": func(st *term.Store) term.Term {
			x := st.Symbol("x", term.BitVec(2))
			return st.Eq(st.ConstArray(st.ArraySort(term.BitVec(2), term.BitVec(2)), x),
				st.Symbol("a", st.ArraySort(term.BitVec(2), term.BitVec(2))))
		},
	} {
		s := mixed()
		s.Goals[0].Cond = make(s.Terms)
		var out strings.Builder
		err := btor2.Write(&out, s, "")
		if !errors.Is(err, btor2.ErrNoWords) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %s", err, want)
		}
	}
}
