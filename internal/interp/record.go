package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// recorder collects the trace of an execution.
type recorder struct {
	m        *Machine
	schedule []trace.Key
	inputs   []trace.Input
	steps    []trace.Step
	pending  []trace.InputNote // chosen by the edge that is being executed
	sections int               // atomic sections begun so far
	open     bool              // inside of one
	begin    trace.Key         // of the section that is open
	last     int               // thread of the last step, -1 before the first
	local    int               // local steps recorded
	// replay is set when the schedule and the inputs are known already.
	replay bool
	// section holds the keys of the atomic section that ran last, up to the next edge outside of it.
	section []trace.Key
	// places caches positions in words and their source lines: finding a line takes a walk through its file.
	places map[source.Pos]place
	// live caches which words of its frame each procedure still reads.
	live map[*bytecode.Proc][]bytecode.Bitset
	// losses says where blocks are lost; nil: that is not wanted.
	losses *losses
	// waiting follows a thread that is said to wait for ever; nil: there is none.
	waiting *waiting
	// violated is the formula of a conjunction that does not hold; empty: that is not known.
	violated string
	// hidden is a thread that is not among those of which people are told; 0: there is none.
	hidden int
	// repeats is the first step of the part of an execution that repeats for ever.
	repeats int
	// once is the first step after that part, if it was followed twice.
	once int
	// twice keeps the steps of both times, and has the second one be what repeats.
	twice bool
	// again is the edge with which it begins, if the trace does not say so.
	again *trace.Key
	// slice notes what depends on what; nil: that is not wanted.
	slice *slicer
}

// place is a position for people.
type place struct{ where, line string }

func (r *recorder) place(p source.Pos) place {
	pl, ok := r.places[p]
	if !ok {
		pl = place{r.m.names.position(p), r.m.names.line(p)}
		r.places[p] = pl
	}
	return pl
}

// maxLocalSteps bounds the recorded steps that are not visible, and maxSteps
// all of them: longer traces are not read, and the execution goes on.
const (
	maxLocalSteps = 1 << 18
	maxSteps      = 1 << 20
)

type recorderMark struct {
	schedule, inputs, steps, sections, last, local int
}

func newRecorder(m *Machine) *recorder {
	return &recorder{m: m, last: -1, places: make(map[source.Pos]place),
		live: make(map[*bytecode.Proc][]bytecode.Bitset)}
}

func (r *recorder) mark() recorderMark {
	return recorderMark{len(r.schedule), len(r.inputs), len(r.steps), r.sections, r.last, r.local}
}

func (r *recorder) rollback(k recorderMark) {
	r.schedule, r.inputs, r.steps = r.schedule[:k.schedule], r.inputs[:k.inputs], r.steps[:k.steps]
	r.sections, r.last, r.local = k.sections, k.last, k.local
	r.pending, r.open, r.section = nil, false, nil
	r.slice.rollback(k.steps)
}

func (r *recorder) input(in trace.Input) {
	if !r.replay {
		r.inputs = append(r.inputs, in)
	}
}

func (r *recorder) initByte(o *memory.Object, off uint64, v byte) {
	r.input(trace.Input{Key: o.Key, Kind: trace.InitByte, Offset: off, Value: uint64(v)})
	name, _ := r.m.names.part(o, off, 1)
	r.pending = append(r.pending, trace.InputNote{Kind: trace.InitByte, What: "initial byte of " + name,
		Value: trace.Value{Bits: uint64(v), Width: 8}})
}

// choice records that edge k was taken where several were open; the first needs no input.
func (r *recorder) choice(k trace.Key, i int) {
	if i > 0 {
		r.input(trace.Input{Key: k, Kind: trace.Choice})
	}
}

// visible ends a visible step in the schedule.
func (r *recorder) visible(t *thread, e *bytecode.Edge) {
	k := r.m.key(t, e.CFA, true)
	if r.open {
		k, r.open = r.begin, false
	}
	if !r.replay {
		r.schedule = append(r.schedule, k)
	}
}

// edge records an executed edge. It is called before a call or return changes the frames.
func (r *recorder) edge(t *thread, e *bytecode.Edge, in info) {
	s := trace.Step{Key: r.m.key(t, e.CFA, true)}
	if e.Kind == bytecode.BeginSection && t.atomic == 1 {
		r.sections++
		r.begin, r.open = s.Key, true
		r.section = r.section[:0]
	}
	if r.open {
		r.section = append(r.section, s.Key)
	} else {
		r.section = r.section[:0]
	}
	r.losses.after(r.m, t, e)
	r.waiting.after(t, e)
	step := -1
	if r.fill(&s, t, e, in) && r.room(s.Visible) {
		step = len(r.steps)
		r.add(s, t, e.CFA)
	}
	r.slice.edge(r.m, t, e, in, step)
}

// room reports whether one more step is recorded.
func (r *recorder) room(visible bool) bool {
	if !visible {
		if r.local++; r.local > maxLocalSteps {
			return false
		}
	}
	return len(r.steps) < maxSteps
}

// jump records that turns of a loop were jumped. No other thread has taken a step since a time at which the
// schedule had so many steps, so none of those of this thread since then has to be in it; those that were
// jumped are not.
func (r *recorder) jump(t *thread, e *bytecode.Edge, turns uint64, visible bool, since int) {
	r.schedule = r.schedule[:since]
	if len(r.steps) < maxSteps {
		r.add(trace.Step{Key: r.m.key(t, e.CFA, false), Kind: trace.KindJump, Visible: visible,
			Message: fmt.Sprintf("%d turns of the loop like this one", turns)}, t, e.CFA)
	}
}

// add completes a step with what all steps have.
func (r *recorder) add(s trace.Step, t *thread, e *cfa.Edge) {
	s.ThreadName = t.entry.CFA.Name
	s.Switch = r.last >= 0 && r.last != t.index
	r.last = t.index
	if r.open {
		s.Section = r.sections
	}
	s.Inputs, r.pending = append(r.pending, s.Inputs...), nil
	s.Pos, s.User, s.Text, s.Access = e.Pos, e.Pos, e.Text, e.Access
	if len(t.frames) > 0 {
		s.Depth = -1
		for in := range t.calls(e) {
			if s.Depth++; s.Depth == 0 {
				s.Proc, s.Model = in.proc.Name, in.proc.Model
			}
		}
		proc, at := user(t, e)
		s.User, s.Macro = at.Pos, at.Macro
		s.Function, s.Begin, s.Outer = proc.Name, proc.Pos, proc.Model
	}
	at := r.place(s.Pos)
	s.Where, s.Source = at.where, at.line
	if s.User != s.Pos {
		at = r.place(s.User)
		s.UserWhere, s.Source = at.where, at.line
	}
	if s.Macro.IsValid() {
		s.MacroWhere = r.place(s.Macro).where
	}
	r.steps = append(r.steps, s)
}

// read reports whether a register may be read after a location before it is assigned. If not,
// the content of an uninitialised variable is nothing that anybody wants to know.
func (r *recorder) read(p *bytecode.Proc, reg cfa.RegID, at cfa.LocID) bool {
	s := r.m.code.Regs[reg]
	if s.Thread {
		return true
	}
	live, ok := r.live[p]
	if !ok {
		live = r.m.code.Live(p)
		r.live[p] = live
	}
	for i := s.First; i < s.First+s.Words; i++ {
		if live[at].Has(i) {
			return true
		}
	}
	return false
}

// fill sets what depends on the operation; false: the edge is no step that people want to see.
func (r *recorder) fill(s *trace.Step, t *thread, e *bytecode.Edge, in info) bool {
	m := r.m
	if m.made(in.obj) {
		return false
	}
	if e.CFA.Aside {
		return false
	}
	model := len(t.frames) > 0 && inModel(t, e.CFA)
	switch op := e.CFA.Op.(type) {
	case cfa.Assign:
		s.Kind = trace.KindAssign
		s.Assigned = m.names.assigned(op.Dst, in.lo, in.hi)
		return s.Assigned != nil && !model
	case cfa.Assume:
		s.Kind = trace.KindBranch
		return !model && e.CFA.Text != "" && len(t.top().proc.CFA.Locs[e.CFA.From].Out) > 1
	case cfa.Havoc:
		if op.Passed || op.Signals {
			return false // nobody reads it
		}
		s.Kind = trace.KindInput
		s.Assigned = m.names.assigned(op.Dst, in.lo, in.hi)
		s.Value = m.names.register(op.Dst, in.lo, in.hi)
		if s.Value.Name == "" {
			s.Value.Name = floating(op.Type, in.lo)
		}
		s.Inputs = []trace.InputNote{{Kind: trace.Havoc, What: op.What, Value: *s.Value,
			Unread: op.Unset && !r.read(t.top().proc, op.Dst, e.CFA.To), Fails: op.Fails}}
	case cfa.Load:
		s.Kind, s.Visible, s.Atomic = trace.KindLoad, true, op.Order != cfa.Plain
		r.object(s, in, uint64(e.Bytes))
		s.Assigned = m.names.assigned(op.Dst, in.lo, in.hi)
	case cfa.Store:
		s.Kind, s.Visible, s.Atomic = trace.KindStore, true, op.Order != cfa.Plain
		r.object(s, in, uint64(e.Bytes))
	case cfa.AtomicBegin:
		s.Kind, s.Visible = trace.KindBegin, true
		s.Sync = r.m.sync(t, e)
		return t.atomic == 1
	case cfa.AtomicEnd:
		s.Kind, s.Visible = trace.KindEnd, true
		return t.atomic == 0
	case cfa.Spawn:
		s.Kind, s.Visible, s.Child, s.Message = trace.KindSpawn, true, in.child, in.text
		s.Value = &trace.Value{Bits: in.lo, Width: m.code.CFA.PtrWidth}
	case cfa.Join:
		s.Kind, s.Visible, s.Child, s.Message = trace.KindJoin, true, in.child, in.text
		s.Value = &trace.Value{Bits: in.lo, Width: m.code.CFA.PtrWidth}
	case cfa.Call:
		s.Kind, s.Message = trace.KindCall, in.text
		return !model
	case cfa.Return:
		s.Kind = trace.KindReturn
		if op.Value != 0 {
			s.Value = &trace.Value{Bits: in.lo, High: in.hi, Width: int(e.A.Width)}
		}
		if len(t.frames) <= 1 {
			s.Kind, s.Visible = trace.KindExit, true
		}
		if name := t.top().proc.CFA.Failures[in.lo]; model && op.Value != 0 && name != "" {
			s.Message = name
			return true
		}
		return !model
	case cfa.Exit:
		s.Kind, s.Visible = trace.KindExit, true
		if op.Value != 0 {
			s.Value = &trace.Value{Bits: in.lo, Width: int(e.A.Width)}
		}
	case cfa.Alloc:
		s.Kind = trace.KindAlloc
		m.names.made.give(t, e.CFA, in.obj)
		m.names.made.began(in.obj, m.names.momentOf(t, e.CFA))
		r.object(s, info{addr: in.addr, obj: in.obj}, 0)
		s.Value = &trace.Value{Bits: in.lo, Width: m.code.CFA.PtrWidth}
		return !model || op.Kind.IsHeap()
	case cfa.Free:
		s.Kind, s.Visible = trace.KindFree, in.obj != nil && op.Kind.IsHeap()
		if in.obj != nil {
			m.names.made.ended(in.obj, m.names.momentOf(t, e.CFA))
		}
		r.object(s, info{addr: in.addr, obj: in.obj}, 0)
		return s.Visible
	case cfa.Print:
		s.Kind, s.Message = trace.KindPrint, in.text
	default: // fences and awaits tell nothing
		return false
	}
	return true
}

// made reports whether an object is the front end's own, or one that the library keeps aside.
func (m *Machine) made(o *memory.Object) bool {
	switch {
	case o == nil:
		return false
	case o.Static >= 0:
		return m.code.CFA.Objects[o.Static].Made
	}
	return o.Op.Aside || o.Op.Untold
}

// object names what an access touches. Size 0: the object as a whole.
func (r *recorder) object(s *trace.Step, in info, size uint64) {
	s.Addr = in.addr
	if in.obj == nil {
		return
	}
	if size == 0 {
		s.Object = r.m.names.object(in.obj)
		return
	}
	var l *cfa.Layout
	s.Object, l = r.m.names.part(in.obj, in.addr-in.obj.Addr, size)
	s.Value = r.m.names.content(l, int(size)*8, in.lo, in.hi)
}

// sync explains a section that stands for a library operation.
func (m *Machine) sync(t *thread, e *bytecode.Edge) *trace.SyncNote {
	sy := e.CFA.Sync
	if sy == nil {
		return nil
	}
	note := &trace.SyncNote{Kind: sy.Kind}
	if sy.Object != 0 {
		v, err := m.code.Terms.Eval(sy.Object, m.code.Assignment(t.slots(t.top()), t.regs))
		if err == nil && v.Sort().Width() > 0 && v.Sort().Width() <= 64 {
			addr := v.Uint64()
			if o := m.mem.Find(addr); o != nil && addr-o.Addr < max(o.Size, 1) {
				// The member of a library type that stands for the whole is nothing for people.
				off := addr - o.Addr
				name, _ := m.names.part(o, off, min(o.Size-off, uint64(m.code.CFA.PtrWidth/8)))
				note.Object = m.code.CFA.Names.Whole(name)
			}
		}
	}
	return note
}
