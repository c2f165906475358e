package randcfa

import (
	"fmt"
	"math/rand"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// racy builds a small concurrent program whose accesses mostly follow a discipline: each variable is
// protected by a lock, by atomic accesses, by sections, by being handed over through a flag, or by nothing.
type racy struct {
	builder
	shared []sharedVar
	flag   *cfa.Object
	heap   cfa.RegID // address of a heap object in the current procedure, or NoReg
	loops  int
	in     int // atomic sections around
}

type sharedVar struct {
	o     *cfa.Object
	guard int
	lock  *cfa.Object
}

// The ways to protect a variable.
const (
	byLock = iota
	byOrder
	bySection
	byFlag
	byTrylock
	byNothing
	protections
)

// place is an address in or at an object of two bytes, and an access width.
func (r *racy) place(base term.Term) (term.Term, int) {
	s := r.p.Terms
	switch r.Intn(5) {
	case 0:
		return base, 16
	case 1:
		return s.BVAdd(base, r.p.Ptr(1)), 8
	case 2:
		// One of the two bytes, depending on a register.
		x := r.sym(r.regs[r.Intn(len(r.regs))])
		return s.BVAdd(base, s.ZeroExt(24, s.BVAnd(x, s.BV(8, 1)))), 8
	}
	return base, 8
}

// access is one load or store of an object.
func (r *racy) access(base term.Term, order cfa.Order) {
	addr, width := r.place(base)
	x := r.regs[r.Intn(len(r.regs))]
	if r.Intn(2) == 0 {
		if width == 8 {
			r.edge(cfa.Load{Dst: x, Addr: addr, Order: order})
			return
		}
		wide := r.p.NewReg(cfa.Reg{Name: "w", Sort: term.BitVec(16), Proc: r.c.ID})
		r.edge(cfa.Load{Dst: wide, Addr: addr, Order: order})
		r.edge(cfa.Assign{Dst: x, Value: r.p.Terms.Extract(7, 0, r.sym(wide))})
		return
	}
	v := r.konst()
	if r.Intn(2) == 0 {
		v = r.sym(x)
	}
	if width == 16 {
		v = r.p.Terms.ZeroExt(8, v)
	}
	r.edge(cfa.Store{Addr: addr, Value: v, Order: order})
}

func (r *racy) acquire(l *cfa.Object) {
	h := r.reg("h", 8)
	r.edge(cfa.AtomicBegin{})
	r.edge(cfa.Load{Dst: h, Addr: r.p.Ptr(l.Addr), Order: cfa.SeqCst})
	r.edge(cfa.Await{Cond: r.p.Terms.Eq(r.sym(h), r.p.Terms.BV(8, 0))})
	r.edge(cfa.Store{Addr: r.p.Ptr(l.Addr), Value: r.p.Terms.BV(8, 1), Order: cfa.SeqCst})
	r.edge(cfa.AtomicEnd{})
}

func (r *racy) release(l *cfa.Object) {
	r.edge(cfa.Store{Addr: r.p.Ptr(l.Addr), Value: r.p.Terms.BV(8, 0), Order: cfa.SeqCst})
}

// use is one protected use of a variable; now and then it forgets to protect.
func (r *racy) use(v sharedVar, depth int) {
	s := r.p.Terms
	base := r.p.Ptr(v.o.Addr)
	guard := v.guard
	if r.Intn(12) == 0 {
		guard = r.Intn(protections)
	}
	inner := func() {
		r.access(base, cfa.Plain)
		if r.Intn(3) == 0 {
			r.branch(r.cond(), func() { r.access(base, cfa.Plain) })
		}
	}
	switch {
	case guard == byLock && r.in == 0:
		r.acquire(v.lock)
		inner()
		if r.Intn(16) == 0 { // the lock itself, as if it were data
			r.edge(cfa.Store{Addr: r.p.Ptr(v.lock.Addr), Value: s.BV(8, 1)})
		}
		r.release(v.lock)
	case guard == byTrylock && r.in == 0:
		h := r.reg("h", 8)
		free := s.Eq(r.sym(h), s.BV(8, 0))
		r.edge(cfa.AtomicBegin{})
		r.edge(cfa.Load{Dst: h, Addr: r.p.Ptr(v.lock.Addr), Order: cfa.SeqCst})
		r.branch(free, func() {
			r.edge(cfa.Store{Addr: r.p.Ptr(v.lock.Addr), Value: s.BV(8, 1), Order: cfa.SeqCst})
		})
		r.edge(cfa.AtomicEnd{})
		r.branch(free, func() {
			inner()
			r.release(v.lock)
		})
	case guard == bySection && r.in == 0:
		r.edge(cfa.AtomicBegin{})
		r.in++
		inner()
		if r.Intn(3) == 0 {
			r.edge(cfa.Assume{Cond: r.cond()})
		}
		if r.Intn(3) == 0 && depth < 2 {
			r.use(r.shared[r.Intn(len(r.shared))], depth+1)
		}
		r.in--
		r.edge(cfa.AtomicEnd{})
	case guard == byFlag:
		x := r.reg("f", 8)
		flag := r.p.Ptr(r.flag.Addr)
		want := uint64(r.Intn(2))
		if r.Intn(3) == 0 && r.in == 0 {
			// Wait for the flag.
			head := r.at
			r.edge(cfa.Load{Dst: x, Addr: flag, Order: cfa.Acquire})
			out := r.c.NewLoc(source.Pos{})
			again := s.Not(s.Eq(r.sym(x), s.BV(8, want)))
			r.p.NewEdge(r.c, r.at, head, cfa.Assume{Cond: again}, source.Pos{})
			r.p.NewEdge(r.c, r.at, out, cfa.Assume{Cond: s.Not(again)}, source.Pos{})
			r.at = out
			inner()
		} else {
			r.edge(cfa.Load{Dst: x, Addr: flag, Order: cfa.Acquire})
			r.branch(s.Eq(r.sym(x), s.BV(8, want)), inner)
		}
		if r.Intn(3) == 0 {
			r.edge(cfa.Store{Addr: flag, Value: s.BV(8, 1), Order: cfa.Release})
		}
	case guard == byNothing && r.Intn(2) == 0:
		r.access(base, cfa.Plain)
	default:
		r.access(base, cfa.SeqCst)
	}
}

func (r *racy) stmtRace() {
	s := r.p.Terms
	switch k := r.Intn(10); {
	case k == 0 && r.heap != cfa.NoReg:
		r.access(r.sym(r.heap), cfa.Plain)
	case k == 1 && r.loops == 0:
		r.loops++
		i := r.reg("i", 8)
		r.edge(cfa.Assign{Dst: i, Value: s.BV(8, 0)})
		head, out, body := r.at, r.c.NewLoc(source.Pos{}), r.c.NewLoc(source.Pos{})
		more := s.BVUlt(r.sym(i), s.BV(8, 2))
		r.p.NewEdge(r.c, head, body, cfa.Assume{Cond: more}, source.Pos{})
		r.p.NewEdge(r.c, head, out, cfa.Assume{Cond: s.Not(more)}, source.Pos{})
		r.at = body
		r.use(r.shared[r.Intn(len(r.shared))], 0)
		r.p.NewEdge(r.c, r.at, head, cfa.Assign{Dst: i, Value: s.BVAdd(r.sym(i), s.BV(8, 1))}, source.Pos{})
		r.at = out
	case k == 2:
		r.branch(r.cond(), func() { r.use(r.shared[r.Intn(len(r.shared))], 1) })
	case k == 3:
		b := r.p.NewReg(cfa.Reg{Name: "b", Sort: term.Bool, Proc: r.c.ID})
		r.edge(cfa.Havoc{Dst: b, What: "choice"})
		r.branch(r.p.Regs[b].Sym, func() { r.use(r.shared[r.Intn(len(r.shared))], 1) })
	case k == 4:
		r.edge(cfa.AtomicBegin{})
		r.edge(cfa.AtomicEnd{})
	default:
		r.use(r.shared[r.Intn(len(r.shared))], 0)
	}
}

func (r *racy) setRegs() {
	r.regs = []cfa.RegID{r.reg("x", 8), r.reg("y", 8)}
	for _, x := range r.regs {
		r.edge(cfa.Assign{Dst: x, Value: r.konst()})
	}
}

// NewRacy builds a program for the property no-data-race: up to three threads whose accesses mostly follow a
// discipline.
func NewRacy(seed int64) *cfa.Program {
	r := &racy{builder: builder{Rand: rand.New(rand.NewSource(seed)),
		p: cfa.NewProgram(32, &source.Files{})}}
	r.p.OffsetBits = 20
	for i := range 2 {
		v := sharedVar{o: r.object(fmt.Sprint("v", i), 1), lock: r.object(fmt.Sprint("lock", i), 1),
			guard: r.Intn(protections)}
		v.o.Size = 2
		r.shared = append(r.shared, v)
	}
	r.flag = r.object("flag", 1)
	r.p.Self = r.p.NewReg(cfa.Reg{Name: "self", Sort: term.BitVec(32), Scope: cfa.Thread})
	heap := r.Intn(3) == 0
	var workers []*cfa.Proc
	for i := range 1 + r.Intn(2) {
		w := r.p.NewProc(fmt.Sprint("worker", i), source.Pos{})
		w.Result = term.BitVec(32)
		r.c, r.at, r.heap = w, w.Entry, cfa.NoReg
		if heap && r.Intn(2) == 0 {
			r.heap = r.p.NewReg(cfa.Reg{Name: "p", Sort: term.BitVec(32), Proc: w.ID})
			w.Params = []cfa.RegID{r.heap}
		}
		r.setRegs()
		for range 1 + r.Intn(3) {
			r.stmtRace()
		}
		r.edge(cfa.Return{Value: r.p.Ptr(0)})
		workers = append(workers, w)
	}
	m := r.p.NewProc("main", source.Pos{})
	r.p.Entry = m.ID
	r.c, r.at, r.heap = m, m.Entry, cfa.NoReg
	r.setRegs()
	if heap {
		r.heap = r.p.NewReg(cfa.Reg{Name: "p", Sort: term.BitVec(32), Proc: m.ID})
		r.edge(cfa.Alloc{Dst: r.heap, Size: r.p.Ptr(2), Align: 4, Zero: true, Name: "malloc"})
	}
	if r.Intn(3) == 0 {
		r.access(r.p.Ptr(r.shared[0].o.Addr), cfa.Plain)
	}
	var ids []cfa.RegID
	join := func(id cfa.RegID) { r.edge(cfa.Join{Dst: cfa.NoReg, Thread: r.p.Regs[id].Sym}) }
	early := r.Intn(4) == 0
	for _, w := range workers {
		id := r.p.NewReg(cfa.Reg{Name: "id", Sort: term.BitVec(32), Proc: m.ID})
		var args []term.Term
		if len(w.Params) > 0 {
			args = []term.Term{r.sym(r.heap)}
		}
		r.edge(cfa.Spawn{Dst: id, Proc: w.ID, Args: args})
		if early {
			join(id)
		} else {
			ids = append(ids, id)
		}
	}
	for range r.Intn(3) {
		r.stmtRace()
	}
	if r.Intn(2) == 0 {
		for _, id := range ids {
			join(id)
		}
		r.access(r.p.Ptr(r.shared[1].o.Addr), cfa.Plain)
		if heap {
			r.access(r.sym(r.heap), cfa.Plain)
		}
	}
	r.edge(cfa.Return{})
	r.p.Terms.Freeze()
	return r.p
}
