package events

import (
	"maps"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// A loop that is summarised is walked once, from a state that stands for the start of any of its iterations:
// the first, or one after any number of others. In it
//
//   - a register that every iteration changes by the same number is its value before the loop and a multiple
//     of the number of iterations; any other register that the loop changes has any value;
//   - what iterations before have written is an event of its own, see Range: a copy or a filling of a range
//     of memory where each iteration writes the next bytes of it, and any content elsewhere;
//   - what is asked of the number of iterations follows from the condition that each of them has met.
//
// The paths that leave the loop go on, and those that come back to its head end, for their next iteration is
// one that was walked. So the graph has an execution for each execution of the program, and more: up to the
// first step at which the program comes to a goal, all its iterations were ordinary ones. If no goal can be
// reached in the graph, none can in the program. There is no way back to an execution of the program.
//
// Which registers and places a loop changes is found by walking it: those that were taken to stay as they
// are, or to change by a number, must do so in the walk that is kept. The idea is the induction over
// iterations that invariants rest on, with the invariants read off the loop (compare D. Kroening, N.
// Sharygina, S. Tonetta, A. Tsitovich, C. Wintersteiger, "Loop summarization using abstract transformers",
// ATVA 2008).
//
// Programs with threads have no summaries, nor have loops that make objects on the heap, end them, or have
// atomic sections.

// Range makes a write stand for the writes of one place in all earlier iterations of a loop, as a whole. Its
// Event.Addr is then the address of any of these writes, and its Guard says that there were iterations.
type Range struct {
	// Base and Size are the bytes that are written, PtrWidth bits wide; Size is None if all that is known of
	// these is in which objects they lie.
	Base, Size term.Term
	// Source, if not nil, is a read before the loop: the content of the place a is that which the place a +
	// Shift had then.
	Source *Event
	Shift  term.Term
	// Value is what stands at each multiple of Event.Size in the range; None: see Source, or the content may
	// be any.
	Value term.Term
	// Mixed is the condition under which the content may be any after all; None: it never is.
	Mixed term.Term
}

// Iterated is a register at the head of a loop that is summarised: Symbol stands for what it has before the
// loop or after an iteration.
type Iterated struct {
	Symbol term.Term
	Values []term.Term
}

// Law is a condition that holds in every execution in which its symbols occur.
type Law struct {
	Symbols []term.Term
	Cond    term.Term
}

// maxSummaryWalks bounds how often a loop is walked to find out what it changes.
const maxSummaryWalks = 8

// maxCounterStep bounds the numbers by which counters change.
const maxCounterStep = 1 << 20

// open is a register that has any value after an iteration.
type open struct {
	Iterated
	slot   int
	shared bool
}

// summary is what is assumed of a loop while it is walked.
type summary struct {
	f    *frame
	e    *analysis.Component
	head *state // before the loop

	locals map[int]bool   // by slot: changed by the loop
	shared map[int]bool   // the same of registers of the thread
	steps  map[int]uint64 // by slot of a local: the number by which each iteration changes it
	fixed  map[int]bool   // by slot of a local: it was found not to change by a number

	places  map[place]bool // with constant addresses, written by the loop
	regions map[uint64]bool
	all     bool // any place may be written

	// Of the present walk.
	count, first term.Term // the number of iterations before, and whether it is zero
	node         NodeID    // for what earlier iterations have written
	start        []term.Term
	startShared  []term.Term
	open         []open
	mark         rewinding
	limit        term.Term // terms from here on are of the walk
}

// summarise walks a loop once, from its head. ok is false if it has no summary; then nothing has happened.
func (f *frame) summarise(e *analysis.Component, st *state) (ok bool, err error) {
	if st.sec != nil || st.spawned {
		return false, nil
	}
	for _, l := range locations(e)[1:] {
		if f.pending[l] != nil {
			return false, nil // it is entered in its middle
		}
	}
	x := &summary{f: f, e: e, head: st, locals: map[int]bool{}, shared: map[int]bool{},
		steps: map[int]uint64{}, fixed: map[int]bool{}, places: map[place]bool{}, regions: map[uint64]bool{}}
	x.defined()
	pending, result, value := f.pending, f.result, f.value
	f.u.sites.quiet++
	defer func() { f.u.sites.quiet-- }()
	for range maxSummaryWalks {
		x.mark = f.u.mark()
		f.pending, f.result, f.value = make([]*state, len(pending)), nil, term.None
		back, err := x.walk()
		if err != nil {
			f.pending, f.result, f.value = pending, result, value
			return false, err
		}
		if !x.plain() {
			break
		}
		if back == nil || x.closed(back) {
			walked, out, returned := f.pending, f.result, f.value
			f.pending, f.result, f.value = pending, result, value
			x.leave(walked, out, returned)
			if back != nil {
				x.remember(back)
			}
			return true, nil
		}
		f.u.rewind(x.mark)
	}
	f.u.rewind(x.mark)
	f.pending, f.result, f.value = pending, result, value
	return false, nil
}

// locations lists those of a component, its head first.
func locations(e *analysis.Component) []cfa.LocID {
	inside := map[cfa.LocID]bool{}
	collect(e, inside)
	delete(inside, e.Loc)
	return append([]cfa.LocID{e.Loc}, slices.Sorted(maps.Keys(inside))...)
}

// defined takes the locals to be changed to which an edge of the loop assigns.
func (x *summary) defined() {
	f := x.f
	inside := map[cfa.LocID]bool{}
	collect(x.e, inside)
	for _, l := range locations(x.e) {
		for _, k := range f.proc.Locs[l].Out {
			e := f.proc.Edges[k]
			if r := cfa.Def(e.Op); inside[e.To] && r != cfa.NoReg && f.u.prog.Regs[r].Scope != cfa.Thread {
				x.locals[int(f.u.slot[r])] = true
			}
		}
	}
}

// walk goes through an iteration. The result is the state at the head after it, or nil.
func (x *summary) walk() (*state, error) {
	f, u := x.f, x.f.u
	x.limit = u.s.Limit()
	x.count, x.first = u.s.Fresh("count", term.BitVec(64)), u.s.Fresh("first", term.Bool)
	st := x.head.fork()
	x.open = nil
	for i := range st.locals {
		if x.locals[i] {
			st.locals[i] = x.atHead(i, st.locals[i])
		}
	}
	for i := range st.shared {
		if x.shared[i] {
			st.shared[i] = x.any(st.shared[i], open{slot: i, shared: true})
		}
	}
	x.node = u.b.nodeFor(st)
	x.forget(&st.mem)
	x.start, x.startShared = slices.Clone(st.locals), slices.Clone(st.shared)
	if n := f.base + f.in.nest[x.e.Loc] - 1; n >= 0 && n < len(st.progress) {
		st.progress[n] = u.s.True()
	}
	if err := f.leave(x.e.Loc, st); err != nil {
		return nil, err
	}
	if err := f.elements(x.e.Body); err != nil {
		return nil, err
	}
	return f.take(x.e.Loc), nil
}

// atHead is the value of a local at the head of any iteration.
func (x *summary) atHead(slot int, before term.Term) term.Term {
	f, s := x.f, x.f.u.s
	r := f.in.locals[slot]
	if !f.in.live[x.e.Loc].Has(r) {
		return term.None
	}
	sort := f.u.prog.Regs[r].Sort
	if before == term.None {
		before = s.Fresh("unset", sort)
		x.head.locals[slot] = before
	}
	if step, ok := x.steps[slot]; ok {
		w := sort.Width()
		return s.BVAdd(before, s.BVMul(s.BV(w, step), f.u.b.resize(x.count, w)))
	}
	return x.any(before, open{slot: slot})
}

// any is a value that a register has before the loop or after some iteration.
func (x *summary) any(before term.Term, o open) term.Term {
	s := x.f.u.s
	o.Iterated = Iterated{Symbol: s.Fresh("iterated", s.Sort(before)), Values: []term.Term{before}}
	x.open = append(x.open, o)
	return s.Ite(x.first, before, o.Symbol)
}

// forget drops what is known of the places that the loop changes.
func (x *summary) forget(m *memory) {
	bits := x.f.u.prog.OffsetBits
	if x.all {
		m.clobberAll(x.f.u.known.claims.distinct)
	}
	if len(x.regions) > 0 {
		m.clobber(slices.Sorted(maps.Keys(x.regions)), bits)
	}
	for p := range x.places {
		m.set(p, p.addr>>bits, term.None)
	}
}

// plain reports whether a walk has done nothing but read, write and compute.
func (x *summary) plain() bool {
	g, m := x.f.u.g, x.mark
	if len(g.Sections) != m.sections || len(g.Threads) != m.threads || len(g.Joins) != m.joins ||
		len(g.Starts) != m.starts {
		return false
	}
	for _, o := range g.Objects[m.objects:] {
		if o.Op.Kind != cfa.Stack || o.mortal {
			return false
		}
	}
	return !slices.ContainsFunc(g.Events[m.events:], func(ev *Event) bool { return ev.Life && ev.Write })
}

// closed reports whether an iteration has changed nothing but what it was taken to change; what else it
// changes is taken to be changed in the next walk.
func (x *summary) closed(back *state) bool {
	f := x.f
	ok := true
	for i, v := range back.locals {
		at := x.start[i]
		live := f.in.live[x.e.Loc].Has(f.in.locals[i])
		switch {
		case !live || v == at:
			continue
		case !x.locals[i]:
			x.locals[i], ok = true, false
			continue
		case v == term.None || at == term.None:
			return false
		}
		step, counts := x.step(at, v)
		if known, assumed := x.steps[i]; assumed {
			if !counts || step != known {
				delete(x.steps, i)
				x.fixed[i], ok = true, false
			}
		} else if counts && !x.fixed[i] {
			x.steps[i], ok = step, false
		}
	}
	// A counter that does not change is none.
	for i := range x.steps {
		if back.locals[i] == x.start[i] && f.in.live[x.e.Loc].Has(f.in.locals[i]) {
			delete(x.steps, i)
			x.fixed[i], ok = true, false
		}
	}
	for i, v := range back.shared {
		if v != x.startShared[i] && !x.shared[i] {
			x.shared[i], ok = true, false
		}
	}
	for _, ev := range x.stores() {
		ok = x.covers(ev) && ok
	}
	return ok
}

// step is the number by which a register changes.
func (x *summary) step(before, after term.Term) (uint64, bool) {
	s := x.f.u.s
	if !s.Sort(before).IsBitVec() || s.Sort(before).Width() > 64 || s.Sort(before).Width() < 8 {
		return 0, false
	}
	w := s.Sort(before).Width()
	d, ok := s.ConstUint64(s.BVSub(after, before))
	if !ok || d == 0 {
		return 0, false
	}
	down, _ := s.ConstUint64(s.BVNeg(s.BV(w, d)))
	return d, d <= maxCounterStep || down <= maxCounterStep
}

// stores are the writes of the walk.
func (x *summary) stores() []*Event {
	var out []*Event
	for _, ev := range x.f.u.g.Events[x.mark.events:] {
		if ev.Write {
			out = append(out, ev)
		}
	}
	return out
}

// covers reports whether what a write changes was taken to be changed.
func (x *summary) covers(ev *Event) bool {
	g := x.f.u.g
	if c, ok := g.Terms.ConstUint64(ev.Addr); ok {
		if size := uint64(ev.Size); ev.Range == nil && size <= maxAccess && size&(size-1) == 0 {
			p := place{c, uint8(ev.Size)}
			known := x.places[p]
			x.places[p] = true
			return known
		}
		return x.covered(g.Program.RegionOf(c))
	}
	l := g.Leaves(ev.Addr)
	if l.Top || len(l.Symbols) > 0 || len(l.Regions) == 0 {
		known := x.all
		x.all = true
		return known
	}
	ok := true
	for _, r := range l.Regions {
		ok = x.covered(r) && ok
	}
	return ok
}

func (x *summary) covered(region uint64) bool {
	known := x.regions[region]
	x.regions[region] = true
	return known
}

// leave brings the states that have left the loop to where they go on.
func (x *summary) leave(walked []*state, out *state, value term.Term) {
	f := x.f
	for loc, st := range walked {
		if st == nil {
			continue
		}
		if f.pending[loc] == nil {
			f.pending[loc] = st
			continue
		}
		f.u.merge(f.pending[loc], st, f.in.live[loc], f.in.locals)
	}
	switch {
	case out == nil:
	case f.result == nil:
		f.result, f.value = out, value
	default:
		f.join(out, value)
	}
}
