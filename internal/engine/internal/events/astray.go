package events

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// Astray says what an address is that was computed from that of one object and is in another one: an access
// to it is invalid wherever objects lie.
const Astray = "an address that leads from one object into another one"

// findPoints finds where pointers lead.
func (p *Plan) findPoints(ctx context.Context) (err error) {
	if p.points == nil {
		p.points, err = pointsto.Analyse(ctx, p.prog, p.index)
		p.leads = map[cfa.EdgeID]pointsto.Value{}
	}
	return err
}

// strays makes a goal of an access whose address is known and astray, where it is asked whether accesses are
// valid, and reports whether it is one. If the address is not known the conditions under which it is valid
// tell.
func (ac *accesses) strays(e *cfa.Edge, addr, known term.Term, st *state) bool {
	at, ok := ac.s.ConstUint64(known)
	if !ok || ac.s.IsConst(addr) || !ac.opts.Property.Covers(property.ValidDeref) {
		return false
	}
	p := ac.objects.Plan
	o, ok := p.points.StaticObject(at)
	if made := ac.g.objectAt(at); made != nil {
		o, ok = p.points.Site(made.edge)
	}
	if !ok {
		return false
	}
	leads, seen := p.leads[e.ID]
	if !seen {
		leads = p.points.Of(addr)
		p.leads[e.ID] = leads
	}
	if leads.Unknown || slices.ContainsFunc(leads.Refs, func(r pointsto.Ref) bool { return r.Obj == o }) {
		return false
	}
	ac.b.goal(UnsupportedGoal, st, e, -1, Astray)
	return true
}
