package analysis

import (
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/cursor"
	"whittle.dev/term"
)

// TestThreads analyses
//
//	int early, late, mine; int *box, *leak;
//	worker(p) { load early; load late; q = alloc; *q; *p; leak = alloc }
//	helper()  { store early }
//	main()    { helper(); early; own = alloc; arg = alloc;
//	            for (;;) spawn worker(arg); late = 1; mine = 1; *own; once() }
//	once()    { store mine }
func TestThreads(t *testing.T) {
	p := cursor.NewProgram(t)
	ptr, bv := term.BitVec(64), term.BitVec(32)
	s := p.Terms
	one := s.BV(32, 1)
	early, late, mine := p.Global("early", 4), p.Global("late", 4), p.Global("mine", 4)
	leak := p.Global("leak", 8)
	w := p.Procedure("worker")
	arg := w.Param("p", ptr)
	v, q, out := w.Local("v", bv), w.Local("q", ptr), w.Local("out", ptr)
	w.Emit(cfa.Load{Dst: v, Addr: early})
	w.Emit(cfa.Load{Dst: v, Addr: late})
	local := w.Emit(cfa.Alloc{Dst: q, Size: p.Ptr(4), Align: 4})
	w.Emit(cfa.Store{Addr: p.Sym(q), Value: p.Sym(v)})
	w.Emit(cfa.Store{Addr: p.Sym(arg), Value: one})
	w.Emit(cfa.Alloc{Dst: out, Size: p.Ptr(4), Align: 4})
	w.Emit(cfa.Store{Addr: leak, Value: p.Sym(out)})
	w.Emit(cfa.Load{Dst: v, Addr: p.Sym(out)})
	w.Emit(cfa.Return{})
	helper := p.Procedure("helper")
	helper.Emit(cfa.Store{Addr: early, Value: one})
	helper.Emit(cfa.Return{})
	once := p.Procedure("once")
	once.Emit(cfa.Store{Addr: mine, Value: one})
	once.Emit(cfa.Return{})
	m := p.Procedure("main")
	own, given, c := m.Local("own", ptr), m.Local("given", ptr), m.Local("c", term.Bool)
	m.Emit(cfa.Call{Dst: cfa.NoReg, Proc: helper.Proc.ID})
	m.Emit(cfa.Store{Addr: early, Value: one})
	m.Emit(cfa.Alloc{Dst: own, Size: p.Ptr(4), Align: 4})
	m.Emit(cfa.Alloc{Dst: given, Size: p.Ptr(4), Align: 4})
	head := m.At
	m.Emit(cfa.Havoc{Dst: c})
	yes, no := m.Branch(p.Sym(c))
	m.At = yes
	spawn := m.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: w.Proc.ID, Args: []term.Term{p.Sym(given)}})
	p.NewEdge(m.Proc, m.At, head, cfa.Fence{}, source.Pos{})
	m.At = no
	m.Emit(cfa.Store{Addr: late, Value: one})
	m.Emit(cfa.Store{Addr: mine, Value: one})
	m.Emit(cfa.Store{Addr: p.Sym(own), Value: one})
	call := m.Emit(cfa.Call{Dst: cfa.NoReg, Proc: once.Proc.ID})
	m.Emit(cfa.Return{})
	p.Entry = m.Proc.ID
	p.Check()
	th := NewThreads(p.Program, cfa.NewCallGraph(p.Program, cfa.DirectCallees), cfa.DirectCallees)

	if len(th.Roots) != 2 || th.Roots[1].Proc != w.Proc.ID || !th.Roots[1].Many || th.Roots[0].Many {
		t.Errorf("roots %+v", th.Roots)
	}
	if len(th.Sites) != 1 || th.Sites[0].Edge != spawn || !th.Sites[0].Many {
		t.Errorf("sites %+v", th.Sites)
	}
	if !slices.Equal(th.RunBy(helper.Proc.ID), []int{0}) {
		t.Errorf("helper is run by %v", th.RunBy(helper.Proc.ID))
	}
	if !th.Alone(helper.Proc.ID, helper.Proc.Entry) || th.Alone(once.Proc.ID, once.Proc.Entry) ||
		th.Alone(m.Proc.ID, head) {
		t.Error("alone: helper must be, once and the loop must not")
	}
	if !th.Once(m.Proc.ID, call) || th.Once(m.Proc.ID, spawn) || th.Once(w.Proc.ID, local) {
		t.Error("once: the call runs once, the spawn and the worker do not")
	}
}
