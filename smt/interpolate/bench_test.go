package interpolate_test

import (
	"context"
	"fmt"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/interpolate"
	"whittle.dev/term"
)

// BenchmarkSeparate asks what slicing abstractions ask: two steps of a timed protocol, and which clock value
// in between tells why they do not fit.
func BenchmarkSeparate(b *testing.B) {
	st := term.NewStore()
	const n = 4
	at := func(name string, i int, sort term.Sort) []term.Term {
		out := make([]term.Term, n)
		for k := range out {
			out[k] = st.Symbol(fmt.Sprintf("%s%d.%d", name, k, i), sort)
		}
		return out
	}
	step := func(i, process int, from, to int64) []term.Term {
		c, d := at("c", i, term.Real), at("c", i+1, term.Real)
		pc, qc := at("pc", i, term.Int), at("pc", i+1, term.Int)
		out := []term.Term{st.Eq(pc[process], st.Int64(from)), st.Eq(qc[process], st.Int64(to))}
		delta := st.Symbol(fmt.Sprintf("delta.%d", i), term.Real)
		out = append(out, st.Le(st.ToReal(st.Int64(0)), delta))
		for k := range n {
			if k != process {
				out = append(out, st.Eq(qc[k], pc[k]), st.Eq(d[k], st.IntAdd(c[k], delta)))
			} else {
				out = append(out, st.Eq(d[k], st.ToReal(st.Int64(0))))
			}
			out = append(out, st.Le(st.ToReal(st.Int64(0)), c[k]), st.Le(st.Int64(0), pc[k]))
		}
		return out
	}
	first := append(step(0, 0, 1, 2), step(1, 1, 1, 2)...)
	c := at("c", 2, term.Real)
	second := append(step(2, 2, 3, 4), st.Lt(c[0], c[1]))
	p := interpolate.New(st, interpolate.Config{})
	opt := interpolate.Options{Finite: at("pc", 2, term.Int)}
	for b.Loop() {
		s, r := p.Separate(context.Background(), first, second, opt)
		if r.Status != smt.Unsat {
			b.Fatal(r, s)
		}
	}
}
