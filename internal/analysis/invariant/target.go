package invariant

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Target is where in some objects an address may lead.
type Target struct {
	Static int       // index in Program.Objects; -1: the objects that Site makes
	Site   *cfa.Edge // nil: a static object
	// First and Last bound the offsets from the start of the object, which are Step apart; 0: there is one.
	First, Last, Step uint64
}

// TargetsAt lists where the address of an access may lead at a location of a procedure, in all contexts; ok
// is false if that is not known.
func (x *Invariant) TargetsAt(p cfa.ProcID, l cfa.LocID, addr term.Term) (list []Target, ok bool) {
	for _, in := range x.contextsOf(p) {
		s := in.states[l]
		if s == nil {
			continue
		}
		v := x.space.address(x.terms.eval(s, addr))
		if v.some || v.isTop() {
			return nil, false
		}
		for _, r := range v.refs {
			if r.off.Lo > r.off.Hi {
				return nil, false
			}
			t := Target{Static: -1, Site: x.space.objs[r.obj].site, First: r.off.Lo, Last: r.off.Hi,
				Step: r.off.Step}
			if t.Site == nil {
				t.Static = int(r.obj)
			}
			list = append(list, t)
		}
	}
	return list, true
}
