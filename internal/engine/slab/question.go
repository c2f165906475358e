package slab

import (
	"context"
	"fmt"

	"whittle.dev/internal/engine/slab/conjunction"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// part is a formula of a question: about the step from state at to state at+1, or about state at alone.
type part struct {
	f  formula
	at int
}

// answer is that of a question.
type answer struct {
	sat bool
	// core are the parts that contradict each other, by index, ascending; if not sat.
	core []int
	// model has the states asked for; if sat.
	model model
}

// model decides formulas in the states that make the parts of a question true.
type model interface {
	// holds evaluates a formula about step at. known is false if the model does not say.
	holds(f formula, at int) (value, known bool)
}

// asker decides questions: in package conjunction what is of its fragment, else with a general solver, which
// gets each part as an assumption, so that it translates each once.
type asker struct {
	voc   *vocabulary
	small *conjunction.Solver
	// general makes the general solver, once; solver is that.
	general func(*term.Store) smt.Solver
	solver  smt.Solver
	// noFragment sends every question to the general solver.
	noFragment bool
	// copies are by state the symbols that stand for the variables in it and for the inputs of the step that
	// leaves it, with the substitutions of formulas by them.
	copies    []*stateCopy
	instances map[part]term.Term
	// questions counts all, decidedSmall those that package conjunction decided.
	questions, decidedSmall int64
	scratch                 []conjunction.Part
	terms                   []term.Term
}

type stateCopy struct {
	m    map[term.Term]term.Term
	syms []term.Term // by variable
}

// gaveUpError says that the solver did not answer.
type gaveUpError struct{ reason string }

func (e *gaveUpError) Error() string { return "the solver gave up: " + e.reason }

func newAsker(voc *vocabulary, general func(*term.Store) smt.Solver) *asker {
	return &asker{voc: voc, small: conjunction.NewSolver(voc.reader), general: general,
		instances: map[part]term.Term{}}
}

// ask decides whether the parts can hold together; if so, the model is about the states 0 to last.
func (k *asker) ask(ctx context.Context, parts []part, last int) (answer, error) {
	k.questions++
	if err := ctx.Err(); err != nil {
		return answer{}, err
	}
	if small, ok := k.fragment(parts); ok {
		switch k.small.Check(small) {
		case smt.Sat:
			k.decidedSmall++
			return answer{sat: true, model: &smallModel{k.voc, k.small.Model(last)}}, nil
		case smt.Unsat:
			k.decidedSmall++
			return answer{core: k.small.Core()}, nil
		}
	}
	return k.askGeneral(ctx, parts, last)
}

// fragment returns the parts for package conjunction, if all are of its fragment.
func (k *asker) fragment(parts []part) ([]conjunction.Part, bool) {
	if k.noFragment {
		return nil, false
	}
	k.scratch = k.scratch[:0]
	for _, p := range parts {
		f := k.voc.entries[p.f].small
		if f == nil {
			return nil, false
		}
		k.scratch = append(k.scratch, conjunction.Part{F: f, At: p.at})
	}
	return k.scratch, true
}

func (k *asker) askGeneral(ctx context.Context, parts []part, last int) (answer, error) {
	if k.solver == nil {
		k.solver = k.general(k.voc.st)
	}
	k.terms = k.terms[:0]
	for _, p := range parts {
		k.terms = append(k.terms, k.instance(p))
	}
	switch r := k.solver.Check(ctx, k.terms...); r.Status {
	case smt.Sat:
		return answer{sat: true, model: k.generalModel(last)}, nil
	case smt.Unsat:
		failed := map[term.Term]bool{}
		for _, t := range k.solver.Failed() {
			failed[t] = true
		}
		var core []int
		for i, t := range k.terms {
			if failed[t] {
				core = append(core, i)
			}
		}
		return answer{core: core}, nil
	default:
		if err := ctx.Err(); err != nil {
			return answer{}, err
		}
		return answer{}, &gaveUpError{r.Reason}
	}
}

// instance is a part as a term over the symbols of its states.
func (k *asker) instance(p part) term.Term {
	t, ok := k.instances[p]
	if !ok {
		m := map[term.Term]term.Term{}
		e := &k.voc.entries[p.f]
		here, there := k.state(p.at), k.state(p.at+1)
		e.now.each(func(v int) { m[k.voc.p.vars[v].Sym] = here.syms[v] })
		e.next.each(func(v int) { m[k.voc.p.vars[v].Next] = there.syms[v] })
		for _, in := range e.inputs {
			m[in] = k.inputOf(here, in, p.at)
		}
		t = k.voc.st.Substitute(e.t, m)
		k.instances[p] = t
	}
	return t
}

func (k *asker) inputOf(c *stateCopy, in term.Term, at int) term.Term {
	sym, ok := c.m[in]
	if !ok {
		sym = k.voc.p.sys.Fresh(fmt.Sprintf("%s@%d", k.voc.st.Name(in), at), k.voc.st.Sort(in))
		c.m[in] = sym
	}
	return sym
}

// state returns the symbols of a state of a path.
func (k *asker) state(at int) *stateCopy {
	for n := len(k.copies); n <= at; n++ {
		c := &stateCopy{m: map[term.Term]term.Term{}}
		for _, v := range k.voc.p.vars {
			c.syms = append(c.syms, k.voc.p.sys.Fresh(fmt.Sprintf("%s@%d", v.Name, n), k.voc.st.Sort(v.Sym)))
		}
		k.copies = append(k.copies, c)
	}
	return k.copies[at]
}

// smallModel is one of package conjunction.
type smallModel struct {
	voc *vocabulary
	m   *conjunction.Model
}

func (m *smallModel) holds(f formula, at int) (value, known bool) {
	small := m.voc.entries[f].small
	if small == nil || len(m.voc.entries[f].inputs) > 0 {
		return false, false
	}
	return m.m.Holds(small, at), true
}

// generalModel has the values of the variables in some states.
type generalModel struct {
	voc    *vocabulary
	states []term.Map
}

func (k *asker) generalModel(last int) *generalModel {
	m := &generalModel{voc: k.voc}
	for at := range last + 1 {
		values := term.Map{}
		for i, sym := range k.state(at).syms {
			if v, ok := k.solver.Value(sym); ok {
				values[k.voc.p.vars[i].Sym] = v
			}
		}
		m.states = append(m.states, values)
	}
	return m
}

func (m *generalModel) holds(f formula, at int) (value, known bool) {
	e := &m.voc.entries[f]
	if at >= len(m.states) || len(e.inputs) > 0 {
		return false, false
	}
	for _, w := range e.next {
		if w != 0 {
			return false, false // labels are about one state
		}
	}
	v, err := m.voc.st.Eval(e.t, m.states[at])
	return err == nil && v.Bool(), err == nil
}
