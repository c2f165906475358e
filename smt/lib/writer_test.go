package lib_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// TestWriterReads: what the writer writes, and what term prints, means the same when it is read again.
func TestWriterReads(t *testing.T) {
	for seed := range 200 {
		g := &scriptGen{r: rand.New(rand.NewPCG(uint64(seed), 11)), w: 3 + seed%3}
		st := term.NewStore()
		bv := term.BitVec(g.w)
		for _, name := range []string{"x", "y", "z z", "c", "f", "and", "push", "d!2", "@x"} {
			st.Symbol(name, bv)
		}
		p := st.Symbol("p", term.Bool)
		st.Symbol("q", term.Bool)
		st.Symbol("m", st.ArraySort(bv, bv))
		st.Symbol("n", st.ArraySort(bv, bv))
		x, y := st.Lookup("x"), st.Lookup("y")
		text := strings.NewReplacer("(f ", "(bvnot ", "(inc ", "(bvneg ", "(h ",
			"(and p (bvult y ").Replace(g.boolean(4))
		if strings.Contains(text, "(and p (bvult y ") {
			continue // its operands do not fit
		}
		a := parse(t, st, text)
		a = st.And(st.Or(a, p), st.Or(a, st.BVUAddO(x, y), st.BVSMulO(y, st.Lookup("and"))),
			st.Or(st.BVSSubO(x, st.Lookup("@x")), a))
		if b := parse(t, st, st.String(a)); b != a {
			t.Fatalf("%s is read as %s", st.String(a), st.String(b))
		}
		var out strings.Builder
		if err := lib.WriteScript(&out, st, "QF_ABV", a,
			st.Eq(st.Lookup("push"), st.Lookup("d!2"))); err != nil {
			t.Fatal(err)
		}
		// The same question, answered from the text and by the original.
		got, _ := run(t, nativeConfig(), out.String())
		var direct strings.Builder
		for _, s := range st.Symbols(a) {
			fmt.Fprintf(&direct, "(declare-const |%s%s| %s)", "v", st.Name(s), st.SortString(st.Sort(s)))
		}
		names := map[term.Term]term.Term{}
		for _, s := range st.Symbols(a) {
			names[s] = st.Symbol("v"+st.Name(s), st.Sort(s))
		}
		want, _ := run(t, nativeConfig(), direct.String()+"(assert "+st.String(st.Substitute(a, names))+
			")(check-sat)")
		if got != want || strings.Contains(got, "error") {
			t.Fatalf("seed %d: %q, want %q\n%s", seed, got, want, out.String())
		}
	}
}
