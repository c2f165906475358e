package analysis

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

// prog builds programs for tests. Its procedures are made of operations that
// follow each other; jumps are added with edge.
type prog struct {
	*cfa.Program
	t *testing.T
}

func newProg(t *testing.T) *prog {
	p := cfa.NewProgram(64, &source.Files{})
	p.OffsetBits = 32
	p.AddSelf()
	return &prog{p, t}
}

func (p *prog) proc(name string) *cursor.Cursor {
	return cursor.New(p.Program, p.NewProc(name, source.Pos{}))
}

// global adds a static object of the given size.
func (p *prog) global(name string, size uint64) term.Term {
	return p.AddObject(&cfa.Object{Name: name, Size: size})
}

// function adds the function object of a procedure.
func (p *prog) function(c *cursor.Cursor) term.Term {
	return p.AddObject(&cfa.Object{Name: c.Proc.Name, Kind: cfa.Func, Size: 1, Proc: c.Proc.ID})
}

func (p *prog) check() {
	p.t.Helper()
	if err := cfa.Check(p.Program); err != nil {
		p.t.Fatalf("the test's program is broken: %v", err)
	}
}

// graph builds a procedure from edges between locations; those out of a
// location with several edges are Assume true, others Fence. The last location
// returns.
func graph(t *testing.T, n int, edges [][2]int) (*prog, *cfa.Proc) {
	t.Helper()
	p := newProg(t)
	proc := p.NewProc("graph", source.Pos{})
	for len(proc.Locs) < n {
		proc.NewLoc(source.Pos{})
	}
	outs := make([]int, n)
	for _, e := range edges {
		outs[e[0]]++
	}
	for _, e := range edges {
		var op cfa.Op = cfa.Fence{}
		if outs[e[0]] > 1 {
			op = cfa.Assume{Cond: p.Terms.True()}
		}
		p.NewEdge(proc, cfa.LocID(e[0]), cfa.LocID(e[1]), op, source.Pos{})
	}
	p.NewEdge(proc, cfa.LocID(n-1), proc.NewLoc(source.Pos{}), cfa.Return{}, source.Pos{})
	p.Entry = proc.ID
	p.check()
	return p, proc
}
