package predicate

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// maxCubes bounds the combinations of predicates of one abstraction: beyond it only what is known of single
// predicates is kept.
const maxCubes = 64

// instance is a predicate in a state: over its slots, and before the step that leads there.
type instance struct {
	after, before term.Term
	thread        int32 // that it is about; memoryOnly: about none; several: about more than one
}

const (
	memoryOnly int32 = -1
	several    int32 = -2
)

// instances returns the predicates of the precision that say something of the target of a step.
func (d *Domain) instances(s *domain.Step) []instance {
	v := view{d: d, step: s, next: make(map[multistate.Place]term.Term, len(s.Target))}
	for i, slot := range s.Target {
		v.next[slot.Place] = s.Next[i]
		if t := slot.Place.Thread; t > 0 && !slices.Contains(v.threads, t) {
			v.threads = append(v.threads, t)
		}
	}
	var out []instance
	seen := map[term.Term]bool{}
	for _, p := range d.Precision.list {
		v.each(p, make([]int32, 0, p.threads), func(in instance) {
			if !d.st.IsConst(in.after) && !seen[in.after] {
				seen[in.after] = true
				out = append(out, in)
			}
		})
	}
	return out
}

// view is the target of a step as predicates see it.
type view struct {
	d       *Domain
	step    *domain.Step
	next    map[multistate.Place]term.Term // by place of a slot: its value over the source
	threads []int32                        // but the first one, that have slots
}

// each calls visit with the instances of a predicate, with each choice of different threads for those that
// may be any, where the first of these are chosen already.
func (v *view) each(p *predicate, chosen []int32, visit func(instance)) {
	if len(chosen) < p.threads {
		for _, t := range v.threads {
			if !slices.Contains(chosen, t) {
				v.each(p, append(chosen, t), visit)
			}
		}
		return
	}
	after, before := map[term.Term]term.Term{}, map[term.Term]term.Term{}
	open, thread := false, memoryOnly
	for _, sym := range p.syms {
		at := v.d.Precision.of[sym]
		if at.Thread >= AnyThread {
			at.Thread = chosen[at.Thread-AnyThread]
		}
		switch {
		case at.Thread <= 0:
		case thread == memoryOnly:
			thread = at.Thread
		case thread != at.Thread:
			thread = several
		}
		val := v.step.Value(at)
		if val == term.None {
			return
		}
		after[sym], before[sym] = val, val
		if n, ok := v.next[at]; ok {
			before[sym] = n
			open = true
		}
	}
	if open {
		visit(instance{v.d.st.Substitute(p.term, after), v.d.st.Substitute(p.term, before), thread})
	}
}

// abstraction returns the strongest combination of predicates that holds after a step; false if there is no
// state after it.
func (d *Domain) abstraction(ctx context.Context, s *domain.Step) (term.Term, error) {
	list := d.instances(s)
	if len(list) == 0 {
		return d.st.True(), nil // the guard is satisfiable
	}
	d.Abstractions++
	d.renew()
	var fixed []term.Term
	var open []instance
	given := make(map[term.Term]bool, len(s.Guard))
	for _, g := range s.Guard {
		given[g] = true
	}
	for _, in := range list {
		switch {
		case d.st.IsTrue(in.before), given[in.before]:
			fixed = append(fixed, in.after)
		case d.st.IsFalse(in.before), given[d.st.Not(in.before)]:
			fixed = append(fixed, d.st.Not(in.after))
		default:
			open = append(open, in)
		}
	}
	if len(open) == 0 {
		return d.st.And(fixed...), nil
	}
	if d.solver == nil {
		d.solver = d.cfg.Solver(d.st)
	}
	d.solver.Push()
	defer d.solver.Pop()
	for _, g := range s.Guard {
		if err := d.solver.Assert(g); err != nil {
			return term.None, fmt.Errorf("a guard of the abstraction: %w", err)
		}
	}
	decided, undecided, ok := d.single(ctx, open)
	switch {
	case ctx.Err() != nil:
		return term.None, ctx.Err()
	case !ok:
		return d.st.False(), nil
	}
	fixed = append(fixed, decided...)
	if len(undecided) < 2 || d.cfg.Cartesian {
		return d.st.And(fixed...), nil
	}
	for _, group := range d.groups(undecided) {
		cubes, ok := d.cubes(ctx, group)
		if ctx.Err() != nil {
			return term.None, ctx.Err()
		}
		if ok {
			fixed = append(fixed, d.st.Or(cubes...))
		}
	}
	return d.st.And(fixed...), nil
}

// groups are the sets of predicates of which all combinations are computed: all, or those of each thread with
// those about memory alone.
func (d *Domain) groups(list []instance) [][]instance {
	if !d.cfg.Modular {
		return [][]instance{list}
	}
	var threads []int32
	for _, in := range list {
		if in.thread > 0 && !slices.Contains(threads, in.thread) {
			threads = append(threads, in.thread)
		}
	}
	if len(threads) == 0 {
		threads = []int32{memoryOnly}
	}
	var out [][]instance
	for _, t := range threads {
		group := slices.DeleteFunc(slices.Clone(list),
			func(in instance) bool { return in.thread != t && in.thread != memoryOnly })
		if len(group) > 1 {
			out = append(out, group)
		}
	}
	return out
}

// single decides each predicate alone. It is false if what is asserted has no model.
func (d *Domain) single(ctx context.Context, open []instance) (decided []term.Term, rest []instance,
	ok bool) {
	res := d.check(ctx)
	if res.Status == smt.Unsat {
		return nil, nil, false
	}
	if res.Status != smt.Sat {
		return nil, nil, true // nothing is known
	}
	// A predicate that has both values in the models so far need not be asked about.
	value := make([]bool, len(open))
	both := make([]bool, len(open))
	look := func(first bool) {
		for i, in := range open {
			v, ok := d.solver.Value(in.before)
			switch {
			case !ok:
				both[i] = true
			case first:
				value[i] = v.Bool()
			case v.Bool() != value[i]:
				both[i] = true
			}
		}
	}
	look(true)
	for i, in := range open {
		if both[i] {
			continue
		}
		other := in.before
		if value[i] {
			other = d.st.Not(other)
		}
		switch d.check(ctx, other).Status {
		case smt.Sat:
			look(false)
			both[i] = true
		case smt.Unknown:
			both[i] = true
		case smt.Unsat:
			decided = append(decided, d.literal(in, value[i]))
		}
	}
	for i, in := range open {
		if both[i] {
			rest = append(rest, in)
		}
	}
	return decided, rest, true
}

// literal is a predicate or its negation.
func (d *Domain) literal(in instance, v bool) term.Term {
	if v {
		return in.after
	}
	return d.st.Not(in.after)
}

// cubes returns all combinations of values that predicates have in models of what is asserted; false: they
// are too many, or the solver gives up.
func (d *Domain) cubes(ctx context.Context, open []instance) ([]term.Term, bool) {
	d.solver.Push()
	defer d.solver.Pop()
	var out []term.Term
	for {
		switch d.check(ctx).Status {
		case smt.Unsat:
			return out, true
		case smt.Unknown:
			return nil, false
		}
		if len(out) == maxCubes {
			return nil, false
		}
		cube := make([]term.Term, len(open))
		block := make([]term.Term, len(open))
		for i, in := range open {
			v, ok := d.solver.Value(in.before)
			if !ok {
				return nil, false
			}
			cube[i] = d.literal(in, v.Bool())
			block[i] = in.before
			if v.Bool() {
				block[i] = d.st.Not(in.before)
			}
		}
		out = append(out, d.st.And(cube...))
		if d.solver.Assert(d.st.Or(block...)) != nil {
			return nil, false
		}
	}
}
