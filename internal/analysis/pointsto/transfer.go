package pointsto

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// visit applies one edge to the present values.
func (s *solver) visit(at siteEdge) {
	x, e := s.x, at.e
	switch op := e.Op.(type) {
	case cfa.Assign:
		if op.Number {
			s.set(op.Dst, anyNumber)
		} else {
			s.set(op.Dst, x.eval(op.Value))
		}
	case cfa.Havoc:
		if !s.deadInput[s.cur] {
			v := Value{HasNum: true, Num: absint.AnyInt, Unknown: x.trackUnknown && !op.Unset &&
				!op.Number && len(op.From) == 0}
			for _, t := range op.From {
				v, _ = v.join(x.eval(t).blur())
			}
			s.set(op.Dst, v)
		}
	case cfa.Load:
		s.load(e, op)
	case cfa.Store:
		s.storeEdge(e, op)
	case cfa.Alloc:
		s.set(op.Dst, Value{Refs: []Ref{{Obj: x.siteObj[e.ID], Off: absint.Exactly(0)}}})
	default:
		s.others(at, step.Of(x.prog, op))
	}
}

// others applies the effect of an operation that gives no value within its procedure.
func (s *solver) others(at siteEdge, does step.Effect) {
	x, e := s.x, at.e
	switch {
	case does.From == step.Computed:
		s.set(does.Set, x.eval(does.Value))
	case does.Access.Kind == step.Release:
		s.address(e, does.Access.Addr)
	case does.Enters && does.From == step.Started:
		for _, c := range s.targets(e, does.Proc, does.Target) {
			s.pass(c, does.Args)
			if !x.roots[c] {
				x.roots[c] = true
				s.exit(x.results[c])
			}
		}
		s.set(does.Set, anyNumber)
	case does.Enters:
		for _, c := range s.targets(e, does.Proc, does.Target) {
			s.pass(c, does.Args)
			if s.callers[c] == nil {
				s.callers[c] = make(map[int]bool)
			}
			s.callers[c][s.cur] = true
			s.set(does.Set, x.results[c])
		}
	case does.Thread != term.None:
		s.set(does.Set, anyNumber)
		s.set(does.Set, x.exits)
	case does.Value == term.None:
	case does.Ends == step.ThreadEnds:
		s.exit(x.eval(does.Value))
	case does.Ends == step.ProcedureEnds:
		s.result(at.proc, x.eval(does.Value))
	}
}

// address returns the value of an address that an edge uses, and notes when it is unknown.
func (s *solver) address(e *cfa.Edge, addr term.Term) Value {
	v := s.x.eval(addr)
	if s.x.trackUnknown {
		v = s.x.address(v) // now that all references are known
	}
	if v.Unknown {
		s.x.wild[e.ID] = true
	}
	return v
}

func (s *solver) load(e *cfa.Edge, op cfa.Load) {
	x := s.x
	addr := s.address(e, op.Addr)
	size := uint64(x.prog.Regs[op.Dst].Sort.Width() / 8)
	// Any memory holds numbers too: initial zeros, and perhaps others.
	v, _ := number(absint.Exactly(0)).join(x.anyMem)
	for _, r := range addr.Refs {
		x.memory[r.Obj].readers[s.cur] = true
		if x.memory[r.Obj].numbers {
			v, _ = v.join(anyNumber)
		}
		for off := range r.offsets() {
			v, _ = v.join(x.memory[r.Obj].read(off, size, x.strays(op, r, off)))
		}
	}
	if x.wild[e.ID] {
		v, _ = v.join(anyNumber)
		for o := range x.memory {
			x.memory[o].readers[s.cur] = true
			v, _ = v.join(x.memory[o].read(absint.AnyInt, size, nil))
		}
	}
	s.set(op.Dst, v)
}

func (s *solver) storeEdge(e *cfa.Edge, op cfa.Store) {
	x := s.x
	addr, v := s.address(e, op.Addr), x.eval(op.Value)
	if v.HasNum && v.Num != absint.Exactly(0) || v.Unknown || len(v.Refs) > 0 {
		s.numbers(e, addr)
	}
	if len(v.Refs) == 0 && !v.Unknown {
		return // loads take numbers for granted where there are any
	}
	size := uint64(x.prog.Terms.Sort(op.Value).Width() / 8)
	for _, r := range addr.Refs {
		for off := range r.offsets() {
			s.store(r.Obj, off, r.startAt(off), size, v)
		}
	}
	if x.wild[e.ID] {
		next, changed := x.anyMem.join(v.blur())
		if changed {
			x.anyMem = next
			for i, at := range s.edges {
				if _, ok := at.e.Op.(cfa.Load); ok {
					s.push(i)
				}
			}
		}
	}
}

// numbers notes that objects may hold other numbers than zero.
func (s *solver) numbers(e *cfa.Edge, addr Value) {
	note := func(o ObjID) {
		c := &s.x.memory[o]
		if !c.numbers {
			c.numbers = true
			for _, i := range sortedKeys(c.readers) {
				s.push(i)
			}
		}
	}
	for _, r := range addr.Refs {
		note(r.Obj)
	}
	if s.x.wild[e.ID] {
		for o := range s.x.memory {
			note(ObjID(o))
		}
	}
}

// targets returns what a call or spawn may enter.
func (s *solver) targets(e *cfa.Edge, proc cfa.ProcID, target term.Term) []cfa.ProcID {
	x := s.x
	list := x.callees[e.ID]
	add := func(c cfa.ProcID) {
		if i, ok := slices.BinarySearch(list, c); !ok {
			list = slices.Insert(list, i, c)
		}
	}
	if proc != cfa.NoProc {
		add(proc)
	} else {
		v := s.address(e, target)
		for _, r := range v.Refs {
			if o := x.Objects[r.Obj]; o.IsFunc() && r.Off.Has(0) {
				add(o.Static.Proc)
			}
		}
		if x.wild[e.ID] {
			for _, f := range x.funcs {
				add(x.Objects[f].Static.Proc)
			}
		}
	}
	x.callees[e.ID] = list
	return list
}

// pass gives the arguments to the parameters of a procedure.
func (s *solver) pass(c cfa.ProcID, args []term.Term) {
	params := s.x.prog.Procs[c].Params
	for i, a := range args {
		if i < len(params) {
			s.set(params[i], s.x.eval(a))
		}
	}
	// Parameters that get no argument are never read: such calls are undefined. They are as if never set.
	for i := len(args); i < len(params); i++ {
		s.set(params[i], anyNumber)
	}
}

// result adds to what a procedure returns.
func (s *solver) result(proc cfa.ProcID, v Value) {
	x := s.x
	next, changed := x.results[proc].join(v)
	if changed {
		x.results[proc] = next
		for _, i := range sortedKeys(s.callers[proc]) {
			s.push(i)
		}
	}
	if x.roots[proc] {
		s.exit(x.results[proc])
	}
}

// exit adds to what threads end with.
func (s *solver) exit(v Value) {
	next, changed := s.x.exits.join(v)
	if changed {
		s.x.exits = next
		for _, i := range s.joins {
			s.push(i)
		}
	}
}
