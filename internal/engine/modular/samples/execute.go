package samples

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// Limits bound what is executed; 0 is a default.
type Limits struct {
	// Threads is the number of threads that an execution creates at most, Steps that of all steps of all
	// executions, States that of different states.
	Threads, Steps, States int
}

const (
	defaultThreads = 4
	defaultSteps   = 30_000
	defaultStates  = 2_500
	walkLength     = 120 // steps of one execution
	seed           = 1
)

// Set are the states of some executions of a system.
type Set struct {
	sys    *model.System
	names  *names
	states []state
	// constants are numbers that occur in guards and in first values, and small ones.
	constants []uint64
	// signed are variables that the program compares with their sign.
	signed map[term.Term]bool
	// unsigned are variables that it widens without their sign.
	unsigned map[term.Term]bool
	laws     []model.Law // that were found
	threads  int         // how many there were at a time, at most
}

// small are the values that inputs have for the most part.
var small = []uint64{0, 1, 2, 5, 11}

// runner executes a system.
type runner struct {
	ctx    context.Context
	sys    *model.System
	st     *term.Store
	names  *names
	random *rand.Rand
	eval   *term.Evaluator
	values valuation
	before []bool // locations of the initial thread before it creates any
	seen   map[string]bool
	set    *Set
	limits Limits
	steps  int
	lazy   []int // by thread: of eight turns, how many it lets pass
}

// Run executes a system at random; the same system gives the same states. Errors are ctx's and those of the
// evaluation.
func Run(ctx context.Context, sys *model.System, limits Limits) (*Set, error) {
	if limits.Threads == 0 {
		limits.Threads = defaultThreads
	}
	if limits.Steps == 0 {
		limits.Steps = defaultSteps
	}
	if limits.States == 0 {
		limits.States = defaultStates
	}
	n := newNames(sys)
	r := &runner{ctx: ctx, sys: sys, st: sys.Terms, names: n, random: rand.New(rand.NewPCG(seed, seed)),
		before: sys.Before(), seen: map[string]bool{}, set: &Set{sys: sys, names: n}, limits: limits}
	r.set.constants, r.set.signed, r.set.unsigned = constants(sys), signed(sys), unsigned(sys)
	r.values = valuation{names: n, st: r.st}
	r.eval = term.NewEvaluator(r.st, &r.values)
	for walk := 0; r.steps < limits.Steps && len(r.set.states) < limits.States; walk++ {
		threads := 1 + walk%limits.Threads
		if walk%(2*limits.Threads) == 0 {
			threads = 2 * limits.Threads // some things take more than a few
		}
		if err := r.walk(threads); err != nil {
			return nil, err
		}
	}
	return r.set, nil
}

// maxConstants bounds the numbers that are worth a comparison.
const maxConstants = 12

// constants are zero and one, the numbers that cells begin with, and those in guards.
func constants(sys *model.System) []uint64 {
	out := []uint64{0, 1}
	put := func(ts ...term.Term) {
		for t := range sys.Terms.Subterms(ts...) {
			c, ok := sys.Terms.ConstUint64(t)
			if ok && sys.Terms.Sort(t).IsBitVec() && !slices.Contains(out, c) && len(out) < maxConstants {
				out = append(out, c)
			}
		}
	}
	for _, v := range sys.Globals {
		if v.Init != term.None {
			put(v.Init)
		}
	}
	for i := range sys.Templates {
		for _, e := range sys.Templates[i].Edges {
			put(e.Guard)
		}
	}
	return out
}

// large are the numbers above small factors that are added to cells, or are what these are set to: a word may
// count readers, and a writer as many as there cannot be.
func large(sys *model.System) []int64 {
	var out []int64
	put := func(values map[term.Term]term.Term) {
		for t := range sys.Terms.Subterms(slices.Collect(maps.Values(values))...) {
			sort := sys.Terms.Sort(t)
			if !sys.Terms.IsConst(t) || !sort.IsBitVec() || sort.Width() > 64 {
				continue
			}
			c := sys.Terms.ConstValue(t)
			for _, n := range []int64{c.Int64(), int64(c.Uint64())} {
				n = max(n, -n)
				if n > model.MaxFactor && n <= model.MaxWeight && !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
	}
	for i := range sys.Templates {
		for _, e := range sys.Templates[i].Edges {
			put(e.Updates)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), maxConstants)]
}

// signed are variables that are compared with their sign.
func signed(sys *model.System) map[term.Term]bool {
	out := map[term.Term]bool{}
	for i := range sys.Templates {
		for _, e := range sys.Templates[i].Edges {
			for t := range sys.Terms.Subterms(e.Guard) {
				if op := sys.Terms.Op(t); op == term.OpBVSlt || op == term.OpBVSle {
					for _, sym := range sys.Terms.Symbols(t) {
						out[sym] = true
					}
				}
			}
		}
	}
	return out
}

// unsigned are variables that are widened by zeros, or compared without their sign alone, and those that are
// copied to them.
func unsigned(sys *model.System) map[term.Term]bool {
	out := map[term.Term]bool{}
	st := sys.Terms
	with := signed(sys)
	for again := true; again; {
		again = false
		note := func(sym term.Term) {
			if st.Op(sym) == term.OpSymbol && !out[sym] {
				out[sym], again = true, true
			}
		}
		for i := range sys.Templates {
			for _, e := range sys.Templates[i].Edges {
				for sym, x := range e.Updates {
					if out[sym] {
						note(x)
					}
				}
				for t := range st.Subterms(append(slices.Collect(maps.Values(e.Updates)), e.Guard)...) {
					switch st.Op(t) {
					case term.OpZeroExt:
						note(st.Arg(t, 0))
					case term.OpBVUlt, term.OpBVUle:
						for _, x := range st.Args(t) {
							if !with[x] {
								note(x)
							}
						}
					}
				}
			}
		}
	}
	return out
}

// number is the value of a variable as a number, with its sign unless the program reads it without.
func (s *Set) number(sym term.Term, v term.Value) int64 {
	if s.unsigned[sym] {
		return int64(v.Uint64())
	}
	return v.Int64()
}

// walk makes one execution, with so many threads beside the initial one.
func (r *runner) walk(threads int) error {
	s, err := r.begin()
	if err != nil {
		return err
	}
	r.note(s)
	r.lazy = r.lazy[:0]
	for range threads + 1 {
		r.lazy = append(r.lazy, []int{0, 0, 4, 7}[r.random.IntN(4)])
	}
	for range walkLength {
		r.steps++
		if r.steps%256 == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		moved, err := r.step(&s, threads)
		if err != nil || !moved {
			return err
		}
		r.note(s)
	}
	return nil
}

// note keeps a state.
func (r *runner) note(s state) {
	k := s.key()
	if r.seen[k] {
		return
	}
	r.seen[k] = true
	s.shared, s.threads = slices.Clone(s.shared), slices.Clone(s.threads)
	r.set.states = append(r.set.states, s)
	r.set.threads = max(r.set.threads, len(s.threads)-1)
}

// begin is an initial state.
func (r *runner) begin() (state, error) {
	s := state{}
	r.values.shared, r.values.thread, r.values.more = nil, nil, nil
	for _, v := range r.sys.Globals {
		x, err := r.first(v)
		if err != nil {
			return s, err
		}
		s.shared = append(s.shared, x)
	}
	t, err := r.born(0)
	s.threads = []thread{t}
	return s, err
}

// first is the value that a variable begins with.
func (r *runner) first(v model.Var) (term.Value, error) {
	if v.Init == term.None {
		return r.input(v.Sym), nil
	}
	r.eval.Reset(&r.values)
	return r.eval.Eval(v.Init)
}

// born is a new thread of a template.
func (r *runner) born(template int) (thread, error) {
	t := thread{template: template}
	for _, v := range r.sys.Templates[template].Locals {
		x, err := r.first(v)
		if err != nil {
			return t, err
		}
		t.locals = append(t.locals, x)
	}
	return t, nil
}

// input is some value of the sort of a symbol.
func (r *runner) input(sym term.Term) term.Value {
	sort := r.st.Sort(sym)
	switch {
	case sort.IsBool():
		return term.BoolValue(r.random.IntN(2) == 1)
	case sort.IsBitVec() && sort.Width() <= 64:
		if r.random.IntN(4) > 0 {
			return term.BVValue(sort.Width(), small[r.random.IntN(len(small))])
		}
		near := r.set.constants[r.random.IntN(len(r.set.constants))]
		return term.BVValue(sort.Width(), near+uint64(r.random.IntN(3))-1)
	}
	return r.st.ZeroValue(sort)
}

// step makes a step of some thread; false if none can make one.
func (r *runner) step(s *state, threads int) (moved bool, err error) {
	order := r.random.Perm(len(s.threads))
	for _, i := range append(slices.DeleteFunc(slices.Clone(order), r.rests), order...) {
		t := &s.threads[i]
		out := r.sys.Templates[t.template].Locs[t.loc].Out
		for _, k := range r.random.Perm(len(out)) {
			e := &r.sys.Templates[t.template].Edges[out[k]]
			if e.Kind != model.Step || e.Spawn != nil && len(s.threads) > threads {
				continue
			}
			r.values = valuation{names: r.names, st: r.st, shared: s.shared, thread: t,
				more: map[term.Term]term.Value{}}
			for _, sym := range e.Inputs {
				r.values.more[sym] = r.input(sym)
			}
			r.eval.Reset(&r.values)
			ok, err := r.eval.Eval(e.Guard)
			if err != nil {
				return false, err
			}
			if ok.Bool() {
				return true, r.take(s, i, e)
			}
		}
	}
	return false, nil
}

// rests reports whether a thread lets others go first for once. Of each execution some threads are lazy, so
// that they are seen where they begin while others have come far.
func (r *runner) rests(i int) bool {
	return i < len(r.lazy) && r.random.IntN(8) < r.lazy[i]
}

// take makes a step of a thread.
func (r *runner) take(s *state, i int, e *model.Edge) error {
	t := s.threads[i]
	shared, locals := slices.Clone(s.shared), slices.Clone(t.locals)
	for sym, x := range e.Updates {
		v, err := r.eval.Eval(x)
		if err != nil {
			return err
		}
		if k, ok := r.names.locals[t.template][sym]; ok {
			locals[k] = v
		} else if k, ok := r.names.shared[sym]; ok {
			shared[k] = v
		}
	}
	if i == 0 {
		s.late = s.late || e.Spawn != nil || !r.before[e.To]
	}
	if sp := e.Spawn; sp != nil {
		args := map[term.Term]term.Value{}
		for sym, x := range sp.Args {
			v, err := r.eval.Eval(x)
			if err != nil {
				return err
			}
			args[sym] = v
		}
		child, err := r.born(sp.Template)
		if err != nil {
			return err
		}
		for sym, v := range args {
			if k, ok := r.names.locals[sp.Template][sym]; ok {
				child.locals[k] = v
			}
		}
		s.threads = append(s.threads, child)
	}
	live := r.sys.Templates[t.template].Locs[e.To].Live
	for sym, k := range r.names.locals[t.template] {
		if !slices.Contains(live, sym) {
			locals[k] = r.st.ZeroValue(r.st.Sort(sym))
		}
	}
	s.shared = shared
	s.threads[i] = thread{t.template, e.To, locals}
	return nil
}
