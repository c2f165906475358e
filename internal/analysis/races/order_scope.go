package races

import (
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// simple reports whether the initial thread creates and joins threads in its first procedure alone, which no
// other thread runs and nothing calls.
func (o *order) simple() bool {
	if len(o.threads.RunBy(o.proc.ID)) != 1 {
		return false
	}
	for _, proc := range o.l.prog.Procs {
		if proc == o.proc || !slices.Contains(o.threads.RunBy(proc.ID), 0) {
			continue
		}
		for _, e := range proc.Edges {
			switch e.Op.(type) {
			case cfa.Spawn, cfa.Join:
				return false
			case cfa.Call:
				if slices.Contains(o.l.callees(e), o.proc.ID) {
					return false
				}
			}
		}
	}
	for _, e := range o.proc.Edges {
		if _, ok := e.Op.(cfa.Call); ok && slices.Contains(o.l.callees(e), o.proc.ID) {
			return false
		}
	}
	return true
}

// findOwn finds the objects that nothing but the procedure writes.
func (o *order) findOwn() {
	for i := range o.l.pts.Objects {
		o.own[pointsto.ObjID(i)] = o.l.single(pointsto.ObjID(i))
	}
	for _, proc := range o.l.prog.Procs {
		if proc == o.proc {
			continue
		}
		for _, e := range proc.Edges {
			a, ok := step.AccessOf(o.l.prog, e.Op)
			if !ok || !a.Writes() {
				continue
			}
			v := o.l.address(e, a.Addr)
			if v.Unknown {
				clear(o.own)
				return
			}
			for _, r := range v.Refs {
				delete(o.own, r.Obj)
			}
		}
	}
}

// findRelevant finds the registers whose values matter to which threads are created and joined.
func (o *order) findRelevant() {
	loops := map[cfa.LocID]bool{} // heads of loops that create or join threads
	order := o.threads.Order(o.proc.ID)
	around := func(l cfa.LocID, visit func(cfa.LocID)) {
		if !order.Reaches(l) {
			return
		}
		for h := order.Head(l); h != analysis.NoLoc; h = order.Outer(h) {
			visit(h)
		}
	}
	for _, e := range o.proc.Edges {
		switch op := e.Op.(type) {
		case cfa.Spawn:
			around(e.From, func(h cfa.LocID) { loops[h] = true })
			if op.Dst != cfa.NoReg {
				o.relevant[op.Dst] = true
			}
		case cfa.Join:
			around(e.From, func(h cfa.LocID) { loops[h] = true })
			o.add(op.Thread)
		}
	}
	for _, e := range o.proc.Edges {
		if op, ok := e.Op.(cfa.Assume); ok {
			around(e.From, func(h cfa.LocID) {
				if loops[h] {
					o.add(op.Cond)
				}
			})
		}
	}
	for before := -1; before < len(o.relevant); {
		before = len(o.relevant)
		for _, e := range o.proc.Edges {
			switch x := step.Of(o.l.prog, e.Op); {
			case x.From == step.Computed && o.relevant[x.Set]:
				o.add(x.Value)
			case x.From == step.Loaded && o.relevant[x.Set]:
				o.add(x.Access.Addr)
			case x.Access.Kind == step.Write:
				for r := range o.l.registers(x.Access.Value) {
					if o.relevant[r] {
						o.add(x.Access.Addr)
					}
				}
			}
		}
	}
}

func (o *order) add(t term.Term) {
	for r := range o.l.registers(t) {
		o.relevant[r] = true
	}
}
