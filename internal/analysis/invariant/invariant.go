package invariant

import (
	"context"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
)

// Invariant is an interval invariant of a whole program with threads: for each
// location, in the context of the calls that lead to it, what registers and the
// memory that no other thread sees may hold there, and for memory that threads
// share what is ever stored in it by any of them. It is thread-modular (A. Miné,
// "Static analysis of run-time errors in embedded real-time parallel C
// programs", 2012): threads are analysed one by one against the shared memory,
// until that does not change any more; so it knows nothing of the order of
// steps of different threads.
//
// Values are numbers as strided intervals, and addresses as objects with strided
// offsets. Of the instances of an allocation the last one that a thread has made
// is kept apart (G. Balakrishnan and T. Reps, "Recency-abstraction for
// heap-allocated storage", 2006); as long as no other thread can know its
// address, stores to it replace what was there. The same holds for static
// objects until the first thread is started.
//
// # What it may be used for
//
// An invalid access ends an execution, so nothing has to be known of what it
// would do. Sound tells whether the analysis has shown that every access that
// it finds reachable lies in a live object; only then do the other methods say
// anything, and then it is true of all executions. Undefined behaviour that the
// program itself looks for (cfa.UB) ends an execution, too; Assumed lists it.
//
// The analysis gives up on recursion, unknown addresses, what is not supported,
// and programs that take more than its limits.
type Invariant struct {
	prog   *cfa.Program
	regs   *cfa.RegIndex
	ctx    context.Context
	limits Limits

	regOf    []cfa.RegID // by symbol
	stamp    []uint32    // by term: epoch of memo
	memo     []value
	epoch    uint32
	byRegion map[uint64]int32
	statics  int
	objs     []*object
	sites    map[siteKey]int32
	shared   []*content // by object
	initial  *content   // of every object: no cell
	stops    absint.Thresholds

	procs    []*procFacts
	all      []*instance
	contexts map[cfa.ProcID][]*instance // made when it is first asked for
	roots    map[rootKey]*root
	rootList []*root
	perProc  map[cfa.ProcID]int
	lastRoot map[cfa.ProcID]*root

	exits       value // what threads end with
	finished    bool  // some thread ends
	exitsGrown  int
	exitReaders []reader

	// fresh is the shared memory that a pass of narrowing makes.
	fresh         []*content
	freshExits    value
	freshFinished bool
	checking      bool

	// concrete says that the number of an address, or of a thread, was used, which
	// is another one on another machine.
	concrete         bool
	steps, instances int
	lost             string // why nothing is known
	err              error
	violated         bool
	assumed          []AssumedUB
}

// Limits bound the work of an analysis.
type Limits struct {
	// Steps is how many edges may be looked at, each time counted; Instances
	// how many procedures, each counted once for each chain of calls to it.
	Steps, Instances int
}

// AssumedUB is undefined behaviour that ends executions.
type AssumedUB struct {
	Edge *cfa.Edge
	What string
}

// object is an abstract object: a static object, or what one allocation makes
// in one context of calls.
type object struct {
	static *cfa.Object
	kind   cfa.AllocKind
	zero   bool
	// freed: the end of its life is not followed. ended: what leads to it from
	// elsewhere may lead to an instance of which the life has ended while only
	// one thread saw it; what that held is not known any more. left: there may
	// be such instances.
	freed, ended, left bool
	// sized: least and most are the bounds of the size that is allocated.
	sized       bool
	least, most uint64
	readers     []reader
}

type siteKey struct {
	in   *instance
	edge cfa.EdgeID
}

type rootKey struct {
	in   *instance
	edge cfa.EdgeID
	proc cfa.ProcID
}

// narrowings is how often at most the states are computed anew from the found ones.
const narrowings = 2

// Analyse analyses a program, which it does not change. It stops with
// ctx's error.
func Analyse(ctx context.Context, p *cfa.Program, regs *cfa.RegIndex, limits Limits) (*Invariant, error) {
	n := int(p.Terms.Limit())
	x := &Invariant{
		prog: p, regs: regs, ctx: ctx, limits: limits,
		regOf: make([]cfa.RegID, n), stamp: make([]uint32, n), memo: make([]value, n),
		byRegion: make(map[uint64]int32, len(p.Objects)), sites: make(map[siteKey]int32), initial: &content{},
		procs: make([]*procFacts, len(p.Procs)), roots: make(map[rootKey]*root),
		perProc: make(map[cfa.ProcID]int), lastRoot: make(map[cfa.ProcID]*root),
		statics: len(p.Objects),
	}
	for i := range x.regOf {
		x.regOf[i] = cfa.NoReg
	}
	for i, r := range p.Regs {
		x.regOf[r.Sym] = cfa.RegID(i)
	}
	for i, o := range p.Objects {
		x.byRegion[p.RegionOf(o.Addr)] = int32(i)
		x.addObject(&object{static: o})
	}
	main := &root{}
	if main.in = x.newInstance(p.Entry, nil, analysis.NoLoc, main); main.in != nil {
		x.rootList = append(x.rootList, main)
		x.enter(main.in, x.entryOf(main, nil))
		x.solve()
	}
	if x.err == nil && x.lost == "" {
		x.check()
	}
	return x, x.err
}

func (x *Invariant) addObject(o *object) int32 {
	x.objs = append(x.objs, o)
	x.shared = append(x.shared, &content{})
	if x.fresh != nil {
		x.fresh = append(x.fresh, &content{})
	}
	return int32(len(x.objs) - 1)
}

// site is the object of an allocation.
func (x *Invariant) site(in *instance, e *cfa.Edge, op cfa.Alloc) int32 {
	key := siteKey{in, e.ID}
	if o, ok := x.sites[key]; ok {
		return o
	}
	o := x.addObject(&object{kind: op.Kind, zero: op.Zero})
	x.sites[key] = o
	for c := in; c != nil; c = c.caller {
		c.made = addObj(c.made, o)
	}
	return o
}

func (x *Invariant) sizeOf(o int32, v value) {
	obj := x.objs[o]
	lo, hi := uint64(0), ^uint64(0)
	if !v.empty() && len(v.refs) == 0 {
		lo, hi = v.num.Unsigned()
	}
	if !obj.sized {
		obj.sized, obj.least, obj.most = true, lo, hi
	}
	obj.least, obj.most = min(obj.least, lo), max(obj.most, hi)
}

// solve finds an invariant and narrows it.
func (x *Invariant) solve() {
	for again := true; again && x.goOn(); {
		again = false
		for i := 0; i < len(x.rootList); i++ {
			if in := x.rootList[i].in; !in.work.Empty() {
				x.run(in)
				again = true
			}
		}
	}
	for again, n := true, 0; again && n < narrowings && x.goOn(); n++ {
		again = x.narrowAll()
	}
}

// narrowAll computes everything once more from what was found. It reports
// whether that took something away that other threads see.
func (x *Invariant) narrowAll() bool {
	x.fresh = make([]*content, len(x.objs))
	for o := range x.fresh {
		x.fresh[o] = &content{}
		x.objs[o].sized = false
	}
	x.freshExits, x.freshFinished = value{}, false
	for _, r := range x.rootList {
		r.freshArgs, r.started = nil, false
	}
	for i := 0; i < len(x.rootList); i++ {
		if in := x.rootList[i].in; in.entry != nil {
			x.descend(in)
		}
	}
	if !x.goOn() {
		return false
	}
	less := !x.freshExits.contains(x.exits)
	for o, m := range x.fresh {
		less = less || m.lacks(x.shared[o])
	}
	x.shared, x.fresh = x.fresh, nil
	x.exits, x.finished = x.freshExits, x.freshFinished
	for _, r := range x.rootList[1:] {
		if !r.started {
			r.in.drop()
			less = true
			continue
		}
		for i, v := range r.args {
			less = less || i >= len(r.freshArgs) || !r.freshArgs[i].contains(v)
		}
		r.args = r.freshArgs
		r.in.entry = x.entryOf(r, r.args)
	}
	return less
}

// drop forgets an instance that is not entered.
func (in *instance) drop() {
	in.entry = nil
	clear(in.states)
	for _, c := range in.children {
		c.drop()
	}
}

// check looks at every edge in the states that were found, and changes nothing.
func (x *Invariant) check() {
	x.checking = true
	for _, in := range x.all {
		for l, s := range in.states {
			if s == nil || !x.goOn() {
				continue
			}
			for _, i := range in.proc.Locs[l].Out {
				x.edge(in, in.proc.Edges[i], s)
			}
		}
	}
	for _, o := range x.objs[x.statics:] {
		if o.sized && o.most > x.prog.MaxObject() {
			x.giveUp("an object may be larger than the address space is cut for")
		}
	}
}

func (x *Invariant) goOn() bool {
	if x.steps%256 == 0 && x.err == nil {
		x.err = x.ctx.Err()
	}
	if x.steps > x.limits.Steps {
		x.giveUp("the program is too large")
	}
	return x.err == nil && x.lost == ""
}

func (x *Invariant) fail(err error) {
	if x.err == nil {
		x.err = err
	}
}

// giveUp ends the analysis without a result.
func (x *Invariant) giveUp(why string) {
	if x.lost == "" {
		x.lost = why
	}
}

// valid looks at the address of an access. It reports whether any execution
// goes on.
func (x *Invariant) valid(s *state, e *cfa.Edge, a value, size int, write bool) bool {
	if a.isTop() {
		x.invalid(e)
	}
	if !x.checking {
		return len(a.refs) > 0
	}
	if a.some {
		x.invalid(e)
	}
	for _, r := range a.refs {
		if !x.inside(s, r, size, write) {
			x.invalid(e)
		}
	}
	return len(a.refs) > 0
}

// inside reports whether an access is certain to lie in a live object.
func (x *Invariant) inside(s *state, r ref, size int, write bool) bool {
	o := x.objs[r.obj]
	length := o.least
	switch {
	case o.static != nil:
		length = o.static.Size
		if o.static.Kind == cfa.Func || write && o.static.ReadOnly {
			return false
		}
	case !o.sized || o.freed || r.old && o.ended || !r.old && (hasObj(s.dead, r.obj) || x.own(s, r.obj) == nil && !x.seen(s, r.obj)):
		return false
	}
	return r.off.Lo <= r.off.Hi && length >= uint64(size) && r.off.Hi <= length-uint64(size)
}

// invalid is for an access that may be invalid: it cannot be used any more what
// was found out.
func (x *Invariant) invalid(e *cfa.Edge) {
	if !x.checking {
		if _, ok := e.Op.(cfa.Free); ok {
			return
		}
	}
	x.giveUp("an access at " + x.where(e) + " is not shown to be valid")
}

func (x *Invariant) where(e *cfa.Edge) string {
	if x.prog.Files == nil {
		return "an edge"
	}
	return x.prog.Files.Format(e.Pos)
}

func (x *Invariant) violation(e *cfa.Edge) {
	if x.checking {
		x.violated = true
	}
}

func (x *Invariant) undefined(e *cfa.Edge, what string) {
	if x.checking && !slices.ContainsFunc(x.assumed, func(a AssumedUB) bool { return a.Edge == e }) {
		x.assumed = append(x.assumed, AssumedUB{e, what})
	}
}

// Sound reports whether the analysis has come to an end and has shown that no
// execution makes an invalid access or comes to what is not supported. If not,
// why says what was in the way, and nothing else may be asked.
func (x *Invariant) Sound() (ok bool, why string) { return x.lost == "", x.lost }

// Violated reports whether an execution may come to any Violation edge.
func (x *Invariant) Violated() bool { return x.violated }

// Assumed lists the undefined behaviour that executions may end in.
func (x *Invariant) Assumed() []AssumedUB { return x.assumed }

// At returns an interval over the values that a register may have at a location
// of a procedure, as numbers, in all contexts; reached is false when no
// execution comes there. Registers of more than 64 bits are not followed.
func (x *Invariant) At(p cfa.ProcID, l cfa.LocID, r cfa.RegID) (values absint.Interval, reached bool) {
	width := x.width(r)
	if width == 0 || width > 64 {
		width = 64
	}
	var all value
	for _, in := range x.contextsOf(p) {
		s := in.states[l]
		if s == nil {
			continue
		}
		v := s.get(r, width)
		if v.empty() || v.width != width || v.isTop() {
			return absint.Full(width), true
		}
		reached = true
		all = all.join(numberOf(x.numbers(v)))
	}
	if !reached {
		return absint.Full(width), false
	}
	return all.num.Interval, true
}
