package ranking

import (
	"context"
	"sync/atomic"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// An answer says whether states are reached.
type answer struct {
	excluded bool
	path     *transition.Path // to a goal; nil: none was found
	why      string           // there is no answer
	cut      bool             // because of the bound on the work
}

// reach asks whether goals are reached, with a bound on the work; 0: none. An invariant that excludes them is
// known from then on.
func (s *search) reach(goals []transition.Goal, work int64) (answer, error) {
	return s.reachBy(s.cfg.Safety, goals, work)
}

func (s *search) reachBy(eng engine.Engine, goals []transition.Goal, work int64) (answer, error) {
	s.safety++
	s.st.Freeze()
	q := *s.sys
	q.Goals = goals
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	var used atomic.Int64
	res, err := eng.Check(ctx, engine.Task{System: &q, Goal: engine.AllGoals,
		Property: property.Bad, Memory: s.task.Memory, Certify: true,
		Work: func(units int64) {
			s.task.Did(units)
			if n := used.Add(units); work > 0 && n > work {
				stop()
			}
		}})
	s.spent += used.Load()
	if s.ctx.Err() != nil {
		err = s.ctx.Err()
	}
	if err != nil {
		s.renew(s.st.Fork())
		return answer{}, err
	}
	switch inv := res.Invariant; {
	case res.Verdict.Kind == property.True && inv != nil:
		inv.Terms.Freeze()
		s.renew(inv.Terms.Fork())
		s.strong = s.st.And(s.strong, inv.Cond)
		return answer{excluded: true}, nil
	case res.Verdict.Kind == property.False:
		s.renew(s.st.Fork())
		return answer{path: res.Path}, nil
	}
	s.renew(s.st.Fork())
	return answer{why: res.Why, cut: work > 0 && used.Load() > work}, nil
}

// leastWork and mostWork bound what is spent on one candidate, in the units of engine.Task.Did: if nothing
// comes of all candidates with the least, ten times as much is spent, and so on.
const leastWork, mostWork = 200_000_000, 20_000_000_000

// enough bounds what is spent on all candidates of a program: about ten seconds. The search gives up rather
// than to use all the time there is.
const enough = 10_000_000_000

// maxReached bounds the candidates that are asked about, for each edge that is to decrease them.
const maxReached = 8

// findReached is find, where candidates that fail from states that nothing excludes so far count if these
// states are not reached.
func (y *synthesis) findReached() (*measures.Measure, error) {
	if m, err := y.find(); err != nil || m != nil {
		return m, err
	}
	for work := int64(leastWork); work <= mostWork && y.spent < enough; work *= 10 {
		y.work, y.cut = min(work, enough-y.spent), false
		if m, err := y.findWithin(); err != nil || m != nil || !y.cut {
			return m, err
		}
	}
	return nil, nil
}

// findWithin is findReached with one bound on the work for a candidate.
func (y *synthesis) findWithin() (*measures.Measure, error) {
	for _, target := range y.c.Edges {
		tried := 0
		try := func(m *measures.Measure) (bool, error) {
			if m == nil || y.spent >= enough || y.refuted(m, y.real, target) {
				return false, nil
			}
			tried++
			return y.holdsWhereReached(m, target)
		}
		for i := 0; i < len(y.features) && tried < maxReached; i++ {
			for _, sign := range []int64{1, -1} {
				m := y.single(i, sign)
				if ok, err := try(m); err != nil || ok {
					return y.chosen(m, err)
				}
			}
		}
		for tried < maxReached {
			before := len(y.real)
			m := y.fitMost(target)
			if ok, err := try(m); err != nil || ok {
				return y.chosen(m, err)
			}
			if m == nil || len(y.real) == before {
				break
			}
		}
	}
	return nil, nil
}

func (y *synthesis) chosen(m *measures.Measure, err error) (*measures.Measure, error) {
	if err != nil {
		return nil, err
	}
	y.findStrict(m)
	return m, nil
}

// holdsWhereReached reports whether a candidate does what it must in all states that are reached. A state in
// which it does not is noted.
func (y *synthesis) holdsWhereReached(m *measures.Measure, target int) (bool, error) {
	var goals []transition.Goal
	for _, i := range y.c.Edges {
		e := &y.g.Edges[i]
		fails := m.Fails(y.st, y.sys.Vars, e, i == target)
		goals = append(goals, transition.Goal{Name: "step", Number: i,
			Cond: y.st.And(y.g.Locs[e.From].At, e.Guard, fails), Inputs: e.Inputs})
	}
	a, err := y.reach(goals, y.work)
	y.cut = y.cut || a.cut
	if err != nil || a.excluded {
		return a.excluded, err
	}
	if a.path != nil {
		edge := goals[a.path.Goal].Number
		y.real = append(y.real, y.sampleOf(edge, y.valuation(a.path)))
	}
	return false, nil
}

// valuation gives terms their values in the last state of a path.
func (s *search) valuation(p *transition.Path) func(term.Term) term.Value {
	at := s.g.At(p.States[len(p.States)-1], p.Inputs)
	return func(t term.Term) term.Value {
		v, err := s.st.Eval(t, at)
		if err != nil {
			return s.st.ZeroValue(s.st.Sort(t))
		}
		return v
	}
}
