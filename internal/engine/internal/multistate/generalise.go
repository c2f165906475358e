package multistate

import (
	"cmp"
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// States for abstraction.
//
// An analysis that abstracts from values wants of a step what it does to them, as a guarded assignment, and
// states in which some values are anything. Generalise makes such a state: the values that are not to stay
// explicit become symbols, one for each place, numbered in the order of the image, so that states with the
// same key have the same symbols. What an analysis knows of them comes back by Assume before the next step.

// Place says where a value of a state stands, whatever the state.
type Place struct {
	// Thread is the number of a thread; -1: the place is in memory.
	Thread int32
	// Frame is the depth of the call, 0 for the first procedure; -1: the register belongs to the thread.
	Frame int32
	// Reg is the register; cfa.NoReg: the result of the thread, or no register.
	Reg cfa.RegID
	// Object is the index of an object; -1: the place is in a thread.
	Object int32
	// Offset is that of a cell in its object, in bytes.
	Offset uint64
	// Width is that of the value in bits; 0: it is a Boolean.
	Width int32
}

// Compare orders places: threads first, by number.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(uint32(p.Thread), uint32(q.Thread)), cmp.Compare(p.Frame, q.Frame),
		cmp.Compare(p.Reg, q.Reg), cmp.Compare(p.Object, q.Object), cmp.Compare(p.Offset, q.Offset),
		cmp.Compare(p.Width, q.Width))
}

// Slot is a place whose value is not explicit.
type Slot struct {
	Place Place
	// Sym is the symbol that stands for the value in the state that Generalise returns, Value what it was
	// before.
	Sym, Value term.Term
}

// General is a state in which the values of slots are anything.
type General struct {
	State *State
	// Key is that of its image: states with the same key have the same threads at the same places, the same
	// objects and the same explicit values, and the same symbols in their slots.
	Key [16]byte
	// Order is that of the image.
	Order []int
	// Slots are those of the image, in its order: Slots[i].Sym has number i.
	Slots []Slot
	// Gathered are the threads that became crowds.
	Gathered []Gathering
	// Guard is the path condition that was: conjuncts over the symbols of the slots' values.
	Guard []term.Term
}

// Generalise returns st, a successor that was not handed on yet, without its path condition and with a symbol
// for each value but the constants that keep wants to stay. It is not asked again about a table all of which
// it has kept, until that is changed (table.go). st must not be used any more.
func (x *Stepper) Generalise(st *State, keep func(Place, term.Term) bool) General {
	g := General{State: st}
	x.Image(st)
	x.nameless = x.canonical.symmetric(st)
	for _, p := range st.parts {
		g.Guard = append(g.Guard, p.Conj...)
	}
	var slots []Slot
	lost := x.lost(st)
	at := map[term.Term]int{} // slots by symbol
	whole := x.wholeTables(st, keep)
	x.eachOwn(st, whole, func(p Place, t *term.Term) {
		if x.s.IsConst(*t) && keep(p, *t) {
			return
		}
		lost.visit(*t, 0)
		sym := x.symbols.Symbol(len(slots), x.s.Sort(*t))
		at[sym] = len(slots)
		slots = append(slots, Slot{Place: p, Value: *t})
		*t = sym
	})
	st.parts = nil
	g.Gathered = x.gather(st, func(sym term.Term) *term.Term { return &slots[at[sym]].Value })
	im := x.Image(st)
	g.Key, g.Order = im.Key, im.Order
	number := make(map[term.Term]term.Term, len(slots))
	for i, sym := range im.Slots {
		s := slots[at[sym]]
		s.Sym = x.symbols.Symbol(i, x.s.Sort(sym))
		number[sym] = s.Sym
		g.Slots = append(g.Slots, s)
	}
	x.eachOwn(st, whole, func(_ Place, t *term.Term) {
		if sym, ok := number[*t]; ok {
			*t = sym
		}
	})
	st.pinned, st.used = len(g.Slots), nil
	st.used.Pin(st.pinned)
	return g
}

// Blurred reports whether a region was given to a second object although an address that was forgotten, as
// one of several values, may lead to the first one. Then nothing may be concluded from the states that are
// reached. A number such as -2, which would be an address where no object was made yet, is none.
func (x *Stepper) Blurred() bool {
	for r := range x.forgotten {
		if x.again[r] {
			return true
		}
	}
	return false
}

// eachOwn calls visit with the values of st, which it makes ready to be changed, but for those in tables that
// stay as they are, by their index.
func (x *Stepper) eachOwn(st *State, whole map[int]bool, visit func(Place, *term.Term)) {
	for i := range st.threads {
		st.thread(i)
	}
	for i := range st.objects {
		if st.objects[i].live && len(st.objects[i].cells) > 0 && !whole[i] {
			st.object(i)
		}
	}
	st.eachValue(whole, func(at place, t *term.Term) {
		if *t != term.None {
			visit(st.place(at, x.s.Sort(*t)), t)
		}
	})
}

// place is the Place of a place.
func (st *State) place(at place, sort term.Sort) Place {
	p := Place{Thread: int32(at.thread), Frame: -1, Reg: at.reg, Object: -1, Width: width(sort)}
	if at.thread < 0 {
		p.Reg, p.Object, p.Offset = cfa.NoReg, int32(at.object), at.cell.off
	} else if at.frame >= 0 {
		p.Frame = int32(at.frame)
	}
	return p
}

// PlaceName names a place of the state for people.
func (st *State) PlaceName(p Place) string {
	if p.Thread >= 0 {
		return st.name(place{thread: int(p.Thread), reg: p.Reg})
	}
	sort := term.Bool
	if p.Width > 0 {
		sort = term.BitVec(int(p.Width))
	}
	return st.name(place{thread: -1, object: int(p.Object),
		cell: cell{p.Offset, st.p.zero(sort)}})
}

// Controls reports whether a constant at a place may be the address of an object, one that ended perhaps, or
// the id of a thread: a value that control rests on.
func (x *Stepper) Controls(st *State, p Place, t term.Term) bool {
	if f := x.effects; f != nil && p.Thread >= 0 && p.Reg != cfa.NoReg && f.ids.regs[p.Reg] {
		return true
	} else if f != nil && p.Thread < 0 && !x.nameless {
		if k := st.objects[p.Object].abstract; k >= 0 && f.ids.objects[k] {
			return true
		}
	}
	return st.leads(t)
}

// Assume returns a state with conditions on its symbols as well, and whether it may have values. st stays as
// it is.
func (x *Stepper) Assume(st *State, conds ...term.Term) (*State, bool) {
	if len(conds) == 0 {
		return st, true
	}
	c := st.fork()
	for _, cond := range conds {
		if x.conditions.assume(c, cond) == smt.Unsat {
			return nil, false
		}
	}
	return c, true
}

// Move is a step that was made.
type Move struct {
	Thread int
	Script Script
	Watch  int // the thread that is watched from then on; 0: no other than before
}

// Retrace makes steps again and returns their guards over the symbols of st and new ones, and the state after
// them, whose values are over the same: no symbol stands for two values. If stop is set the last step ends
// there, and there is no state after it but the end as it is met now. The error says that the steps cannot be
// made again.
func (x *Stepper) Retrace(st *State, moves []Move, stop *Stop) (guard []term.Term, after *State, end *Stop,
	err error) {
	rec := x.Follow()
	x.symbols.Last = max(st.pinned, st.used.End())
	defer func() { x.rec, x.conditions.assumed, x.symbols.Distinct = nil, nil, false }()
	after, end, err = rec.Through(st, moves, stop)
	return rec.conds, after, end, err
}

// Through makes steps again, the last of which ends at stop unless that is nil, and returns the state after
// them, or the end.
func (rec *Recorder) Through(st *State, moves []Move, stop *Stop) (*State, *Stop, error) {
	for i, m := range moves {
		if !st.mayStep(m.Thread) {
			return nil, nil, ErrLost
		}
		if last := i == len(moves)-1; last && stop != nil && stop.races() {
			rec.opponent = stop.Opponent
		}
		step, err := rec.x.Again(st, m.Thread, m.Script)
		if err != nil {
			return nil, nil, err
		}
		if stop != nil && i == len(moves)-1 {
			list := step.Ends
			if stop.Kind == Violated && len(step.Violations) == 1 {
				list = step.Violations
			}
			for _, s := range list {
				if s.Edge == stop.Edge && s.Kind == stop.Kind && s.Property == stop.Property {
					return nil, &s, nil
				}
			}
			return nil, nil, fmt.Errorf("%w: its end was not reached again", ErrLost)
		}
		if len(step.Successors) != 1 {
			return nil, nil, fmt.Errorf("%w: a step with %d results where one was expected", ErrLost,
				len(step.Successors))
		}
		if st = step.Successors[0].State; m.Watch > 0 && m.Watch < len(st.threads) {
			st = st.Watched(m.Watch)
		}
	}
	return st, nil, nil
}

// ErrLost says that steps did not go the same way again.
var ErrLost = errors.New("the execution went another way")

// Value returns the value at a place; None: there is none.
func (st *State) Value(p Place) term.Term {
	v := term.None
	switch {
	case p.Thread < 0:
		if int(p.Object) >= len(st.objects) || !st.objects[p.Object].live {
			return v
		}
		o := st.objects[p.Object]
		if i := o.at(st.p.terms, p.Offset); i < len(o.cells) && o.cells[i].off == p.Offset {
			v = o.cells[i].val
		}
	case int(p.Thread) >= len(st.threads):
		return v
	default:
		t := st.threads[p.Thread]
		switch {
		case p.Reg == cfa.NoReg:
			v = t.exit
		case !t.alive():
			return v
		case p.Frame < 0:
			v = t.shared[st.p.slot[p.Reg]]
		case int(p.Frame) < len(t.frames) && t.frames[p.Frame].proc.ID == st.p.Regs[p.Reg].Proc:
			v = t.frames[p.Frame].regs[st.p.slot[p.Reg]]
		}
	}
	if v != term.None && width(st.p.terms.Sort(v)) != p.Width {
		return term.None
	}
	return v
}

// width is that of a sort as places have it.
func width(sort term.Sort) int32 {
	if sort.IsBool() {
		return 0
	}
	return int32(sort.Width())
}

// Point is where a thread is that has not ended.
type Point struct {
	Thread, Frame int32 // its number, and the depth of its innermost call, 0 for the first procedure
	Proc          cfa.ProcID
	Loc           cfa.LocID
}

// AtFunction reports whether a thread but the first is where its function begins, or has ended.
func (st *State) AtFunction() bool {
	for _, t := range st.threads[1:] {
		switch {
		case t.status == finished:
			return true
		case t.alive() && len(t.frames) == 1 && t.top().loc == t.top().proc.Entry:
			return true
		}
	}
	return false
}

// Points are where the threads are that have not ended.
func (st *State) Points() []Point {
	var out []Point
	for i, t := range st.threads {
		if t.alive() && len(t.frames) > 0 {
			out = append(out, Point{int32(i), int32(len(t.frames) - 1), t.top().proc.ID, t.top().loc})
		}
	}
	return out
}

// Explicit calls visit with the places of the state that have a constant, and that constant.
func (st *State) Explicit(visit func(Place, term.Term)) {
	st.eachValue(nil, func(at place, t *term.Term) {
		if *t != term.None && st.p.terms.IsConst(*t) {
			visit(st.place(at, st.p.terms.Sort(*t)), *t)
		}
	})
}
