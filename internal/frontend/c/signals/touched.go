package signals

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// touched is what handlers access, and what the models keep.
type touched struct {
	read, written map[*cfa.Object]bool
	regs          map[cfa.RegID]bool // of the thread; true: assigned
	// wild is set if handlers access what is not known, and shown if what they access may be known to others
	// by its address.
	wild, shown bool
}

// findTouched finds it.
func (s *signals) findTouched() {
	t := &s.touched
	t.read, t.written, t.regs = map[*cfa.Object]bool{}, map[*cfa.Object]bool{}, map[cfa.RegID]bool{}
	for _, p := range s.prog.Procs {
		if !s.handling[p.ID] && !s.keepers[p.ID] {
			continue
		}
		for _, e := range p.Edges {
			if a, ok := s.access(e.Op); ok {
				switch o, known := s.place(p, a.Addr); {
				case !known && s.handling[p.ID] && !s.keepers[p.ID]:
					t.wild = true
				case o != nil && a.Writes():
					t.written[o] = true
				case o != nil:
					t.read[o] = true
				}
			}
			if s.handling[p.ID] || s.keepers[p.ID] {
				s.noteRegs(e)
			}
		}
	}
	s.findShown()
}

// access is what an operation does to memory that handlers may look at; the end of an object of the stack is
// nothing of that kind.
func (s *signals) access(op cfa.Op) (a step.Access, ok bool) {
	a, ok = step.AccessOf(s.prog, op)
	if free, ends := op.(cfa.Free); ends {
		ok = free.Kind.IsHeap()
	}
	return a, ok
}

// noteRegs notes the registers of the thread that an operation uses.
func (s *signals) noteRegs(e *cfa.Edge) {
	s.index.Uses(e.Op, func(r cfa.RegID) {
		if reg := s.prog.Regs[r]; reg.Scope == cfa.Thread && r != s.prog.Self && !own[reg.Name] {
			if _, noted := s.touched.regs[r]; !noted {
				s.touched.regs[r] = false // read so far
			}
		}
	})
	if r := cfa.Def(e.Op); r != cfa.NoReg {
		if reg := s.prog.Regs[r]; reg.Scope == cfa.Thread && !own[reg.Name] {
			s.touched.regs[r] = true
		}
	}
}

// place is the static object that an address leads to; nil and true: an object of the stack of p that it
// makes itself; false: that is not known.
func (s *signals) place(p *cfa.Proc, addr term.Term) (o *cfa.Object, known bool) {
	var found *cfa.Object
	mine := false
	var look func(t term.Term)
	look = func(t term.Term) {
		if v, ok := s.ts.ConstUint64(t); ok && s.ts.Sort(t) == term.BitVec(s.prog.PtrWidth) {
			if o := s.objectAt(v); o != nil {
				found = o
			}
			return
		}
		if r, ok := s.index.Reg(t); ok {
			mine = mine || s.makes(p, r)
			return
		}
		if s.ts.Op(t) == term.OpBVAdd {
			for i := range s.ts.NumArgs(t) {
				look(s.ts.Arg(t, i))
			}
		}
	}
	look(addr)
	switch {
	case found != nil && !mine:
		return found, true
	case mine && found == nil:
		return nil, true
	}
	return nil, false
}

// makes reports whether a register holds the address of an object of the stack of a procedure.
func (s *signals) makes(p *cfa.Proc, r cfa.RegID) bool {
	made := false
	for _, e := range p.Edges {
		if a, ok := e.Op.(cfa.Alloc); ok && a.Dst == r && a.Kind == cfa.Stack {
			made = true
		} else if cfa.Def(e.Op) == r {
			return false
		}
	}
	return made
}

// objectAt is the static object in whose region an address lies; nil: there is none.
func (s *signals) objectAt(v uint64) *cfa.Object {
	for _, o := range s.prog.Objects {
		if s.prog.RegionOf(o.Addr) == s.prog.RegionOf(v) {
			return o
		}
	}
	return nil
}

// findShown finds whether an address of what handlers touch is used otherwise than to access it.
func (s *signals) findShown() {
	seen := map[term.Term]bool{}
	var look func(t term.Term)
	look = func(t term.Term) {
		if t == term.None || seen[t] || s.touched.shown {
			return
		}
		seen[t] = true
		if v, ok := s.ts.ConstUint64(t); ok {
			if s.ts.Sort(t) == term.BitVec(s.prog.PtrWidth) {
				o := s.objectAt(v)
				s.touched.shown = o != nil && (s.touched.written[o] || s.touched.read[o])
			}
			return
		}
		for i := range s.ts.NumArgs(t) {
			look(s.ts.Arg(t, i))
		}
	}
	for _, p := range s.prog.Procs {
		if s.keepers[p.ID] {
			continue
		}
		for _, e := range p.Edges {
			switch op := e.Op.(type) {
			case cfa.Load:
			case cfa.Store:
				look(op.Value)
			default:
				for _, t := range cfa.Terms(op) {
					look(t)
				}
			}
		}
	}
	for _, o := range s.prog.Objects {
		for _, in := range o.Init {
			look(in.Value)
		}
	}
}

// matters reports whether it matters for a step, and for handlers, which comes first.
func (s *signals) matters(p *cfa.Proc, e *cfa.Edge) bool {
	t := &s.touched
	if a, ok := s.access(e.Op); ok {
		switch o, known := s.place(p, a.Addr); {
		case !known && (t.wild || t.shown):
			return true
		case known && o == nil && t.wild:
			return true
		case o != nil && (t.written[o] || a.Writes() && t.read[o]):
			return true
		case o != nil && t.wild && o.Kind != cfa.ConstData:
			return true
		}
	}
	if r := cfa.Def(e.Op); r != cfa.NoReg {
		if _, used := t.regs[r]; used {
			return true
		}
	}
	used := false
	s.index.Uses(e.Op, func(r cfa.RegID) { used = used || t.regs[r] })
	return used
}
