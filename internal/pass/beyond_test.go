package pass

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
)

// TestBeyond: executions go on after what is not supported but passable, and nowhere else; the numbers of
// edges, and the program itself, stay as they are.
func TestBeyond(t *testing.T) {
	program := func(passable bool) (*cfa.Program, *cfa.Proc) {
		b := build.LP64(t)
		f := b.Main()
		here, ends, behind := f.Cur, f.Loc(), f.Loc()
		f.To(cfa.Assume{Cond: b.Terms.True()}, ends)
		f.To(cfa.Assume{Cond: b.Terms.False()}, behind)
		f.At(ends).Do(cfa.Unsupported{What: "a call", Passable: passable})
		f.At(behind).Ret()
		_ = here
		p := b.Program
		return p, p.Procs[f.ID]
	}
	conditions := func(p *cfa.Program, proc cfa.ProcID) (out []bool) {
		for _, e := range p.Procs[proc].Edges {
			if a, ok := e.Op.(cfa.Assume); ok {
				out = append(out, p.Terms.IsTrue(a.Cond))
			}
		}
		return out
	}
	p, proc := program(true)
	beyond := Beyond(p)
	if got := conditions(beyond, proc.ID); beyond == p || len(got) != 2 || got[0] || !got[1] {
		t.Errorf("the assumptions are %v", got)
	}
	if got := conditions(p, proc.ID); !got[0] || got[1] {
		t.Errorf("the program has been changed: %v", got)
	}
	for i, e := range beyond.Procs[proc.ID].Edges {
		if old := proc.Edges[i]; e.ID != old.ID || e.Origin != old.Origin || e.To != old.To {
			t.Errorf("edge %d is another one", i)
		}
	}
	if p, _ := program(false); Beyond(p) != p {
		t.Error("executions go on behind what is not passable")
	}
}
