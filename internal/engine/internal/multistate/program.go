package multistate

import (
	"context"
	"fmt"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/term"
)

// program is what executing a program needs to know of it.
type program struct {
	*cfa.Program
	terms  *term.Store // a fork of the program's
	procs  []*procedure
	edges  []*cfa.Edge // by ID
	regOf  []cfa.RegID // by handle of the register's symbol; NoReg otherwise
	slot   []int32     // by RegID: index among the locals of its procedure, or among shared
	shared []cfa.RegID // registers of scope Thread
	// object gives each region of a static object its index in
	// State.objects, or -1 - i for constant[i], or none.
	object    map[uint64]int32
	writable  []*object // initial contents, the first entries of State.objects
	constant  []*object
	firstFree uint64 // region of the first object that is made
	bits      uint
	threads   bool         // it starts some
	deadlocks bool         // who holds which lock is followed
	waits     []bool       // by procedure, with deadlocks: an Await is in it, or in one that it calls
	tracks    bool         // it looks for lost blocks
	ofEdge    []*procedure // by ID of an edge
}

// procedure is what is precomputed of one procedure.
type procedure struct {
	*cfa.Proc
	locals []cfa.RegID
	live   [][]int32 // by location: slots of locals that are live, ascending
	back   []bool    // by edge: goes back to the head of a loop
}

func newProgram(ctx context.Context, p *cfa.Program) (*program, error) {
	if !p.Terms.Frozen() {
		return nil, fmt.Errorf("the terms of the program are not frozen")
	}
	out := &program{Program: p, terms: p.Terms.Fork(), object: map[uint64]int32{}, bits: uint(p.OffsetBits)}
	out.regOf = make([]cfa.RegID, int(p.Terms.Limit()))
	for i := range out.regOf {
		out.regOf[i] = cfa.NoReg
	}
	out.slot = make([]int32, len(p.Regs))
	out.procs = make([]*procedure, len(p.Procs))
	out.edges = make([]*cfa.Edge, p.NumEdges)
	out.tracks, out.ofEdge = p.SeeksLost(), make([]*procedure, p.NumEdges)
	for i, proc := range p.Procs {
		out.procs[i] = &procedure{Proc: proc}
		for _, e := range proc.Edges {
			out.edges[e.ID], out.ofEdge[e.ID] = e, out.procs[i]
		}
	}
	for i := range p.Regs {
		r := &p.Regs[i]
		out.regOf[r.Sym] = cfa.RegID(i)
		list := &out.shared
		if r.Scope == cfa.Local {
			list = &out.procs[r.Proc].locals
		}
		out.slot[i] = int32(len(*list))
		*list = append(*list, cfa.RegID(i))
	}
	index := cfa.NewRegIndex(p)
	for _, proc := range out.procs {
		if err := out.prepare(ctx, index, proc); err != nil {
			return nil, err
		}
	}
	out.firstFree = max(p.RegionOf(p.HeapBase), 1)
	for i, o := range p.Objects {
		obj := out.initial(o)
		obj.static = int32(i)
		r := p.RegionOf(o.Addr)
		out.firstFree = max(out.firstFree, r+1)
		if obj.readOnly && obj.zero {
			out.object[r] = int32(-1 - len(out.constant))
			out.constant = append(out.constant, obj)
			continue
		}
		out.object[r] = int32(len(out.writable))
		out.writable = append(out.writable, obj)
	}
	return out, nil
}

// prepare computes liveness and the back edges of a procedure.
func (p *program) prepare(ctx context.Context, index *cfa.RegIndex, proc *procedure) error {
	order := analysis.WTO(proc.Proc)
	live, err := live.Registers(ctx, index, p.Program, proc.Proc, order)
	if err != nil {
		return err
	}
	proc.live = make([][]int32, len(proc.Locs))
	for l, set := range live {
		for _, r := range set {
			proc.live[l] = append(proc.live[l], p.slot[r])
		}
	}
	if p.tracks {
		p.keepVariables(proc)
	}
	proc.back = make([]bool, len(proc.Edges))
	for i, e := range proc.Edges {
		from, to := order.Index[e.From], order.Index[e.To]
		proc.back[i] = from >= 0 && to >= 0 && to <= from
	}
	return nil
}

// initial is a static object with its initial content.
func (p *program) initial(o *cfa.Object) *object {
	obj := &object{addr: o.Addr, size: o.Size, live: true, zero: !o.Undefined, readOnly: o.ReadOnly ||
		o.Kind == cfa.Func,
		function: cfa.NoProc, static: -1, abstract: -1}
	if o.Kind == cfa.Func {
		obj.function = o.Proc
	}
	for _, in := range o.Init {
		if obj.zero && isZero(p.terms, in.Value) {
			continue
		}
		obj.cells = append(obj.cells, cell{in.Offset, in.Value})
	}
	return obj
}

// abstract tells the static objects which objects of the points-to analysis they are.
func (p *program) abstract(f *effects) {
	for _, list := range [...][]*object{p.writable, p.constant} {
		for _, o := range list {
			if id, ok := f.pts.StaticObject(o.addr); ok {
				o.abstract = int32(id)
			}
		}
	}
}

// isZero reports whether t is the constant bit-vector zero.
func isZero(s *term.Store, t term.Term) bool {
	if !s.IsConst(t) {
		return false
	}
	if v, ok := s.ConstUint64(t); ok {
		return v == 0
	}
	return s.ConstBig(t).Sign() == 0
}

// zero is the least value of a sort.
func (p *program) zero(sort term.Sort) term.Term {
	if sort.IsBool() {
		return p.terms.False()
	}
	return p.terms.BV(sort.Width(), 0)
}

// fit truncates or extends a value to a sort, as calls that disagree with the definition do.
func (p *program) fit(v term.Term, sort term.Sort) term.Term {
	s := p.terms
	from := s.Sort(v)
	switch {
	case from == sort:
		return v
	case sort.IsBool():
		return s.Eq(s.Extract(0, 0, v), s.BV(1, 1))
	case from.IsBool():
		return s.Ite(v, s.BV(sort.Width(), 1), s.BV(sort.Width(), 0))
	case from.Width() < sort.Width():
		return s.ZeroExt(sort.Width()-from.Width(), v)
	}
	return s.Extract(sort.Width()-1, 0, v)
}

// Static returns the static object that an index of objects in places stands for; nil: one that is made
// while the program runs, and that is number - Statics() objects after the first such one.
func (x *Stepper) Static(object int32) *cfa.Object {
	if object < 0 || int(object) >= len(x.p.writable) {
		return nil
	}
	return x.p.Objects[x.p.writable[object].static]
}

// Statics is the number of static objects that places may be in.
func (x *Stepper) Statics() int32 { return int32(len(x.p.writable)) }

// Prepare makes the program that is to be explored: calls are copied into their callers, so that what is
// known of locations and of what threads may still do is known for each call. Local steps cost no states,
// so they stay as they are; so does every access, since an invalid one has to be found.
//
// In a program that looks for lost blocks it matters until when a variable holds an address. There calls stay
// calls, and assignments stay that nothing reads.
func Prepare(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	if p.SeeksLost() {
		return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true}, "resolve", "unreachable")
	}
	return prepare(ctx, p, "resolve", "inline")
}

// PrepareLoops is Prepare for an analysis that abstracts from values: recursion by tail calls becomes a loop,
// which may have finitely many abstract states where call stacks are without end.
func PrepareLoops(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return prepare(ctx, p, "resolve", "tail", "inline")
}

func prepare(ctx context.Context, p *cfa.Program, first ...string) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true},
		append(first, "unreachable", "const", "unreachable", "dead", "share")...)
}
