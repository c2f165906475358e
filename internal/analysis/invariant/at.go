package invariant

import (
	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Portable reports whether what the analysis says of values does not rest on the
// numbers that addresses and threads have here: no execution computes with them,
// or compares them with others than those of its own kind. Of a value that may
// be an address itself RegAt and MemoryAt say nothing.
func (x *Invariant) Portable() bool { return !x.concrete }

// concretely notes that addresses are used as numbers.
func (x *Invariant) concretely(vs ...value) {
	for _, v := range vs {
		x.concrete = x.concrete || len(v.refs) > 0
	}
}

// compared notes a comparison of addresses with numbers other than zero, or of
// the order of addresses.
func (x *Invariant) compared(op term.Op, a, b value) {
	switch {
	case len(a.refs) == 0 && len(b.refs) == 0:
	case op == term.OpEq && len(a.refs) > 0 && len(b.refs) > 0 && (!a.some || a.isZeroNumber()) && (!b.some || b.isZeroNumber()):
	case len(a.refs) == 0 && a.isZeroNumber(), len(b.refs) == 0 && b.isZeroNumber():
	default:
		x.concrete = true
	}
}

// MemoryAt returns an interval over the values that a scalar of a static object
// may have whenever a thread is at a location of a procedure, as numbers, in all
// contexts and whatever other threads do meanwhile; reached is false when no
// execution comes there. Of a scalar that may hold an address nothing is said. obj indexes Program.Objects; the scalar has size bytes
// at the offset off.
func (x *Invariant) MemoryAt(p cfa.ProcID, l cfa.LocID, obj int, off uint64, size int) (values absint.Interval, reached bool) {
	width := 8 * size
	if width > 64 {
		return absint.Full(64), true
	}
	ref := ref{obj: int32(obj), off: absint.Single(64, off)}
	place := place{ref.off, size}
	var all value
	for _, in := range x.contextsOf(p) {
		s := in.states[l]
		if s == nil {
			continue
		}
		reached = true
		v := value{width: width}
		own, shared := x.concerned(s, ref)
		if own != nil {
			v = v.join(x.readOwn(ref.obj, own, place))
		}
		if shared {
			v = v.join(x.readShared(ref.obj, place))
		}
		if v.empty() || v.width != width || v.isTop() {
			return absint.Full(width), true
		}
		if len(v.refs) > 0 {
			return absint.Full(width), true
		}
		all = all.join(numberOf(x.numbers(v)))
	}
	if !reached {
		return absint.Full(width), false
	}
	return all.num.Interval, true
}

// RegAt is At, but says nothing of a register that may hold an address.
func (x *Invariant) RegAt(p cfa.ProcID, l cfa.LocID, r cfa.RegID) (values absint.Interval, reached bool) {
	for _, in := range x.contextsOf(p) {
		if s := in.states[l]; s != nil && len(s.get(r, x.width(r)).refs) > 0 {
			return absint.Full(x.width(r)), true
		}
	}
	return x.At(p, l, r)
}

// contextsOf lists the instances of a procedure.
func (x *Invariant) contextsOf(p cfa.ProcID) []*instance {
	if x.contexts == nil {
		x.contexts = make(map[cfa.ProcID][]*instance)
		for _, in := range x.all {
			x.contexts[in.proc.ID] = append(x.contexts[in.proc.ID], in)
		}
	}
	return x.contexts[p]
}
