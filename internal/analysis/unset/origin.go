package unset

import (
	"slices"
	"strings"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// origins says, for people, what a value may be that was never written.
type origins []string

// maxOrigins is how many are named.
const maxOrigins = 3

func (o origins) with(list ...string) origins {
	for _, s := range list {
		if !slices.Contains(o, s) && len(o) < maxOrigins {
			o = append(slices.Clip(o), s)
		}
	}
	return o
}

// findOrigins finds where the values of registers and of memory come from that may never have been written.
func (x *instrumenter) findOrigins() {
	x.from = map[cfa.RegID]origins{}
	memory := map[pointsto.ObjID]origins{}
	for i, o := range x.pts.Objects {
		if a, ok := o.Alloc(); ok && !written(a) {
			how := "memory that was never written, allocated at "
			if a.Kind == cfa.Stack {
				how = "an object that was not initialised, declared at "
				if a.Name != "" {
					how = a.Name + ", declared and not initialised at "
				}
			}
			at := x.place(o.Site)
			memory[pointsto.ObjID(i)] = origins{how + at}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, proc := range x.prog.Procs {
			for _, e := range proc.Edges {
				var to cfa.RegID = cfa.NoReg
				var list origins
				switch op := e.Op.(type) {
				case cfa.Havoc:
					if op.Unset {
						to = op.Dst
						name := strings.TrimPrefix(op.What, "uninitialised ")
						list = origins{name + ", declared and not initialised at " +
							x.place(e)}
					}
				case cfa.Load:
					if x.loads[e] {
						to = op.Dst
						for _, r := range x.pts.Of(op.Addr).Refs {
							list = list.with(memory[r.Obj]...)
						}
					}
				case cfa.Assign:
					if x.defs[e] != 0 {
						to, list = op.Dst, x.originsIn(op.Value)
					}
				case cfa.Store:
					if x.stores[e] {
						for _, r := range x.pts.Of(op.Addr).Refs {
							more := memory[r.Obj].with(x.originsIn(op.Value)...)
							if len(more) != len(memory[r.Obj]) {
								memory[r.Obj], changed = more, true
							}
						}
					}
				}
				if to == cfa.NoReg {
					continue
				}
				if more := x.from[to].with(list...); len(more) != len(x.from[to]) {
					x.from[to], changed = more, true
				}
			}
		}
	}
}

// place is the line of an edge in words, or of the call by which the library was entered.
func (x *instrumenter) place(e *cfa.Edge) string {
	pos := e.Pos
	for in := e.Inside; in != nil && in.Proc.Model; in = in.Up {
		pos = in.Call.Pos
	}
	at := x.prog.Files.Format(pos)
	if i := strings.LastIndex(at, ":"); i > 0 {
		at = at[:i]
	}
	return at
}

func (x *instrumenter) originsIn(t term.Term) (list origins) {
	for _, r := range x.regs.Of(t) {
		list = list.with(x.from[r]...)
	}
	return list
}

// originsOf says where what an operation uses may come from.
func (x *instrumenter) originsOf(op cfa.Op) string {
	var list origins
	cfa.EachTerm(op, func(t term.Term) { list = list.with(x.originsIn(t)...) })
	return strings.Join(list, " or ")
}
