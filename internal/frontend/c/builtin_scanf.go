package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// scanfCall reads inputs: any number of the conversions of a constant format
// succeed, and each stores any value that it can read. With text set it reads
// from a string, the argument before the format: what that holds is not looked
// at, only where it ends, so that no violation may rest on what is stored.
func scanfCall(formatArg int, text bool) builtin {
	return func(f *fn, c *callCtx) value.Value {
		if len(c.args) <= formatArg {
			return f.values.Unsupported(f.types.Int, c.name)
		}
		var items []scanItem
		ok := false
		if s := syntax.StringLiteral(c.args[formatArg]); s != nil {
			if b, size := f.lvalues.stringBytes(s); size == 1 {
				items, ok = parseScan(cut(b))
			}
		}
		var types []cc.Type
		stored := 0
		for _, item := range items {
			t := f.scanType(item)
			types = append(types, t)
			ok = ok && (t != nil || !item.stores())
			if item.stores() {
				stored++
			}
		}
		if !ok || stored > len(c.args)-formatArg-1 {
			f.calls.evalAll(c)
			return f.values.Unsupported(f.types.Int, c.name+" with this format")
		}
		in := scan{fn: f, name: c.name, exact: true}
		for _, a := range c.args[:formatArg] {
			source := f.exprs.expr(a)
			if text {
				f.marks.at(c.x)
				in.exact = false
				in.length = f.calls.outcome("strlen", f.types.SizeT,
					f.arith.Convert(source, f.types.Pvoid).Term).Term
			}
		}
		var to []term.Term
		for _, a := range c.args[formatArg+1:] {
			to = append(to, f.exprs.expr(a).Term)
		}
		f.marks.at(c.x)
		return in.run(items, types, to, stored)
	}
}

// cut is a string up to its first null character.
func cut(b string) string {
	for i := range len(b) {
		if b[i] == 0 {
			return b[:i]
		}
	}
	return b
}

// scan is one call of scanf.
type scan struct {
	*fn
	name   string
	exact  bool
	length term.Term // of the string that is read; of streams there is none
}

// input is something that is read.
func (in *scan) input(ty cc.Type, what string) value.Value {
	h := cfa.Havoc{What: what}
	if !in.exact {
		h.Inexact = in.name
	}
	return in.mem.Input(ty, h)
}

// run reads and stores, and yields how many values are stored.
func (in *scan) run(items []scanItem, types []cc.Type, to []term.Term, stored int) value.Value {
	f := in.fn
	count := in.input(f.types.Int, in.name+"()")
	least := f.values.BV(32, ^uint64(0))
	f.flow.Assume(f.ts.And(f.ts.BVSge(count.Term, least),
		f.ts.BVSle(count.Term, f.values.BV(32, uint64(stored)))))
	if !mayStoreNothing(items) {
		f.flow.Assume(f.ts.Not(f.ts.Eq(count.Term, f.values.BV(32, 0))))
	}
	done := f.flow.NewLoc()
	n := 0
	for i, item := range items {
		if !item.stores() {
			continue
		}
		next := f.flow.NewLoc()
		f.flow.Branch(f.ts.BVSgt(count.Term, f.values.BV(32, uint64(n))), next, done)
		f.flow.Cur = next
		if item.isText() {
			in.storeText(item, to[n])
		} else {
			v := in.input(types[i], "input of "+in.name)
			if bound, ok := item.bound(f.types.Scalar(types[i]).Width); ok {
				w := f.ts.Sort(v.Term).Width()
				f.flow.Assume(f.ts.And(f.ts.BVSgt(v.Term, f.values.BV(w, -(bound/10))),
					f.ts.BVSlt(v.Term, f.values.BV(w, bound))))
			}
			f.mem.Store(value.Place{Type: types[i], Reg: cfa.NoReg, Addr: to[n]}, v)
		}
		n++
	}
	f.flow.GoTo(done)
	return count
}

// storeText calls the model that stores characters.
func (in *scan) storeText(item scanItem, to term.Term) {
	f := in.fn
	least, most := uint64(1), item.width
	switch {
	case item.verb == 'c':
		most = max(most, 1)
		least = most
	case most == 0:
		most = ^uint64(0)
	}
	room := f.prog.Ptr(most)
	model := "__whittle_scanned"
	if !in.exact {
		model = "__whittle_scanned_from"
		room = f.ts.Ite(f.ts.BVUlt(in.length, room), in.length, room)
	}
	set := f.prog.Ptr(0)
	if item.set != "" {
		set = f.addrOf(f.stringObject(item.set, 1))
	}
	ends := f.values.BV(32, 0)
	if item.verb != 'c' {
		ends = f.values.BV(32, 1)
	}
	f.calls.outcome(model, f.types.Int, to, f.prog.Ptr(least), room, ends, set)
}
