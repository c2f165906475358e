package pdr

import (
	"context"
	"errors"

	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Loops over words are mostly meant as loops over integers, about which some questions are much easier: sums
// with factors, above all. With the setting integers a system is first read over integers, where that a value
// does not fit its word is a goal as well. If no goal is reached the invariant is read as one over words, and
// counts if it is inductive there, which a solver decides. So nothing rests on the reading: where wrap-around
// is meant, or the reading is wrong, the invariant is none, or not found within a bounded number of
// questions, and the search over words begins.

const (
	// integerQuestions bounds the search over integers, and checkConflicts one question about its invariant.
	integerQuestions = 4000
	checkConflicts   = 50_000
)

// byIntegers looks for an invariant over integers; the answer is empty if there is none that holds of words.
func (p *prover) byIntegers(ctx context.Context, goals []int) (answer, error) {
	if goals == nil {
		for i := range p.sys.Goals {
			goals = append(goals, i)
		}
	}
	sys, r := integerSystem(p.sys, goals)
	if sys == nil {
		return answer{}, nil
	}
	var c counters // what was shown of integers is nothing about words
	defer func() { p.count.asked += c.asked }()
	q := &prover{cfg: p.cfg, sys: sys, count: &c, emit: p.emit, did: p.did, evidence: true,
		certify: true, patience: integerQuestions}
	q.cfg.Integers = false
	a, err := q.prove(ctx, nil)
	var why *gaveUp
	switch {
	case err != nil && ctx.Err() == nil && (errors.As(err, &why) || errors.Is(err, errNoPredicates)):
		return answer{}, nil
	case err != nil || a.invariant == term.None:
		return answer{}, err
	}
	inv := r.Back(a.invariant)
	if inv == term.None {
		return answer{}, nil
	}
	claim := inductive.Claim{System: p.sys, Invariant: inv, Goals: goals}
	holds, err := claim.Check(ctx, func(*term.Store) (smt.Solver, error) {
		s := p.solver()
		limit(s, checkConflicts)
		return s, nil
	})
	if err != nil || holds.Status != inductive.Holds {
		return answer{}, ctx.Err()
	}
	p.count.integers = 1
	return answer{invariant: inv}, nil
}

// integerSystem is a system read over integers, with goals for values that do not fit; nil if it has arrays,
// relations or no words.
func integerSystem(sys *transition.System, goals []int) (*transition.System, *refine.Reading) {
	st := sys.Terms
	formulas, words := []term.Term{sys.Init}, false
	for i := range sys.Transitions {
		if len(sys.Transitions[i].Relations) > 0 {
			return nil, nil
		}
		formulas = append(formulas, sys.Transitions[i].Guards...)
	}
	for _, g := range goals {
		formulas = append(formulas, sys.Goals[g].Cond)
	}
	x := &reader{st: st, Reading: refine.NewReading(st, formulas), vars: map[term.Term]bool{}}
	out := &transition.System{Terms: st, Files: sys.Files}
	for _, v := range sys.Vars {
		switch sort := st.Sort(v.Sym); {
		case sort.IsBitVec():
			words = true
			v.Sym, v.Next = x.Number(v.Sym), x.Number(v.Next)
		case !sort.IsBool():
			return nil, nil
		}
		x.vars[v.Sym] = true
		out.Vars = append(out.Vars, v)
	}
	if !words {
		return nil, nil
	}
	x.within = x.ranges(sys)
	out.Init = x.Condition(st.And(sys.Init, x.within))
	out.InitInputs = x.inputs(out.Init)
	for i := range sys.Transitions {
		t := sys.Transitions[i]
		guard, fits := x.Condition(st.And(t.Guards...)), []term.Term(nil)
		updates := make([]transition.Update, len(t.Updates))
		all := []term.Term{guard}
		for k, u := range t.Updates {
			if sort := st.Sort(u.Value); sort.IsBitVec() {
				u.Value = x.Number(u.Value)
				if !x.vars[u.Value] {
					fits = append(fits, x.Fits(u.Value, sort.Width()))
				}
			} else {
				u.Value = x.Condition(u.Value)
			}
			updates[k] = u
			all = append(all, u.Value)
		}
		t.Updates, t.Inputs = updates, x.inputs(all...)
		guard = st.And(guard, x.known(t.Inputs))
		t.Guards = []term.Term{guard}
		out.Transitions = append(out.Transitions, t)
		if over := st.And(guard, x.within, st.Not(st.And(fits...))); !st.IsFalse(over) {
			out.Goals = append(out.Goals, transition.Goal{Name: "overflow", Cond: over, Inputs: t.Inputs,
				Pos: t.Pos})
		}
	}
	for _, k := range goals {
		g := sys.Goals[k]
		cond := x.Condition(g.Cond)
		g.Inputs = x.inputs(cond)
		g.Cond = st.And(cond, x.known(g.Inputs))
		out.Goals = append(out.Goals, g)
	}
	return out, x.Reading
}

// reader reads the formulas of a system.
type reader struct {
	*refine.Reading
	st     *term.Store
	vars   map[term.Term]bool
	within term.Term // all variables fit their words
}

// ranges is the condition that the variables fit their words.
func (x *reader) ranges(sys *transition.System) term.Term {
	all := []term.Term{}
	for _, v := range sys.Vars {
		if sort := x.st.Sort(v.Sym); sort.IsBitVec() {
			all = append(all, x.Fits(x.Number(v.Sym), sort.Width()))
		}
	}
	return x.st.And(all...)
}

// inputs are the symbols of terms that are no variables.
func (x *reader) inputs(ts ...term.Term) []term.Term {
	var out []term.Term
	for _, sym := range x.st.Symbols(ts...) {
		if !x.vars[sym] {
			out = append(out, sym)
		}
	}
	return out
}

// known is that inputs that stand for words fit these.
func (x *reader) known(inputs []term.Term) term.Term {
	var all []term.Term
	for _, in := range inputs {
		if w := x.Word(in); w != term.None {
			all = append(all, x.Fits(in, x.st.Sort(w).Width()))
		}
	}
	return x.st.And(all...)
}
