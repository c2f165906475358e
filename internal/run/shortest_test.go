package run

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// shortest is an engine that finds shortest paths by unrolling a system, and says that there is none if there
// is none of up to depth steps: an invariant that a test gives is the reason.
type shortest struct {
	depth     int
	invariant func(sys *transition.System) term.Term // nil: unknown instead
	twist     func(*engine.Result)                   // makes an answer wrong
}

func (shortest) Name() string { return "shortest" }

func (e shortest) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.System == nil {
		return engine.Unknown("no system").Because(engine.OtherTask), nil
	}
	sys := t.System.Fork()
	p, err := findPath(ctx, sys, t.Goals(), e.depth)
	if err != nil {
		return engine.Result{}, err
	}
	res := engine.Unknown("no path of %d steps", e.depth)
	switch {
	case p != nil:
		res = engine.Reached(t.Property, p)
	case e.invariant != nil:
		res = engine.Holds(engine.ByStates, "an invariant of the test")
		res.Invariant = &engine.Invariant{Terms: sys.Terms, Cond: e.invariant(sys)}
	}
	if e.twist != nil {
		e.twist(&res)
	}
	return res, nil
}

// findPath unrolls a system: its symbols get copies for each step.
func findPath(ctx context.Context, sys *transition.System, goals []int, depth int) (*transition.Path, error) {
	st := sys.Terms
	s := native.New(st, native.Config{})
	var at [][]term.Term // by step: the symbols of the state
	copyOf := func(step int, sym term.Term) term.Term {
		return st.Symbol(fmt.Sprintf("%s@%d", st.Name(sym), step), st.Sort(sym))
	}
	rename := func(step int, t term.Term) term.Term {
		m := map[term.Term]term.Term{}
		for _, x := range st.Symbols(t) {
			m[x] = copyOf(step, x)
		}
		for i, v := range sys.Vars {
			m[v.Sym] = at[step][i]
			if step+1 < len(at) {
				m[v.Next] = at[step+1][i]
			}
		}
		return st.Substitute(t, m)
	}
	extend := func() {
		var row []term.Term
		for _, v := range sys.Vars {
			row = append(row, copyOf(len(at), v.Sym))
		}
		at = append(at, row)
	}
	value := func(t term.Term) term.Value {
		v, _ := s.Value(t)
		return v
	}
	inputs := func(step int, syms []term.Term) term.Map {
		m := term.Map{}
		for _, x := range syms {
			m[x] = value(copyOf(step, x))
		}
		return m
	}
	extend()
	if err := s.Assert(rename(0, sys.Init)); err != nil {
		return nil, err
	}
	for k := 0; k <= depth; k++ {
		for _, g := range goals {
			r := s.Check(ctx, rename(k, sys.Goals[g].Cond))
			if r.Status == smt.Unknown {
				return nil, errors.New(r.Reason)
			}
			if r.Status != smt.Sat {
				continue
			}
			p := &transition.Path{Goal: g, Initial: term.Map{}, Inputs: inputs(k, sys.Goals[g].Inputs)}
			for _, row := range at {
				var state transition.State
				for _, x := range row {
					state = append(state, value(x))
				}
				p.States = append(p.States, state)
			}
			for i := range k {
				taken := int(value(st.Symbol(fmt.Sprintf("taken@%d", i), term.BitVec(16))).Uint64())
				p.Steps = append(p.Steps, transition.Step{Transition: taken,
					Inputs: inputs(i, sys.Transitions[taken].Inputs)})
			}
			return p, nil
		}
		extend()
		taken := st.Symbol(fmt.Sprintf("taken@%d", k), term.BitVec(16))
		var choices []term.Term
		for i := range sys.Transitions {
			choices = append(choices, st.And(st.Eq(taken, st.BV(16, uint64(i))),
				rename(k, sys.Relation(&sys.Transitions[i]))))
		}
		if err := s.Assert(st.Or(choices...)); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
