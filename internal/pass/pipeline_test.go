package pass_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/internal/testing/passes"
	"whittle.dev/term"
)

// small is a program of main and a procedure f(in) that returns a byte.
type small struct {
	*cfa.Program
	main, f    *cursor.Cursor
	in         cfa.RegID // of f
	own        cfa.RegID // of scope Thread
	a, b, c, d cfa.RegID // of main
	x          term.Term // the address of an object of 16 bytes
}

func newSmall() *small {
	p := cfa.NewProgram(64, &source.Files{})
	p.OffsetBits = 32
	p.AddSelf()
	s := &small{Program: p}
	s.own = p.NewReg(cfa.Reg{Name: "own", Sort: byteSort, Scope: cfa.Thread})
	s.x = p.AddObject(&cfa.Object{Name: "x", Size: 16})
	s.f = cursor.New(p, p.NewProc("f", source.Pos{}))
	s.f.Proc.Result = byteSort
	s.in = s.f.Param("in", byteSort)
	s.main = cursor.New(p, p.NewProc("main", source.Pos{}))
	for i, r := range []*cfa.RegID{&s.a, &s.b, &s.c, &s.d} {
		*r = s.main.Local(string(rune('a'+i)), byteSort)
	}
	p.Entry = s.main.Proc.ID
	return s
}

func (s *small) v(r cfa.RegID) term.Term { return s.Sym(r) }
func (s *small) n(k uint64) term.Term    { return s.Terms.BV(8, k) }
func (s *small) plus(r cfa.RegID, k uint64) term.Term {
	return s.Terms.BVAdd(s.v(r), s.n(k))
}

func run(t *testing.T, p *cfa.Program, opt pass.Options, names ...string) *cfa.Program {
	t.Helper()
	if err := cfa.Check(p); err != nil {
		t.Fatal(err)
	}
	pl, err := pass.Named(names...)
	if err != nil {
		t.Fatal(err)
	}
	q, err := pl.Run(context.Background(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// listing is the operations of a procedure in the order of its edges, without the numbers of registers.
func listing(p *cfa.Program, proc *cfa.Proc) string {
	var b strings.Builder
	for _, e := range proc.Edges {
		s := p.OpString(e.Op)
		for i := range p.Regs {
			s = strings.ReplaceAll(s, p.Terms.String(p.Sym(cfa.RegID(len(p.Regs)-1-i))),
				p.Regs[len(p.Regs)-1-i].Name)
		}
		b.WriteString(strings.ReplaceAll(s, "main::", "") + "\n")
	}
	return b.String()
}

func TestNamedRejects(t *testing.T) {
	if _, err := pass.Named("merge", "melt"); err == nil || !strings.Contains(err.Error(), `"melt"`) {
		t.Errorf("got %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := passes.All().Run(ctx, generate(1, false), pass.Options{}); err == nil {
		t.Error("the pipeline does not look at its context")
	}
}
