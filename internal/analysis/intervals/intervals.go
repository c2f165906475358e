package intervals

import (
	"cmp"
	"context"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
)

// Intervals holds intervals for the local registers of a procedure at each of its locations. Registers of
// more than 64 bits and of scope Thread are not followed.
type Intervals struct {
	dom  *domain
	flow *analysis.Flow[regState]
}

// Analyse computes the intervals of a procedure. Nothing is assumed about
// its parameters or about memory. It stops with ctx's error.
func Analyse(ctx context.Context, regs *cfa.RegIndex, p *cfa.Program, proc *cfa.Proc,
	order *analysis.Order) (*Intervals, error) {
	live, err := live.Registers(ctx, regs, p, proc, order)
	if err != nil {
		return nil, err
	}
	d := &domain{p: p, regs: regs, live: live}
	f, err := analysis.Forward[regState](ctx, proc, order, d, nil)
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
	_, ok = x.dom.guard(e.Op, s)
	return ok
}

func (x *Intervals) descend(proc *cfa.Proc, order *analysis.Order) {
	for _, l := range order.Locs {
		if l == proc.Entry || !x.Reached(l) {
			continue
		}
		var next regState
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

// regState maps registers to intervals: ascending, those without an entry may
// have any value. States are shared and never changed.
type regState []regInterval

type regInterval struct {
	reg cfa.RegID
	val absint.Interval
}

func (s regState) find(r cfa.RegID) (int, bool) {
	return slices.BinarySearchFunc(s, r, func(e regInterval,
		r cfa.RegID) int {
		return cmp.Compare(e.reg, r)
	})
}

func (s regState) get(r cfa.RegID) (absint.Interval, bool) {
	if i, ok := s.find(r); ok {
		return s[i].val, true
	}
	return absint.Interval{}, false
}

func (s regState) set(r cfa.RegID, v absint.Interval) regState {
	i, ok := s.find(r)
	switch {
	case ok && s[i].val == v, !ok && v.IsFull():
		return s
	case v.IsFull():
		return append(s[:i:i], s[i+1:]...)
	case ok:
		out := slices.Clone(s)
		out[i].val = v
		return out
	}
	return append(append(s[:i:i], regInterval{r, v}), s[i:]...)
}

type domain struct {
	p    *cfa.Program
	regs *cfa.RegIndex
	live []live.Set
}

// Join implements Domain.
func (d *domain) Join(a, b regState) (regState, bool) {
	return d.merge(a, b, absint.Interval.Join)
}

// Widen implements Widener.
func (d *domain) Widen(a, b regState) (regState, bool) {
	return d.merge(a, b, absint.Interval.Widen)
}

func (d *domain) merge(a, b regState, f func(x, y absint.Interval) absint.Interval) (regState, bool) {
	var out regState
	changed := false
	for _, e := range a {
		other, ok := b.get(e.reg)
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

// guard returns s narrowed by what an operation waits for or assumes; false when that cannot be.
func (d *domain) guard(op cfa.Op, s regState) (regState, bool) {
	switch op := op.(type) {
	case cfa.Assume:
		return d.assume(s, op.Cond, true, maxEvalDepth)
	case cfa.Await:
		return d.assume(s, op.Cond, true, maxEvalDepth)
	}
	return s, true
}

// Transfer implements Domain.
func (d *domain) Transfer(e *cfa.Edge, s regState) (regState, bool) {
	switch op := e.Op.(type) {
	case cfa.Assume, cfa.Await:
		var ok bool
		if s, ok = d.guard(op, s); !ok {
			return nil, false
		}
	case cfa.Assign:
		if r := d.p.Regs[op.Dst]; r.Scope == cfa.Local && absint.Width(r.Sort) <= 64 {
			s = s.set(op.Dst, d.eval(s, op.Value).Interval)
		}
	default:
		if cfa.Ends(e.Op) {
			return nil, true
		}
		if r := cfa.Def(e.Op); r != cfa.NoReg {
			if i, ok := s.find(r); ok {
				s = append(s[:i:i], s[i+1:]...)
			}
		}
	}
	return d.onlyLive(e.To, s), true
}

// onlyLive drops what is known of registers that are not read any more, to keep states small.
func (d *domain) onlyLive(l cfa.LocID, s regState) regState {
	live := d.live[l]
	keep, i := 0, 0
	next := func(r cfa.RegID) bool { // whether r, which is greater than the one before, is live
		for i < len(live) && live[i] < r {
			i++
		}
		return i < len(live) && live[i] == r
	}
	for _, e := range s {
		if next(e.reg) {
			keep++
		}
	}
	if keep == len(s) {
		return s
	}
	out := make(regState, 0, keep)
	i = 0
	for _, e := range s {
		if next(e.reg) {
			out = append(out, e)
		}
	}
	return out
}
