package pass_test

import (
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/internal/testing/passes"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/term"
)

// generator makes small random programs: two threads over two bytes of shared
// memory, local computations, branches, loops of two rounds, atomic sections,
// inputs, calls and calls through addresses, and violations after conditions.
type generator struct {
	rng    *rand.Rand
	p      *cfa.Program
	cells  []term.Term
	procs  []*cursor.Cursor // that can be called: a byte in, a byte out
	funcs  []term.Term
	thread cfa.RegID // of scope Thread
	accel  int       // accesses that are left
}

var byteSort = term.BitVec(8)

// body is a procedure that is being generated.
type body struct {
	*generator
	*cursor.Cursor
	regs   []cfa.RegID
	atomic bool
	calls  int // the first procedure that may be called: no recursion
}

// generate makes a program; in a recursive one procedures end in calls of each other or of themselves.
func generate(seed int64, recursive bool) *cfa.Program {
	g := &generator{rng: rand.New(rand.NewSource(seed))}
	p := cfa.NewProgram(64, &source.Files{})
	p.OffsetBits = 32
	p.AddSelf()
	g.p = p
	g.thread = p.NewReg(cfa.Reg{Name: "own", Sort: byteSort, Scope: cfa.Thread})
	for _, name := range []string{"x", "y"} {
		g.cells = append(g.cells, p.AddObject(&cfa.Object{Name: name, Size: 2,
			Init: []cfa.Init{{Value: p.Terms.BV(8, 1)}}}))
	}
	for _, name := range []string{"f", "g"} {
		c := cursor.New(p, p.NewProc(name, source.Pos{}))
		c.Proc.Result = byteSort
		g.procs = append(g.procs, c)
	}
	for _, c := range g.procs {
		g.funcs = append(g.funcs, p.AddObject(&cfa.Object{Name: c.Proc.Name, Kind: cfa.Func, Size: 1,
			Proc: c.Proc.ID}))
	}
	for i, c := range g.procs {
		b := g.body(c, i+1)
		b.regs = append(b.regs, c.Param("in", byteSort))
		g.accel = 1
		b.block(3)
		if recursive {
			b.tail()
		}
		b.Emit(cfa.Return{Value: b.term(2)})
	}
	worker := g.body(cursor.New(p, p.NewProc("worker", source.Pos{})), 0)
	worker.regs = append(worker.regs, worker.Param("in", byteSort))
	g.accel = 3
	worker.block(5)
	worker.Emit(cfa.Return{})
	main := g.body(cursor.New(p, p.NewProc("main", source.Pos{})), 0)
	g.accel = 2
	main.block(2)
	main.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: worker.Proc.ID, Args: []term.Term{main.term(1)}})
	g.accel = 3
	main.block(4)
	for range 2 {
		main.goal()
	}
	main.Emit(cfa.Return{})
	p.Entry = main.Proc.ID
	return p
}

// tail returns what a procedure returns for the parameter plus one, while that is small.
func (b *body) tail() {
	s, in := b.p.Terms, b.p.Sym(b.regs[len(b.regs)-1])
	yes, no := b.Branch(s.BVUlt(in, s.BV(8, 3)))
	b.At = yes
	r := b.Local("result", byteSort)
	next := b.procs[b.rng.Intn(len(b.procs))].Proc.ID
	b.Emit(cfa.Call{Dst: r, Proc: next, Args: []term.Term{s.BVAdd(in, s.BV(8, 1))}})
	b.Emit(cfa.Return{Value: b.p.Sym(r)})
	b.At = no
}

func (g *generator) body(c *cursor.Cursor, calls int) *body {
	b := &body{generator: g, Cursor: c, calls: calls, regs: []cfa.RegID{g.thread}}
	for range 2 {
		r := c.Local("v", byteSort)
		c.Emit(cfa.Assign{Dst: r, Value: g.p.Terms.BV(8, uint64(g.rng.Intn(3)))})
		b.regs = append(b.regs, r)
	}
	return b
}

func (b *body) reg() cfa.RegID { return b.regs[b.rng.Intn(len(b.regs))] }

func (b *body) cell() term.Term {
	c := b.cells[b.rng.Intn(len(b.cells))]
	if b.rng.Intn(4) == 0 { // an index of one bit
		return b.p.PtrAdd(c, b.p.Terms.ZeroExt(63, b.p.Terms.Extract(0, 0, b.p.Sym(b.reg()))))
	}
	return c
}

func (b *body) term(depth int) term.Term {
	s := b.p.Terms
	if depth == 0 || b.rng.Intn(4) == 0 {
		if b.rng.Intn(3) == 0 {
			return s.BV(8, uint64(b.rng.Intn(4)))
		}
		return b.p.Sym(b.reg())
	}
	x, y := b.term(depth-1), b.term(depth-1)
	switch b.rng.Intn(6) {
	case 0:
		return s.BVAdd(x, y)
	case 1:
		return s.BVSub(x, y)
	case 2:
		return s.BVXor(x, y)
	case 3:
		return s.BVAnd(x, s.BV(8, 3))
	case 4:
		return s.Ite(b.cond(depth-1), x, y)
	}
	return s.BVMul(x, s.BV(8, 3))
}

func (b *body) cond(depth int) term.Term {
	s := b.p.Terms
	x, y := b.term(depth), b.term(depth)
	switch b.rng.Intn(3) {
	case 0:
		return s.Eq(x, y)
	case 1:
		return s.BVUlt(x, y)
	}
	return s.BVSlt(x, y)
}

func (b *body) block(n int) {
	for range n {
		b.statement()
	}
}

func (b *body) statement() {
	s := b.p.Terms
	switch k := b.rng.Intn(14); {
	case k < 4:
		b.Emit(cfa.Assign{Dst: b.reg(), Value: b.term(2)})
	case k < 6 && b.accel > 0:
		b.accel--
		b.Emit(cfa.Load{Dst: b.reg(), Addr: b.cell()})
	case k < 8 && b.accel > 0:
		b.accel--
		b.Emit(cfa.Store{Addr: b.cell(), Value: b.term(1)})
	case k == 8:
		r := b.Local("in", term.BitVec(1))
		b.Emit(cfa.Havoc{Dst: r})
		b.Emit(cfa.Assign{Dst: b.reg(), Value: s.ZeroExt(7, b.p.Sym(r))})
	case k == 9:
		yes, no := b.Branch(b.cond(1))
		end := b.Proc.NewLoc(b.Pos)
		for _, l := range []cfa.LocID{yes, no} {
			b.At = l
			b.block(2)
			b.EmitTo(cfa.Assume{Cond: s.True()}, end)
		}
	case k == 10:
		i := b.Local("i", byteSort)
		b.Emit(cfa.Assign{Dst: i, Value: s.BV(8, 0)})
		head := b.At
		yes, no := b.Branch(s.BVUlt(b.p.Sym(i), s.BV(8, 2)))
		b.At = yes
		left := b.accel
		b.accel = min(b.accel, 1)
		b.block(2)
		b.accel = left - 1
		b.Emit(cfa.Assign{Dst: i, Value: s.BVAdd(b.p.Sym(i), s.BV(8, 1))})
		b.EmitTo(cfa.Assume{Cond: s.True()}, head)
		b.At = no
	case k == 11 && !b.atomic:
		b.atomic = true
		b.Emit(cfa.AtomicBegin{})
		if b.rng.Intn(2) == 0 {
			b.Emit(cfa.Load{Dst: b.reg(), Addr: b.cell()})
			b.Emit(cfa.Await{Cond: s.Not(s.Eq(b.term(1), s.BV(8, 1)))})
		}
		b.block(2)
		if b.rng.Intn(3) == 0 {
			b.Emit(cfa.Assume{Cond: b.cond(1)})
		}
		b.Emit(cfa.AtomicEnd{})
		b.atomic = false
	case k == 12 && b.calls < len(b.procs):
		c := b.calls + b.rng.Intn(len(b.procs)-b.calls)
		b.Emit(cfa.Call{Dst: b.reg(), Proc: b.procs[c].Proc.ID, Args: []term.Term{b.term(1)}})
	case k == 13 && b.calls == 0:
		target := s.Ite(b.cond(1), b.funcs[0], b.funcs[1])
		b.Emit(cfa.Call{Dst: b.reg(), Proc: cfa.NoProc, Target: target, Args: []term.Term{b.term(1)}})
	case k == 13:
		b.goal()
	}
}

// goal is a violation after a condition.
func (b *body) goal() {
	yes, no := b.Branch(b.p.Terms.Eq(b.term(2), b.p.Terms.BV(8, uint64(b.rng.Intn(4)))))
	b.At = yes
	b.Emit(cfa.Violation{Property: "unreach-call"})
	b.At = no
}

// TestRandomPrograms compares what random programs reach as lowered and after
// passes, and replays what was found after them on the program as lowered.
func TestRandomPrograms(t *testing.T) {
	rounds := int64(60)
	if testing.Short() {
		rounds = 20
	}
	pipelines := [][]string{
		{"merge"}, {"dead"}, {"const"}, {"unreachable"}, {"tail"}, {"resolve", "inline"},
		{"resolve", "tail", "inline"},
		{"resolve", "inline", "merge"},
		{"dead", "merge", "dead"}, {"resolve", "inline", "const", "unreachable", "dead", "merge"}, nil,
	}
	opt := enumerate.Options{MaxStates: 4_000}
	if testflag.Deep() {
		opt.MaxStates = 20_000
	}
	compared, reached := 0, 0
	for seed := range rounds {
		p := generate(seed, seed%6 == 5)
		if err := cfa.Check(p); err != nil {
			t.Fatalf("seed %d: the generator made a broken program: %v", seed, err)
		}
		en, err := enumerate.Run(context.Background(), p, opt)
		if err != nil {
			t.Fatal(err)
		}
		if !en.Complete {
			continue
		}
		want := endsOf(en)
		for _, names := range pipelines {
			name := strings.Join(names, " ")
			pl, err := pass.Named(names...)
			if err != nil {
				t.Fatal(err)
			}
			if names == nil {
				pl, name = passes.All(), "default"
			}
			// A small bound makes merging emit assignments early.
			q, err := pl.Run(context.Background(), p, pass.Options{MaxTerm: []int{0, 6}[seed%2]})
			if err != nil {
				t.Errorf("seed %d, %s: %v", seed, name, err)
				continue
			}
			en, err := enumerate.Run(context.Background(), q, opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := endsOf(en); en.Complete && !slices.Equal(got, want) {
				t.Errorf("seed %d, %s: reaches %v, want %v", seed, name, got, want)
			}
			replay(t, name, p, en)
			compared++
			reached += len(en.Violations)
		}
		if t.Failed() {
			t.Fatalf("seed %d fails", seed)
		}
	}
	if compared < int(rounds)*4 || reached == 0 {
		t.Errorf("only %d comparisons with %d violations: the programs are too large or too small", compared,
			reached)
	}
	t.Logf("%d comparisons, %d violations", compared, reached)
}
