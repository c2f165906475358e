package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

func elemOfChan(t types.Type) types.Type { return t.Underlying().(*types.Chan).Elem() }

func (f *fn) makeChan(x *ssa.MakeChan) {
	n := f.integer(x.Size)
	f.guard(f.ts.BVUle(n, f.prog.Ptr(1<<40)), "the capacity of a channel is out of range")
	t := f.world.models.Type("channel").Type()
	c := f.allocType("channel", t)
	f.set(x, c)
	if v, ok := f.ts.ConstUint64(n); ok && v == 0 {
		return
	}
	s := t.Underlying().(*types.Struct)
	field := func(name string) term.Term {
		for i, at := range fieldOffsets(s) {
			if s.Field(i).Name() == name {
				return f.offset(c, at)
			}
		}
		return c
	}
	f.emit(cfa.Store{Addr: field("cap"), Value: n, Order: cfa.SeqCst})
	f.emit(cfa.Store{Addr: field("buffer"), Value: f.array(types.Typ[types.Uint64], n), Order: cfa.SeqCst})
}

func (f *fn) send(x *ssa.Send) {
	f.callModel("chanSend", f.one(x.Chan), f.toWord(x.X.Type(), f.get(x.X)))
}

// receive lowers a receive operation. A closed channel yields zeros.
func (f *fn) receive(x *ssa.UnOp) {
	t := elemOfChan(x.X.Type())
	r := f.callModel("chanRecv", f.one(x.X))
	v := f.received(t, r[0], f.isSet(r[1]))
	if x.CommaOk {
		v = append(v, r[1])
	}
	f.set(x, v...)
}

// received is the value of a word that came from a channel; without ok it is zero.
func (f *fn) received(t types.Type, w, ok term.Term) []term.Term {
	ps := f.partsOf(t)
	if len(ps) < 2 {
		return f.fromWord(t, w) // the word is zero already
	}
	var rs []cfa.RegID
	var out []term.Term
	for _, p := range ps {
		r := f.param(&f.builder, "received"+p.name, p, t)
		rs, out = append(rs, r), append(out, f.sym(r))
	}
	yes, no := f.branch(ok)
	next := f.newLoc()
	f.at(no)
	for i, z := range f.zeros(ps) {
		f.assign(rs[i], z)
	}
	f.jump(next)
	f.at(yes)
	for i, v := range f.fromWord(t, w) {
		f.assign(rs[i], v)
	}
	f.jump(next)
	f.at(next)
	return out
}

// selects lowers a select statement: the cases are linked in a list.
func (f *fn) selects(x *ssa.Select) {
	if len(x.States) == 0 && x.Blocking {
		f.callModel("block")
		f.dead = true
		return
	}
	cases := f.prog.Ptr(0)
	for i := len(x.States) - 1; i >= 0; i-- {
		s := x.States[i]
		if s.Dir == types.SendOnly {
			cases = f.callModel("sendCase", f.one(s.Chan), f.toWord(s.Send.Type(), f.get(s.Send)),
				f.prog.Ptr(uint64(i)), cases)[0]
		} else {
			cases = f.callModel("receiveCase", f.one(s.Chan), f.prog.Ptr(uint64(i)), cases)[0]
		}
	}
	name := "selectPoll"
	if x.Blocking {
		name = "selectWait"
	}
	r := f.callModel(name, cases)
	out := []term.Term{r[0], r[2]}
	for i, s := range x.States {
		if s.Dir == types.RecvOnly {
			// Of the cases that were not taken the value is not used.
			mine := f.ts.And(f.ts.Eq(r[0], f.prog.Ptr(uint64(i))), f.isSet(r[2]))
			out = append(out, f.received(elemOfChan(s.Chan.Type()), r[1], mine)...)
		}
	}
	f.set(x, out...)
}
