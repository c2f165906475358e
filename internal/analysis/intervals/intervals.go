package intervals

import (
	"context"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
)

// Intervals holds intervals for the local registers of a procedure at each of its locations. Registers of
// more than 64 bits and of scope Thread are not followed.
type Intervals struct {
	dom  *domain
	flow *analysis.Flow[State]
}

// Analyse computes the intervals of a procedure. Nothing is assumed about
// its parameters or about memory. It stops with ctx's error.
func Analyse(ctx context.Context, regs *cfa.RegIndex, p *cfa.Program, proc *cfa.Proc,
	order *analysis.Order) (*Intervals, error) {
	live, err := live.Registers(ctx, regs, p, proc, order)
	if err != nil {
		return nil, err
	}
	d := &domain{NewValues(p, regs, maxEvalDepth), live}
	f, err := analysis.Forward[State](ctx, proc, order, d, nil)
	if err != nil {
		return nil, err
	}
	x := &Intervals{dom: d, flow: f}
	if !order.HasLoops() {
		return x, nil
	}
	// Widening overshoots; what one more pass computes is still a solution.
	for range 2 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.descend(proc, order)
	}
	return x, nil
}

// Reached reports whether the analysis has found a way to a location.
func (x *Intervals) Reached(l cfa.LocID) bool {
	_, ok := x.flow.At(l)
	return ok
}

// Values calls f for the registers of which something is known at a location, in ascending order.
func (x *Intervals) Values(l cfa.LocID, f func(r cfa.RegID, values absint.Interval)) {
	s, _ := x.flow.At(l)
	for _, e := range s {
		f(e.reg, e.val)
	}
}

// Passes reports whether the analysis finds that an edge can be taken.
func (x *Intervals) Passes(e *cfa.Edge) bool {
	s, ok := x.flow.At(e.From)
	if !ok {
		return false
	}
	_, ok = x.dom.Guard(e.Op, s)
	return ok
}

func (x *Intervals) descend(proc *cfa.Proc, order *analysis.Order) {
	for _, l := range order.Locs {
		if l == proc.Entry || !x.Reached(l) {
			continue
		}
		var next State
		some := false
		for _, i := range proc.Locs[l].In {
			e := proc.Edges[i]
			from, ok := x.flow.At(e.From)
			if !order.Reaches(e.From) || !ok {
				continue
			}
			s, ok := x.dom.Transfer(e, from)
			switch {
			case !ok:
			case !some:
				next, some = s, true
			default:
				next, _ = x.dom.Join(next, s)
			}
		}
		x.flow.Set(l, next, some)
	}
}

type domain struct {
	*Values
	live []live.Set
}

// Join implements Domain.
func (d *domain) Join(a, b State) (State, bool) {
	return d.merge(a, b, absint.Interval.Join)
}

// Widen implements Widener.
func (d *domain) Widen(a, b State) (State, bool) {
	return d.merge(a, b, absint.Interval.Widen)
}

func (d *domain) merge(a, b State, f func(x, y absint.Interval) absint.Interval) (State, bool) {
	var out State
	changed := false
	for _, e := range a {
		other, ok := b.Of(e.reg)
		v := e.val
		if ok {
			v = f(e.val, other)
		}
		if !ok || v.IsFull() {
			changed = true
			continue
		}
		changed = changed || v != e.val
		out = append(out, regInterval{e.reg, v})
	}
	if !changed {
		return a, false
	}
	return out, true
}

// Transfer implements Domain.
func (d *domain) Transfer(e *cfa.Edge, s State) (State, bool) {
	switch op := e.Op.(type) {
	case cfa.Assume, cfa.Await:
		var ok bool
		if s, ok = d.Guard(op, s); !ok {
			return nil, false
		}
	default:
		if dst, value, ok := step.Computes(op); ok {
			if r := d.p.Regs[dst]; r.Scope == cfa.Local && absint.Width(r.Sort) <= 64 {
				s = s.With(dst, d.Eval(s, value).Interval)
			}
			break
		}
		if cfa.Ends(e.Op) {
			return nil, true
		}
		if r := cfa.Def(e.Op); r != cfa.NoReg {
			if i, ok := s.find(r); ok {
				s = append(s[:i:i], s[i+1:]...)
			}
		}
	}
	return s.Only(d.live[e.To]), true
}
