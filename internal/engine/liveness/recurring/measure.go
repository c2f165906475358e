package recurring

import (
	"math/big"
	"slices"

	"whittle.dev/internal/components"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// A measure is a function of the state that no step of a strongly connected part of the product increases,
// and that some steps, the strict ones, decrease: a word by any amount, a number by at least drop from a
// value that is not negative. So these are made finitely often.
type measure struct {
	value  term.Term // an Int, a Real, or a word that is read with a sign and does not wrap
	drop   *big.Rat
	steps  []int
	strict []int
}

// fails is the condition on a step that it increases a measure, or does not decrease it as it must.
func (m *measure) fails(st *term.Store, next *term.Substituter, strict bool) term.Term {
	before, after := m.value, next.Apply(m.value)
	switch sort := st.Sort(m.value); {
	case sort.IsBitVec() && strict:
		return st.BVSle(before, after)
	case sort.IsBitVec():
		return st.BVSlt(before, after)
	case strict:
		return st.Or(st.Lt(before, number(st, sort, new(big.Rat))),
			st.Lt(st.IntSub(before, number(st, sort, m.drop)), after))
	}
	return st.Lt(before, after)
}

// measurer looks for measures of a product that counts nothing.
type measurer struct {
	*decider
	p      *product
	st     *term.Store
	solver smt.Solver
	next   *term.Substituter // the state after a step in place of that before
	inv    map[int][]term.Term
	asked  int
}

const (
	measureConflicts = 3000
	maxMeasureSteps  = 2000
	maxMeasures      = 40
	maxQuestions     = 40_000
)

// measures is the proof that every part of the product in which all could recur has measures. Where there
// is none, the parts are split by what the formula says of states: a counter that stands still at 0 has a
// measure where it is not 0.
func (d *decider) measures() (res engine.Result, done bool, err error) {
	if res, done, err = d.measuresOf(nil); done || err != nil {
		return res, done, err
	}
	if split := d.onStates(); len(split) > 0 {
		return d.measuresOf(split)
	}
	return res, false, nil
}

// maxSplit bounds the conditions by which parts are split: for each there are four times the steps.
const maxSplit = 2

// onStates are the conditions of the formula that speak of the state before a step alone.
func (d *decider) onStates() []term.Term {
	s := d.task.System
	var out []term.Term
	for _, c := range d.monitor.f.Atoms {
		if len(out) < maxSplit && !s.Terms.IsConst(c) && !slices.Contains(out, c) &&
			!slices.ContainsFunc(s.Terms.Symbols(c), func(x term.Term) bool {
				return !slices.ContainsFunc(s.Vars, func(v transition.Var) bool { return v.Sym == x })
			}) {
			out = append(out, c)
		}
	}
	return out
}

// measuresOf is measures with the parts split by conditions.
func (d *decider) measuresOf(split []term.Term) (res engine.Result, done bool, err error) {
	p := newProduct(d.task.System, d.monitor, -1, split...)
	if len(p.Transitions) > maxMeasureSteps {
		return res, false, nil
	}
	d.task.Emit(engine.Event{Stage: "measure"})
	m := &measurer{decider: d, p: p, st: p.Terms, next: p.successor()}
	m.solver = native.New(m.st, native.Config{Conflicts: measureConflicts})
	if d.cfg.Wrap != nil {
		m.solver = d.cfg.Wrap(m.st, m.solver)
	}
	m.findInvariants()
	var list []*measure
	todo := p.parts(p.all())
	for len(todo) > 0 && len(list) < maxMeasures {
		part := todo[len(todo)-1]
		found := m.find(part)
		if err := d.ctx.Err(); err != nil || found == nil {
			return res, false, err
		}
		list = append(list, found)
		todo = append(todo[:len(todo)-1], p.parts(without(part, found.strict))...)
	}
	if len(todo) > 0 {
		return res, false, nil
	}
	p.Terms.Freeze()
	res = engine.Holds(engine.ByMeasures, "what violates it does not recur for ever, by %s",
		english.Count(int64(len(list)), "measure"))
	res.Proof = &measureProof{product: p, inv: m.inv, measures: list}
	return res, true, nil
}

// successor puts the state after a step in place of that before it.
func (p *product) successor() *term.Substituter {
	next := map[term.Term]term.Term{}
	for _, v := range p.Vars {
		next[v.Sym] = v.Next
	}
	return term.NewSubstituter(p.Terms, next)
}

// all are the steps of a product.
func (p *product) all() []int {
	out := make([]int, len(p.steps))
	for i := range out {
		out[i] = i
	}
	return out
}

func without(list, drop []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return slices.Contains(drop, i) })
}

// parts are the strongly connected parts that some steps make, with the steps in each, of those parts in
// which a round can be completed.
func (p *product) parts(steps []int) [][]int {
	n := p.places()
	out := make([][]int, n)
	for _, i := range steps {
		out[p.steps[i].from] = append(out[p.steps[i].from], p.steps[i].place)
	}
	of, count := components.Of(n, func(l, i int) (int, bool) {
		if i == len(out[l]) {
			return 0, false
		}
		return out[l][i], true
	})
	list, round := make([][]int, count), make([]bool, count)
	for _, i := range steps {
		if s := p.steps[i]; of[s.from] == of[s.place] {
			list[of[s.from]] = append(list[of[s.from]], i)
			round[of[s.from]] = round[of[s.from]] || s.round
		}
	}
	var found [][]int
	for c, part := range list {
		if round[c] {
			found = append(found, part)
		}
	}
	return found
}

// ask asks whether conditions can hold together.
func (m *measurer) ask(conds ...term.Term) smt.Status {
	if m.asked++; m.asked > maxQuestions {
		return smt.Unknown
	}
	m.task.Did(1_000_000)
	return m.solver.Check(m.ctx, conds...).Status
}

// find finds a measure of a part, with all steps that it is strict on; nil: none is known.
func (m *measurer) find(part []int) *measure {
	for _, value := range m.candidates(part) {
		c := &measure{value: value, drop: big.NewRat(1, 1), steps: part}
		if !slices.ContainsFunc(part, func(i int) bool { return !m.does(c, i, false) }) {
			drops := []*big.Rat{c.drop}
			if m.st.Sort(value).IsReal() {
				drops = append(drops, big.NewRat(1, 1000))
			}
			for _, c.drop = range drops {
				for _, i := range part {
					if m.does(c, i, true) {
						c.strict = append(c.strict, i)
					}
				}
				if len(c.strict) > 0 {
					return c
				}
			}
		}
	}
	return nil
}

// does reports whether a step does to a measure what it must.
func (m *measurer) does(c *measure, i int, strict bool) bool {
	return m.ask(append(m.p.step(i, m.inv), c.fails(m.st, m.next, strict))...) == smt.Unsat
}

// step is what is known of a step: what holds before it, and what it does.
func (p *product) step(i int, inv map[int][]term.Term) []term.Term {
	return append(p.Conjuncts(&p.Transitions[i]), inv[p.steps[i].from]...)
}
