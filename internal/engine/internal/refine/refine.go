package refine

import (
	"context"

	"whittle.dev/internal/engine/internal/samples"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/smt/interpolate"
	"whittle.dev/term"
)

// Source is where predicates come from, in the order in which the sources are asked.
type Source uint8

// The sources.
const (
	// Guards: atoms of guards, with one round of weakest preconditions.
	Guards Source = iota
	// Newton: weakest preconditions along the path, sliced to an unsatisfiable core.
	Newton
	// Unsliced: weakest preconditions along the whole path.
	Unsliced
	// Samples: invariants that all sampled executions have, and that are inductive. They are lemmas.
	Samples
	// Interpolants: an inductive sequence of interpolants.
	Interpolants
	// Integers: interpolants of the path with bit-vectors read as integers.
	Integers
	// Postconditions: what is known of single values along the path.
	Postconditions
	// Bits: the bits of the variables.
	Bits

	numSources = int(Bits) + 1
)

// String names the source as switches and statistics do.
func (s Source) String() string {
	return [numSources]string{"guards", "newton", "unsliced", "samples", "interpolants", "integers",
		"postconditions", "bits"}[s]
}

// Config is what a Refiner works with.
type Config struct {
	// Solver makes a solver over the store with nothing asserted.
	Solver func(*term.Store) smt.Solver
	// Wrap puts something around the interpolator, a decorator that checks what it answers for example. nil:
	// nothing.
	Wrap func(*term.Store, smt.Interpolator) smt.Interpolator
	// Off are the sources that are not asked.
	Off [numSources]bool
}

// Chain is a path of the graph from an initial state to a goal that the system has not.
type Chain struct {
	// Edges are indices of edges, each from where the one before leads to; the last one leads to a goal.
	Edges []int
}

// Predicate is a formula whose truth is worth following at a location.
type Predicate struct {
	// Term is an atom over the symbols Sym of variables that are live at the location.
	Term     term.Term
	Location int
	Source   Source
}

// Lemma is a formula that holds in every state that an execution has at a location.
type Lemma struct {
	Term     term.Term
	Location int
	Source   Source
}

// Found is what the sources came up with: nothing that the Refiner returned before.
type Found struct {
	Predicates []Predicate
	Lemmas     []Lemma
}

// Empty reports whether nothing was found.
func (f *Found) Empty() bool { return len(f.Predicates) == 0 && len(f.Lemmas) == 0 }

// Refiner asks the sources for one system. It belongs to the goroutine that owns the system's store.
type Refiner struct {
	g       *flow.Graph
	st      *term.Store
	cfg     Config
	solver  smt.Solver
	itp     *interpolate.Interpolator
	wrapped smt.Interpolator
	index   map[term.Term]int     // of variables, by their symbols
	known   []map[term.Term]bool  // by location: what was returned
	lemmas  []map[term.Term]bool  // the same of lemmas
	shapes  []map[shape]int       // by location: how many predicates returned differ in a constant only
	most    int                   // of these
	dropped bool                  // a predicate because of that
	inputs  map[inputAt]term.Term // the symbols of inputs along paths
	state   map[inputAt]term.Term // the symbols of variables along paths
	calls   int                   // of Refine
	sampled int                   // how often samples were taken
	count   [numSources]int64
}

// New returns a refiner for the system of a graph.
func New(g *flow.Graph, cfg Config) *Refiner {
	r := &Refiner{g: g, st: g.Sys.Terms, cfg: cfg, index: map[term.Term]int{},
		most: maxShape, inputs: map[inputAt]term.Term{}, state: map[inputAt]term.Term{}}
	for i, v := range g.Sys.Vars {
		r.index[v.Sym] = i
	}
	for range g.Locs {
		r.known = append(r.known, map[term.Term]bool{})
		r.lemmas = append(r.lemmas, map[term.Term]bool{})
		r.shapes = append(r.shapes, map[shape]int{})
	}
	r.solver = r.limited(questionConflicts)(r.st)
	r.itp = interpolate.New(r.st, interpolate.Config{Solver: r.limited(questionConflicts),
		Limit: interpolantLimit, Options: interpolate.Options{Whole: true}})
	r.wrapped = r.itp
	if cfg.Wrap != nil {
		r.wrapped = cfg.Wrap(r.st, r.itp)
	}
	return r
}

// interpolantLimit bounds the questions for one interpolant, questionConflicts the effort for one question
// about a path: what takes longer is left to other sources.
const (
	interpolantLimit  = 400
	questionConflicts = 20_000
)

// limited makes solvers that give up after a number of conflicts, if they can.
func (r *Refiner) limited(conflicts int64) func(*term.Store) smt.Solver {
	return func(st *term.Store) smt.Solver {
		solver := r.cfg.Solver(st)
		if s, ok := solver.(interface{ LimitConflicts(int64) }); ok {
			s.LimitConflicts(conflicts)
		}
		return solver
	}
}

// Initial returns what is worth following before a path is known: the source Guards.
func (r *Refiner) Initial() Found {
	var f Found
	if !r.cfg.Off[Guards] {
		f.Predicates = r.keep(r.guards())
	}
	return f
}

// Refine returns predicates and lemmas for a spurious path, from the first source that knows something new.
// An empty result means that no source has anything left to say. The error is that of the context.
func (r *Refiner) Refine(ctx context.Context, c Chain) (Found, error) {
	r.calls++
	if r.sampled < len(sampleAfter) &&
		(r.calls >= sampleAfter[r.sampled] || r.sampled == 0 && r.repeats(c)) {
		if f, err := r.sample(ctx); err != nil || !f.Empty() {
			return f, err
		}
	}
	p := r.unroll(c)
	core, err := p.core(ctx)
	if err != nil {
		return Found{}, err
	}
	for {
		r.dropped = false
		f, err := r.ask(ctx, p, core)
		if err != nil || !f.Empty() || !r.dropped {
			return f, err
		}
		r.most *= 2
	}
}

// ask asks the sources one after the other.
func (r *Refiner) ask(ctx context.Context, p *unrolled, core [][]term.Term) (f Found, err error) {
	for s := Newton; int(s) < numSources; s++ {
		if r.cfg.Off[s] {
			continue
		}
		var found []Predicate
		switch s {
		case Newton:
			found = r.newton(ctx, p.chain, core, Newton)
		case Unsliced:
			found = r.newton(ctx, p.chain, p.all(), Unsliced)
		case Samples:
			if r.sampled == len(sampleAfter) {
				continue
			}
			if f, err = r.sample(ctx); err != nil {
				return f, err
			}
		case Interpolants:
			found = r.interpolants(ctx, p)
		case Integers:
			found = r.integers(ctx, p)
		case Postconditions:
			found = r.postconditions(p)
		case Bits:
			found = r.bits(p.chain)
		}
		f.Predicates = r.keep(found)
		if err := ctx.Err(); err != nil || !f.Empty() {
			return f, err
		}
	}
	return f, nil
}

// repeats reports whether a path comes to a location a second time: then what loops keep is worth more than
// the predicates of one path.
func (r *Refiner) repeats(c Chain) bool {
	seen := map[int]bool{}
	for _, e := range c.Edges {
		from := r.g.Edges[e].From
		if seen[from] {
			return true
		}
		seen[from] = true
	}
	return false
}

// sampleAfter are the numbers of refinements after which samples are taken, the second time for more
// candidates. The first time is sooner if a path comes to a location twice.
var sampleAfter = [...]int{3, 12}

// sampleConflicts bounds the effort for one question about candidates.
const sampleConflicts = 1000

// sample asks the source Samples.
func (r *Refiner) sample(ctx context.Context) (Found, error) {
	var f Found
	opt := samples.Options{Forms: r.sampled > 0}
	r.sampled++
	if r.cfg.Off[Samples] {
		return f, nil
	}
	lemmas, err := samples.Lemmas(ctx, r.g, r.limited(sampleConflicts)(r.st), opt)
	for loc, ts := range lemmas {
		for _, t := range ts {
			if !r.lemmas[loc][t] {
				r.lemmas[loc][t] = true
				f.Lemmas = append(f.Lemmas, Lemma{t, loc, Samples})
				r.count[Samples]++
			}
		}
	}
	return f, err
}

// shape is a comparison of a term with a constant, whatever the constant.
type shape struct {
	op term.Op
	t  term.Term
}

// maxShape bounds the predicates of one location that differ in a constant only: beyond it a loop is being
// unrolled, and another source should be asked. When none of them knows anything else the bound is doubled.
const maxShape = 3

// keep returns those predicates that are new and speak of live variables only.
func (r *Refiner) keep(found []Predicate) []Predicate {
	var out []Predicate
	for _, p := range found {
		t := p.Term
		if r.st.Op(t) == term.OpNot {
			t = r.st.Arg(t, 0)
		}
		if r.st.IsConst(t) || r.known[p.Location][t] || r.large(t) || !r.fits(p.Location, t) {
			continue
		}
		if s, ok := r.shape(t); ok && p.Source != Guards && p.Source != Bits {
			if r.shapes[p.Location][s] >= r.most {
				r.dropped = true
				continue
			}
			r.shapes[p.Location][s]++
		}
		r.known[p.Location][t] = true
		r.count[p.Source]++
		p.Term = t
		out = append(out, p)
	}
	return out
}

// shape returns the shape of a comparison of a number or word with a constant.
func (r *Refiner) shape(t term.Term) (s shape, ok bool) {
	op := r.st.Op(t)
	switch op {
	case term.OpEq, term.OpLe, term.OpBVUlt, term.OpBVSlt:
	default:
		return s, false
	}
	a, b := r.st.Arg(t, 0), r.st.Arg(t, 1)
	switch {
	case r.st.Sort(a).IsBool():
		return s, false
	case r.st.IsConst(b):
	case r.st.IsConst(a):
		a = b
	default:
		return s, false
	}
	if sum, ok := sumOf(r.st, a); ok && r.st.Op(a) == term.OpBVAdd {
		sum.constant = 0
		a = sum.formula(r.st, 1, sum.width)
	}
	return shape{op, a}, true
}

// maxSize bounds the different parts of a predicate: what is larger repeats a path and not what it has in
// common with others.
const maxSize = 40

// large reports whether a formula has more parts.
func (r *Refiner) large(t term.Term) bool {
	n := 0
	for range r.st.Subterms(t) {
		if n++; n > maxSize {
			return true
		}
	}
	return false
}

// fixes reports whether t is an equation of a variable with a constant.
func (r *Refiner) fixes(t term.Term) (sym term.Term, ok bool) {
	s, ok := r.shape(t)
	return s.t, ok && s.op == term.OpEq && r.st.Op(s.t) == term.OpSymbol
}

// fits reports whether a formula is about variables that are live at a location, and nothing else.
func (r *Refiner) fits(loc int, t term.Term) bool {
	for _, sym := range r.st.Symbols(t) {
		if i, ok := r.index[sym]; !ok || !r.g.Locs[loc].Live[i] {
			return false
		}
	}
	return true
}

// Stats returns how many predicates and lemmas came from each source.
func (r *Refiner) Stats() []smt.Stat {
	var out []smt.Stat
	for s := range numSources {
		if n := r.count[s]; n > 0 {
			out = append(out, smt.Stat{Name: "predicates from " + Source(s).String(), Value: n})
		}
	}
	return out
}
