package randcfa

import (
	"fmt"
	"math/rand"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// builder builds a small concurrent program of one to three threads with inputs of two bits, shared
// bytes, an array with a computed index, locks, sections that may abort half-way, waiting, loops
// that need not end, calls and heap objects.
type builder struct {
	*rand.Rand
	p      *cfa.Program
	vars   []*cfa.Object
	array  *cfa.Object
	lock   *cfa.Object
	c      *cfa.Proc
	at     cfa.LocID
	regs   []cfa.RegID
	calls  []*cfa.Proc
	inside bool
}

func (r *builder) object(name string, size uint64) *cfa.Object {
	o := &cfa.Object{Name: name, Size: size, Proc: cfa.NoProc,
		Addr: r.p.RegionStart(uint64(len(r.p.Objects) + 1))}
	r.p.Objects = append(r.p.Objects, o)
	r.p.HeapBase = r.p.RegionStart(uint64(len(r.p.Objects) + 1))
	return o
}

func (r *builder) edge(op cfa.Op) {
	to := r.c.NewLoc(source.Pos{})
	r.p.NewEdge(r.c, r.at, to, op, source.Pos{Line: int32(r.p.NumEdges + 1)})
	r.at = to
}

func (r *builder) reg(name string, bits int) cfa.RegID {
	return r.p.NewReg(cfa.Reg{Name: name, Sort: term.BitVec(bits), Proc: r.c.ID})
}

func (r *builder) sym(x cfa.RegID) term.Term { return r.p.Regs[x].Sym }

func (r *builder) any() cfa.RegID { return r.regs[r.Intn(len(r.regs))] }

func (r *builder) konst() term.Term { return r.p.Terms.BV(8, uint64(r.Intn(3))) }

func (r *builder) cond() term.Term {
	s := r.p.Terms
	c := s.Eq(r.sym(r.any()), r.konst())
	switch r.Intn(4) {
	case 0:
		c = s.BVUlt(r.sym(r.any()), r.sym(r.any()))
	case 1:
		c = s.Not(c)
	}
	return c
}

func (r *builder) value() term.Term {
	s := r.p.Terms
	x, y := r.sym(r.any()), r.sym(r.any())
	switch r.Intn(6) {
	case 0:
		return s.BVAdd(x, y)
	case 1:
		return s.BVXor(x, r.konst())
	case 2:
		return s.BVAnd(s.BVMul(x, y), s.BV(8, 7))
	case 3:
		return s.Ite(s.BVUlt(x, y), x, r.konst())
	case 4:
		return x
	}
	return r.konst()
}

// branch runs then where cond holds, and goes on after it in any case.
func (r *builder) branch(cond term.Term, then func()) {
	yes, join := r.c.NewLoc(source.Pos{}), r.c.NewLoc(source.Pos{})
	r.p.NewEdge(r.c, r.at, yes, cfa.Assume{Cond: cond}, source.Pos{})
	r.p.NewEdge(r.c, r.at, join, cfa.Assume{Cond: r.p.Terms.Not(cond)}, source.Pos{})
	r.at = yes
	then()
	if r.at >= 0 {
		r.back(join)
	}
	r.at = join
}

func (r *builder) back(to cfa.LocID) {
	r.p.NewEdge(r.c, r.at, to, cfa.Assign{Dst: r.regs[0], Value: r.sym(r.regs[0])}, source.Pos{})
}

func (r *builder) input(x cfa.RegID) {
	n := r.reg("in", 2)
	r.edge(cfa.Havoc{Dst: n, What: "input"})
	r.edge(cfa.Assign{Dst: x, Value: r.p.Terms.ZeroExt(6, r.sym(n))})
}

// element is the address of an element of the array; the index is taken modulo 4, or, rarely, is not, which
// may be outside.
func (r *builder) element() term.Term {
	s := r.p.Terms
	i := r.sym(r.any())
	if r.Intn(4) > 0 {
		i = s.BVAnd(i, s.BV(8, 3))
	}
	return s.BVAdd(r.p.Ptr(r.array.Addr), s.ZeroExt(24, i))
}

func (r *builder) stmt(depth int) {
	s := r.p.Terms
	v := r.p.Ptr(r.vars[r.Intn(len(r.vars))].Addr)
	x := r.any()
	switch k := r.Intn(20); {
	case k < 2:
		r.edge(cfa.Store{Addr: v, Value: r.value()})
	case k < 4:
		r.edge(cfa.Load{Dst: x, Addr: v})
	case k == 4:
		r.edge(cfa.Load{Dst: x, Addr: v})
		r.edge(cfa.Store{Addr: v, Value: s.BVAdd(r.sym(x), s.BV(8, 1))})
	case k == 5:
		r.edge(cfa.Store{Addr: r.element(), Value: r.value()})
	case k == 6:
		r.edge(cfa.Load{Dst: x, Addr: r.element()})
	case k == 7 && depth < 2 && !r.inside:
		h := r.reg("h", 8)
		r.edge(cfa.AtomicBegin{})
		r.edge(cfa.Load{Dst: h, Addr: r.p.Ptr(r.lock.Addr)})
		r.edge(cfa.Await{Cond: s.Eq(r.sym(h), s.BV(8, 0))})
		r.edge(cfa.Store{Addr: r.p.Ptr(r.lock.Addr), Value: s.BV(8, 1)})
		r.edge(cfa.AtomicEnd{})
		r.stmt(depth + 1)
		r.stmt(depth + 1)
		r.edge(cfa.Store{Addr: r.p.Ptr(r.lock.Addr), Value: s.BV(8, 0)})
	case k == 8 && depth < 2 && !r.inside:
		r.edge(cfa.AtomicBegin{})
		r.inside = true
		r.stmt(depth + 1)
		if r.Intn(2) == 0 {
			r.edge(cfa.Assume{Cond: r.cond()})
		}
		r.stmt(depth + 1)
		r.inside = false
		r.edge(cfa.AtomicEnd{})
	case k == 9 && !r.inside:
		r.edge(cfa.AtomicBegin{})
		r.edge(cfa.Load{Dst: x, Addr: v})
		r.edge(cfa.Await{Cond: r.cond()})
		r.edge(cfa.Store{Addr: v, Value: r.value()})
		r.edge(cfa.AtomicEnd{})
	case k == 10 && r.Intn(3) == 0: // what the thread is called
		r.edge(cfa.Assign{Dst: x, Value: s.Extract(7, 0, r.sym(r.p.Self))})
	case k == 10 && r.Intn(2) == 0:
		r.edge(cfa.Assume{Cond: r.cond()})
	case k == 11 && depth < 2:
		r.branch(r.cond(), func() { r.stmt(depth + 1) })
	case k == 12:
		c := r.cond()
		if r.Intn(2) == 0 {
			c = s.And(c, r.cond())
		}
		r.branch(c, func() {
			r.edge(cfa.Violation{Property: "unreach-call", Message: "reached"})
			r.at = -1
		})
	case k == 13 && depth < 2 && !r.inside:
		r.loop(v, x)
	case k == 14 && len(r.calls) > 0:
		r.edge(cfa.Call{Dst: x, Proc: r.calls[r.Intn(len(r.calls))].ID, Args: []term.Term{r.value()}})
	case k == 15:
		a := r.reg("heap", 32)
		r.edge(cfa.Alloc{Dst: a, Size: r.p.Ptr(2), Align: 1, Zero: r.Intn(2) == 0})
		r.edge(cfa.Store{Addr: s.BVAdd(r.sym(a), r.p.Ptr(1)), Value: r.value()})
		r.edge(cfa.Load{Dst: x, Addr: r.sym(a)})
		r.edge(cfa.Assign{Dst: x, Value: s.BVAnd(r.sym(x), s.BV(8, 1))})
		switch r.Intn(8) {
		case 0:
			r.edge(cfa.Free{Addr: r.sym(a)})
		case 1: // use after free
			r.edge(cfa.Free{Addr: r.sym(a)})
			r.branch(r.cond(), func() { r.edge(cfa.Load{Dst: x, Addr: r.sym(a)}) })
		}
	case k < 18:
		r.input(x)
	default:
		r.edge(cfa.Assign{Dst: x, Value: r.value()})
	}
}

// loop waits for a variable, goes round a few times, or goes round for ever.
func (r *builder) loop(v term.Term, x cfa.RegID) {
	s := r.p.Terms
	head, out := r.at, r.c.NewLoc(source.Pos{})
	leave := func(c term.Term) {
		body := r.c.NewLoc(source.Pos{})
		r.p.NewEdge(r.c, r.at, body, cfa.Assume{Cond: s.Not(c)}, source.Pos{})
		r.p.NewEdge(r.c, r.at, out, cfa.Assume{Cond: c}, source.Pos{})
		r.at = body
	}
	switch r.Intn(4) {
	case 0: // while (v != k);
		r.edge(cfa.Load{Dst: x, Addr: v})
		leave(s.Eq(r.sym(x), r.konst()))
	case 1: // local: while (x != k) x = (x + 1) & 3, perhaps endless
		leave(s.Eq(r.sym(x), r.konst()))
		r.edge(cfa.Assign{Dst: x, Value: s.BVAnd(s.BVAdd(r.sym(x), s.BV(8, uint64(1+r.Intn(2)))),
			s.BV(8, 3))})
	case 2: // while (input) stmt
		r.input(x)
		leave(s.BVUlt(r.sym(x), s.BV(8, 2)))
		r.edge(cfa.Store{Addr: v, Value: s.BVAnd(r.value(), s.BV(8, 3))})
	default: // while (i < 2) stmt
		i := r.reg("i", 8)
		from := r.at
		r.edge(cfa.Assign{Dst: i, Value: s.BV(8, 0)})
		head = r.at
		_ = from
		leave(s.Eq(r.sym(i), s.BV(8, 2)))
		r.edge(cfa.Load{Dst: x, Addr: v})
		r.edge(cfa.Assign{Dst: i, Value: s.BVAdd(r.sym(i), s.BV(8, 1))})
	}
	r.back(head)
	r.at = out
}

func (r *builder) body(n int) {
	r.regs = []cfa.RegID{r.reg("x", 8), r.reg("y", 8)}
	for _, x := range r.regs {
		if r.Intn(3) == 0 {
			r.input(x)
		} else {
			r.edge(cfa.Assign{Dst: x, Value: r.konst()})
		}
	}
	for range n {
		r.stmt(0)
	}
}

func (r *builder) proc(name string, bits int, params ...string) *cfa.Proc {
	p := r.p.NewProc(name, source.Pos{})
	p.Result = term.BitVec(bits)
	r.c, r.at = p, p.Entry
	for _, n := range params {
		p.Params = append(p.Params, r.reg(n, 8))
	}
	return p
}

// New returns the program of a seed.
func New(seed int64) *cfa.Program {
	r := &builder{Rand: rand.New(rand.NewSource(seed)), p: cfa.NewProgram(32, &source.Files{})}
	r.p.OffsetBits = 20
	for i := range 2 {
		r.vars = append(r.vars, r.object(fmt.Sprint("v", i), 1))
	}
	r.lock = r.object("lock", 1)
	r.array = r.object("array", 4)
	r.p.Self = r.p.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(32), Scope: cfa.Thread})
	f := r.proc("f", 8, "n")
	r.body(1 + r.Intn(2))
	r.edge(cfa.Return{Value: r.p.Terms.BVAdd(r.sym(f.Params[0]), r.sym(r.regs[0]))})
	r.calls = append(r.calls, f)
	var workers []*cfa.Proc
	for i := range r.Intn(3) + r.Intn(2)*r.Intn(2) {
		w := r.proc(fmt.Sprint("worker", i), 32)
		r.body(1 + r.Intn(3))
		r.edge(cfa.Return{Value: r.p.Terms.ZeroExt(24, r.sym(r.regs[1]))})
		workers = append(workers, w)
	}
	m := r.proc("main", 32)
	r.p.Entry = m.ID
	var ids []cfa.RegID
	if len(workers) > 0 && r.Intn(2) == 0 {
		workers[len(workers)-1] = workers[0] // identical threads
	}
	for _, w := range workers {
		id := r.reg("id", 32)
		r.edge(cfa.Spawn{Dst: id, Proc: w.ID})
		ids = append(ids, id)
	}
	r.body(1 + r.Intn(3))
	if r.Intn(2) == 0 {
		r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		results := r.Intn(2) == 0
		for _, id := range ids {
			if r.Intn(4) == 0 {
				r.stmt(1)
			}
			if !results {
				r.edge(cfa.Join{Dst: cfa.NoReg, Thread: r.sym(id)})
				continue
			}
			e := r.reg("exit", 32)
			r.edge(cfa.Join{Dst: e, Thread: r.sym(id)})
			r.edge(cfa.Assign{Dst: r.regs[1], Value: r.p.Terms.Extract(7, 0, r.sym(e))})
		}
		r.edge(cfa.Load{Dst: r.regs[0], Addr: r.p.Ptr(r.vars[0].Addr)})
		r.branch(r.cond(), func() {
			r.edge(cfa.Violation{Property: "unreach-call", Message: "at the end"})
			r.at = -1
		})
	}
	r.edge(cfa.Return{Value: r.p.Ptr(0)})
	r.p.Terms.Freeze()
	return r.p
}
