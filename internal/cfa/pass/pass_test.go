package pass_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
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

// listing is the operations of a procedure in the order of its edges, without
// the numbers of registers.
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

func TestMerge(t *testing.T) {
	tests := []struct {
		name string
		ops  func(s *small) []cfa.Op
		want string
	}{
		{"composition", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.a, Value: s.plus(s.d, 1)},
				cfa.Assign{Dst: s.b, Value: s.plus(s.a, 2)}, cfa.Store{Addr: s.x, Value: s.v(s.b)}}
		}, "*x := (bvadd d #x03)\n"},
		{"swap", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.c, Value: s.v(s.a)}, cfa.Assign{Dst: s.a, Value: s.v(s.b)},
				cfa.Assign{Dst: s.b, Value: s.v(s.c)},
				cfa.Store{Addr: s.x, Value: s.v(s.a)}, cfa.Store{Addr: s.x, Value: s.v(s.b)}}
		}, "c := a\na := b\n*x := a\n*x := c\n"},
		{"a load overwrites", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.a, Value: s.plus(s.b, 1)}, cfa.Load{Dst: s.b, Addr: s.x},
				cfa.Store{Addr: s.x, Value: s.Terms.BVAdd(s.v(s.a), s.v(s.b))}}
		}, "a := (bvadd b #x01)\nb := *x\n*x := (bvadd a b)\n"},
		{"a call reads the thread's register", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.own, Value: s.plus(s.a, 1)},
				cfa.Call{Dst: s.b, Proc: s.f.Proc.ID, Args: []term.Term{s.v(s.own)}},
				cfa.Store{Addr: s.x, Value: s.v(s.b)}}
		}, "own := (bvadd a #x01)\nb := call f(own)\n*x := b\n"},
		{"assumptions", func(s *small) []cfa.Op {
			p := s.Terms.Eq(s.v(s.a), s.n(1))
			q := s.Terms.Eq(s.v(s.b), s.n(2))
			return []cfa.Op{cfa.Assume{Cond: p}, cfa.Assign{Dst: s.c, Value: s.v(s.b)},
				cfa.Assume{Cond: s.Terms.Eq(s.v(s.c), s.n(2))}, cfa.Assume{Cond: q}}
		}, "assume (and (= a #x01) (= b #x02))\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSmall()
			s.f.Emit(cfa.Return{Value: s.n(0)})
			for _, op := range tt.ops(s) {
				s.main.Emit(op)
			}
			s.main.Emit(cfa.Return{})
			q := run(t, s.Program, pass.Options{}, "merge")
			got := strings.ReplaceAll(listing(q, q.Procs[q.Entry]), q.Terms.String(s.x), "x")
			if want := tt.want + "return\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// TestMergeOrder merges x := x + 1; y := x before a branch that reads both:
// y has to be set before x changes.
func TestMergeOrder(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Return{Value: s.n(0)})
	m := s.main
	m.Emit(cfa.Assign{Dst: s.a, Value: s.plus(s.a, 1)})
	m.Emit(cfa.Assign{Dst: s.b, Value: s.v(s.a)})
	yes, no := m.Branch(s.Terms.Eq(s.v(s.a), s.v(s.b)))
	for _, l := range []cfa.LocID{yes, no} {
		m.At = l
		m.Emit(cfa.Store{Addr: s.x, Value: s.Terms.BVAdd(s.v(s.a), s.v(s.b))})
		m.Emit(cfa.Return{})
	}
	q := run(t, s.Program, pass.Options{}, "merge")
	got := listing(q, q.Procs[q.Entry])
	if want := "b := (bvadd a #x01)\na := (bvadd a #x01)\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant it to start with\n%s", got, want)
	}
}

// TestEndlessLoopStays keeps a loop without effect: a thread may stay there.
func TestEndlessLoopStays(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Return{Value: s.n(0)})
	head := s.main.At
	s.main.Emit(cfa.Assign{Dst: s.a, Value: s.n(1)})
	s.main.EmitTo(cfa.Assume{Cond: s.Terms.True()}, head)
	for _, name := range []string{"dead", "merge", "const", "unreachable", "inline"} {
		q := run(t, s.Program, pass.Options{}, name)
		proc := q.Procs[q.Entry]
		if o := analysis.WTO(proc); !o.IsHead(proc.Entry) {
			t.Errorf("%s: the loop is gone:\n%s", name, listing(q, proc))
		}
	}
}

// TestDeadKeepsOccurrences keeps a dead input where another edge of the same
// origin is needed.
func TestDeadKeepsOccurrences(t *testing.T) {
	for _, needed := range []bool{false, true} {
		s := newSmall()
		r := s.f.Local("r", byteSort)
		s.f.Emit(cfa.Havoc{Dst: r})
		s.f.Emit(cfa.Return{Value: s.v(r)})
		for i, dst := range []cfa.RegID{s.a, s.b} {
			s.main.Emit(cfa.Call{Dst: dst, Proc: s.f.Proc.ID, Args: []term.Term{s.n(uint64(i))}})
		}
		if needed {
			s.main.Emit(cfa.Store{Addr: s.x, Value: s.v(s.b)})
		}
		s.main.Emit(cfa.Return{})
		q := run(t, s.Program, pass.Options{}, "inline", "dead")
		got := strings.Count(listing(q, q.Procs[q.Entry]), "input")
		if want := map[bool]int{false: 0, true: 2}[needed]; got != want {
			t.Errorf("needed %v: %d inputs are left, want %d", needed, got, want)
		}
	}
}

func TestDeadLoads(t *testing.T) {
	for _, tt := range []struct {
		name string
		addr func(s *small) term.Term
		opt  pass.Options
		want int
	}{
		{"inside", func(s *small) term.Term { return s.PtrAdd(s.x, s.Ptr(15)) }, pass.Options{}, 0},
		{"outside", func(s *small) term.Term { return s.PtrAdd(s.x, s.Ptr(16)) }, pass.Options{}, 1},
		{"kept on demand", func(s *small) term.Term { return s.x }, pass.Options{KeepAccesses: true}, 1},
	} {
		s := newSmall()
		s.f.Emit(cfa.Return{Value: s.n(0)})
		s.main.Emit(cfa.Load{Dst: s.a, Addr: tt.addr(s)})
		s.main.Emit(cfa.Return{})
		q := run(t, s.Program, tt.opt, "dead")
		if got := strings.Count(listing(q, q.Procs[q.Entry]), "a := "); got != tt.want {
			t.Errorf("%s: %d loads are left, want %d", tt.name, got, tt.want)
		}
	}
}

// TestInlineRecursion bounds how often a recursive procedure is copied and
// keeps the call behind that.
func TestInlineRecursion(t *testing.T) {
	for _, depth := range []int{1, 3} {
		s := newSmall()
		yes, no := s.f.Branch(s.Terms.Eq(s.v(s.in), s.n(0)))
		s.f.At = yes
		s.f.Emit(cfa.Return{Value: s.n(0)})
		s.f.At = no
		r := s.f.Local("r", byteSort)
		s.f.Emit(cfa.Call{Dst: r, Proc: s.f.Proc.ID, Args: []term.Term{s.plus(s.in, 255)}})
		s.f.Emit(cfa.Return{Value: s.plus(r, 1)})
		s.main.Emit(cfa.Call{Dst: s.a, Proc: s.f.Proc.ID, Args: []term.Term{s.n(9)}})
		s.main.Emit(cfa.Store{Addr: s.x, Value: s.v(s.a)})
		s.main.Emit(cfa.Return{})
		q := run(t, s.Program, pass.Options{Recursion: depth}, "inline")
		text := listing(q, q.Procs[q.Entry])
		if got := strings.Count(text, "assume (= f::in #x00)"); got != depth {
			t.Errorf("depth %d: %d copies:\n%s", depth, got, text)
		}
		if strings.Count(text, "call f(") != 1 {
			t.Errorf("depth %d: not one call is left:\n%s", depth, text)
		}
	}
}

// TestInlineThreads gives each place that starts a thread its own copy.
func TestInlineThreads(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Store{Addr: s.x, Value: s.v(s.in)})
	s.f.Emit(cfa.Return{Value: s.n(0)})
	for i := range 2 {
		s.main.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: s.f.Proc.ID, Args: []term.Term{s.n(uint64(i))}})
	}
	s.main.Emit(cfa.Return{})
	q := run(t, s.Program, pass.Options{}, "inline", "unreachable")
	th := analysis.NewThreads(q, analysis.NewCallGraph(q, analysis.DirectCallees), analysis.DirectCallees)
	if len(th.Roots) != 3 || th.Roots[1].Many || th.Roots[2].Many || th.Roots[1].Proc == th.Roots[2].Proc {
		t.Errorf("roots %+v, want the initial thread and two single ones", th.Roots)
	}
}

func TestUnreachable(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Return{Value: s.n(0)})
	m := s.main
	m.Emit(cfa.Assign{Dst: s.a, Value: s.n(3)})
	yes, no := m.Branch(s.Terms.BVUlt(s.v(s.a), s.n(2)))
	m.At = yes
	m.Emit(cfa.Violation{Property: "unreach-call"})
	m.At = no
	m.Emit(cfa.Store{Addr: s.x, Value: s.n(1)})
	m.Emit(cfa.Assume{Cond: s.Terms.Eq(s.v(s.a), s.n(4))})
	m.Emit(cfa.Store{Addr: s.x, Value: s.n(2)})
	m.Emit(cfa.Return{})
	q := run(t, s.Program, pass.Options{}, "unreachable")
	text := listing(q, q.Procs[q.Entry])
	if strings.Contains(text, "violation") || strings.Contains(text, ":= #x02") ||
		!strings.Contains(text, ":= #x01\nassume false\n") {
		t.Errorf("got\n%s", text)
	}
	if got := listing(q, q.Procs[s.f.Proc.ID]); !strings.HasPrefix(got, "unsupported") {
		t.Errorf("the unused procedure is\n%s", got)
	}
}

func TestNamedRejects(t *testing.T) {
	if _, err := pass.Named("merge", "melt"); err == nil || !strings.Contains(err.Error(), `"melt"`) {
		t.Errorf("got %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := passes.All().Run(ctx, generate(1), pass.Options{}); err == nil {
		t.Error("the pipeline does not look at its context")
	}
}
