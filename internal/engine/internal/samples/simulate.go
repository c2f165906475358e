package samples

import (
	"context"
	"math/big"
	"math/rand/v2"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// How executions are sampled: many short ones see how loops begin and end, a few long ones come through a
// loop to the next one. Of a location's samples no more than perLocation are kept.
// The long ones are shorter in a system with many terms.
const (
	shortRuns, shortSteps = 60, 80
	longRuns, longSteps   = 4, 6000
	longLeast, longTerms  = 200, 400_000 // steps, and steps times terms
	perLocation           = 240
	tries                 = 3 // values of inputs for one edge in one state
)

// simulator executes a graph at random.
type simulator struct {
	ctx    context.Context
	g      *flow.Graph
	st     *term.Store
	random *rand.Rand
	solver smt.Solver
	pool   map[term.Sort][]term.Value // interesting values of inputs
	// samples are states by location. Of more than perLocation in one run, ever fewer are taken.
	samples [][]transition.State
	visits  []int
	index   map[term.Term]int
	size    int // terms of the graph

	state  transition.State
	inputs term.Map
	eval   *term.Evaluator
}

func newSimulator(ctx context.Context, g *flow.Graph, solver smt.Solver, seed uint64) *simulator {
	s := &simulator{ctx: ctx, g: g, st: g.Sys.Terms, random: rand.New(rand.NewPCG(seed, 1)), solver: solver,
		samples: make([][]transition.State, len(g.Locs)), visits: make([]int, len(g.Locs)),
		index: make(map[term.Term]int, len(g.Sys.Vars)), inputs: term.Map{}}
	for i, v := range g.Sys.Vars {
		s.index[v.Sym] = i
	}
	s.eval = term.NewEvaluator(s.st, s)
	s.pool, s.size = constants(g)
	return s
}

// Value implements term.Assignment.
func (s *simulator) Value(sym term.Term) (term.Value, bool) {
	if v, ok := s.inputs[sym]; ok {
		return v, true
	}
	if i, ok := s.index[sym]; ok && s.state != nil {
		return s.state[i], true
	}
	return s.st.ZeroValue(s.st.Sort(sym)), true
}

// run samples executions.
func (s *simulator) run() error {
	for i := range shortRuns + longRuns {
		steps := shortSteps
		if i >= shortRuns {
			steps = min(longSteps, max(longLeast, longTerms/s.size))
		}
		if err := s.execute(steps); err != nil {
			return err
		}
	}
	return nil
}

// execute makes one execution of at most so many steps.
func (s *simulator) execute(steps int) error {
	loc, ok, err := s.begin()
	if err != nil || !ok {
		return err
	}
	for range steps {
		s.note(loc)
		if err := s.ctx.Err(); err != nil {
			return err
		}
		next, ok, err := s.step(loc)
		if err != nil || !ok {
			return err
		}
		loc = next
	}
	return nil
}

// begin chooses an initial state; ok is false if none was found.
func (s *simulator) begin() (loc int, ok bool, err error) {
	var starts []int
	for i := range s.g.Locs {
		if !s.st.IsFalse(s.g.Locs[i].Init) {
			starts = append(starts, i)
		}
	}
	if len(starts) == 0 {
		return 0, false, nil
	}
	loc = starts[s.random.IntN(len(starts))]
	start := &s.g.Locs[loc].Start
	for range 4 * tries {
		s.state = nil
		s.choose(start.Inputs)
		if ok, err := s.take(start); ok || err != nil {
			return loc, ok, err
		}
	}
	if r := s.solver.Check(s.ctx, start.Guard); r.Status != smt.Sat {
		return loc, false, s.ctx.Err()
	}
	s.state = nil
	for _, in := range start.Inputs {
		if v, ok := s.solver.Value(in); ok {
			s.inputs[in] = v
		}
	}
	ok, err = s.take(start)
	return loc, ok, err
}

// step takes an edge from a location, in a random order, with random inputs.
func (s *simulator) step(loc int) (next int, ok bool, err error) {
	out := s.g.Locs[loc].Out
	first := 0
	if len(out) > 0 {
		first = s.random.IntN(len(out))
	}
	for range tries {
		for i := range out {
			e := &s.g.Edges[out[(first+i)%len(out)]]
			s.choose(e.Inputs)
			if ok, err := s.take(e); ok || err != nil {
				return e.To, ok, err
			}
		}
	}
	return 0, false, nil
}

// take takes an edge if its guard holds.
func (s *simulator) take(e *flow.Edge) (bool, error) {
	s.eval.Reset(s)
	guard, err := s.eval.Eval(e.Guard)
	if err != nil || !guard.Bool() {
		return false, err
	}
	next := make(transition.State, len(e.Next))
	for v, t := range e.Next {
		if !s.g.Locs[e.To].Live[v] {
			next[v] = s.st.ZeroValue(s.st.Sort(s.g.Sys.Vars[v].Sym))
			continue
		}
		if next[v], err = s.eval.Eval(t); err != nil {
			return false, err
		}
	}
	s.state = next
	return true, nil
}

// note makes the state a sample of a location: every state at first, then ever fewer.
func (s *simulator) note(loc int) {
	s.visits[loc]++
	if n := s.visits[loc]; n <= perLocation/2 || n%(1+n/perLocation*8) == 0 {
		if len(s.samples[loc]) < perLocation {
			s.samples[loc] = append(s.samples[loc], s.state)
			return
		}
		s.samples[loc][perLocation/2+s.random.IntN(perLocation/2)] = s.state
	}
}

// choose gives inputs random values.
func (s *simulator) choose(inputs []term.Term) {
	clear(s.inputs)
	for _, in := range inputs {
		s.inputs[in] = s.pick(s.st.Sort(in))
	}
}

// pick is a random value: a small one, one of the program's constants or a neighbour, or any. An array has
// the same element everywhere.
func (s *simulator) pick(sort term.Sort) term.Value {
	switch {
	case sort.IsArray():
		_, elem := s.st.ArrayParts(sort)
		return s.st.ArrayValue(sort, s.pick(elem))
	case sort.IsBool():
		return term.BoolValue(s.random.IntN(2) == 0)
	case !sort.IsBitVec() && !sort.IsInt():
		return s.st.ZeroValue(sort)
	}
	v := new(big.Int)
	switch pool := s.pool[sort]; {
	case s.random.IntN(4) == 0 && len(pool) > 0:
		v = pool[s.random.IntN(len(pool))].Big()
		v.Add(v, big.NewInt(int64(s.random.IntN(3)-1)))
	case s.random.IntN(3) > 0:
		v.SetInt64(int64(s.random.IntN(24) - 4))
	case s.random.IntN(2) == 0:
		v.SetInt64(int64(s.random.IntN(4000) - 1000))
	case sort.IsBitVec():
		v.SetUint64(s.random.Uint64())
	default:
		v.SetInt64(int64(s.random.Uint32()) - 1<<31)
	}
	if sort.IsInt() {
		return term.IntValue(v)
	}
	return term.BVValueBig(sort.Width(), v)
}

// constants are the literals in guards and assignments, by sort; size is the number of terms there.
func constants(g *flow.Graph) (out map[term.Sort][]term.Value, size int) {
	st := g.Sys.Terms
	out = map[term.Sort][]term.Value{}
	terms := steps(g)
	for i := range g.Locs {
		terms = append(terms, g.Locs[i].Init)
	}
	for t := range st.Subterms(terms...) {
		size++
		if sort := st.Sort(t); st.IsConst(t) && (sort.IsBitVec() || sort.IsInt()) && len(out[sort]) < 32 {
			out[sort] = append(out[sort], st.ConstValue(t))
		}
	}
	return out, max(1, size)
}

// steps are the guards and assignments of the edges.
func steps(g *flow.Graph) (out []term.Term) {
	for i := range g.Edges {
		out = append(append(out, g.Edges[i].Guard), g.Edges[i].Next...)
	}
	return out
}
