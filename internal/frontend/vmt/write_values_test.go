package vmt_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/vmt"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// mixed is a system with all sorts and kinds of transitions, and names that are words of the language.
func mixed() *transition.System {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	mem := st.ArraySort(term.Int, term.BitVec(2))
	x, r := s.AddVar("and", term.Int), s.AddVar("a real", term.Real)
	f, m, w := s.AddVar("x|y", term.Bool), s.AddVar("mem", mem), s.AddVar("w", term.BitVec(2))
	sym := func(v int) term.Term { return s.Vars[v].Sym }
	in, first := st.Symbol("in", term.Int), st.Symbol("d!1", term.Int)
	s.Init = st.And(st.Eq(sym(x), st.IntAdd(first, st.Int64(-1))), st.Not(sym(f)), st.Lt(first, st.Int64(2)))
	s.InitInputs = []term.Term{first}
	s.Transitions = []transition.Transition{
		{Name: "d!1", Guards: []term.Term{st.Lt(sym(x), in), sym(f)}, Inputs: []term.Term{in},
			Updates: append([]transition.Update{{Var: x, Value: st.IntAdd(sym(x), in)}},
				s.Stays(f, m, w)...)},
		{Name: "or", Relations: []term.Term{st.Lt(s.Vars[r].Next, sym(r))}, Updates: append(s.Stays(x),
			transition.Update{Var: m, Value: st.Mk(term.OpStore, nil, sym(m), sym(x), st.BV(2, 1))})},
		{Name: "a|b", Guards: []term.Term{st.Eq(st.Select(sym(m), sym(x)), sym(w))}},
		{Name: "a|b", Updates: []transition.Update{{Var: w, Value: st.BVNot(sym(w))}},
			Relations: []term.Term{st.Or(st.Eq(s.Vars[x].Next, s.Vars[x].Sym), s.Vars[f].Next)}},
	}
	s.Goals = []transition.Goal{{Name: "one", Cond: st.Eq(sym(x), in), Inputs: []term.Term{in}},
		{Name: "no person's name", Cond: st.And(sym(f), st.Eq(st.Select(sym(m), sym(x)), st.BV(2, 3)))}}
	s.Hints = []term.Term{st.Lt(sym(x), st.Int64(7))}
	return s
}

// TestWriteKeepsValues: what is read back has the same steps, initial states and goals under random values.
func TestWriteKeepsValues(t *testing.T) {
	a := mixed()
	var text strings.Builder
	if err := vmt.Write(&text, a); err != nil {
		t.Fatal(err)
	}
	b := read(t, text.String())
	if len(b.Goals) != 2 || b.Goals[1].Name != "no person's name" || len(b.Hints) != 1 ||
		len(b.Vars) != len(a.Vars) {
		t.Fatalf("read back: %+v\n%s", b, &text)
	}
	compare(t, a, b, "d!1")
}

// compare evaluates two systems with the same variables under the same random values.
func compare(t *testing.T, a, b *transition.System, renamed string) {
	t.Helper()
	seen := map[string]map[bool]int{"steps": {}, "initial states": {}, "goals": {}}
	for seed := range testflag.Seeds(3000) {
		rng := rand.New(rand.NewPCG(uint64(seed), 2))
		m, n := term.Map{}, term.Map{}
		for i, v := range a.Vars {
			sort := a.Terms.Sort(v.Sym)
			m[v.Sym], m[v.Next] = value(a.Terms, sort, rng), value(a.Terms, sort, rng)
			if rng.IntN(2) == 0 {
				m[v.Next] = m[v.Sym]
			}
			n[b.Vars[i].Sym], n[b.Vars[i].Next] = m[v.Sym], m[v.Next]
		}
		for _, name := range []string{"in", renamed} {
			m[a.Terms.Lookup(name)] = value(a.Terms, term.Int, rng)
		}
		n[b.Terms.Lookup("in")] = m[a.Terms.Lookup("in")]
		for _, x := range b.InitInputs {
			n[x] = m[a.Terms.Lookup(renamed)]
		}
		for _, c := range []struct {
			what string
			of   func(*transition.System) term.Term
		}{{"steps", relation}, {"initial states", func(s *transition.System) term.Term { return s.Init }},
			{"goals", func(s *transition.System) term.Term { return s.Goals[int(seed)%2].Cond }}} {
			for x, v := range b.Chosen { // inputs that are the next values
				n[x] = n[b.Vars[v].Next]
			}
			want, err := a.Terms.Eval(c.of(a), m)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Terms.Eval(c.of(b), n)
			if err != nil || got.Bool() != want.Bool() {
				t.Fatalf("%s: %v, want %v (%v) with %v", c.what, got, want, err, m)
			}
			seen[c.what][got.Bool()]++
		}
	}
	for what, count := range seen {
		if count[true] == 0 || count[false] == 0 {
			t.Errorf("%s: %v", what, count)
		}
	}
}

// relation is the disjunction of the transitions.
func relation(s *transition.System) term.Term {
	var all []term.Term
	for i := range s.Transitions {
		all = append(all, s.Relation(&s.Transitions[i]))
	}
	return s.Terms.Or(all...)
}

func value(st *term.Store, sort term.Sort, rng *rand.Rand) term.Value {
	n := int64(rng.IntN(4) - 1)
	switch {
	case sort.IsBool():
		return term.BoolValue(n > 0)
	case sort.IsInt():
		return term.IntValue(big.NewInt(n))
	case sort.IsReal():
		return term.RealValue(big.NewRat(n, 2))
	case sort.IsArray():
		index, elem := st.ArrayParts(sort)
		return st.ArrayValue(sort, value(st, elem, rng), term.ArrayEntry{Index: value(st, index, rng),
			Elem: value(st, elem, rng)})
	}
	return term.BVValue(sort.Width(), uint64(n+1))
}

// TestBenchmarksAreWritten: a file of another tool that is read, written and read again is the same system.
func TestBenchmarksAreWritten(t *testing.T) {
	files, err := filepath.Glob("../../../../shared/benchmarks/systems/vmt/*/*.vmt")
	if err != nil || len(files) == 0 {
		t.Skip("no benchmarks here")
	}
	for _, f := range testflag.Some(files, 6) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		a, err := vmt.Read(&source.Files{}, f, text)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := vmt.Write(&out, a); err != nil {
			t.Fatal(err)
		}
		b := read(t, out.String())
		if len(b.Vars) != len(a.Vars) || len(b.Transitions) != len(a.Transitions) ||
			len(b.Goals) != len(a.Goals) || len(b.Hints) != len(a.Hints) {
			t.Errorf("%s: %d variables, %d transitions; want %d, %d", f, len(b.Vars), len(b.Transitions),
				len(a.Vars), len(a.Transitions))
		}
	}
}
