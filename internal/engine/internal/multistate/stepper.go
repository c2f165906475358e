package multistate

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/factor"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/internal/engine/internal/symbols"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config says how states are kept and limits the work for one step.
type Config struct {
	// Property is what is checked: operations that cannot be made may violate it.
	Property property.Property
	// Whole keeps the path condition as one formula; else it is divided into parts that share no symbol.
	Whole bool
	// NoCache asks the solver each question about emptiness anew.
	NoCache bool
	// Queries holds answers to questions about emptiness that this stepper has in common with others; nil: it
	// has none.
	Queries *querycache.Cache
	// NoModels does not try the models of the parts that a question is made of.
	NoModels bool
	// NoIndependence interleaves an access with the steps of other threads although
	// it commutes with all that they can still do.
	NoIndependence bool
	// NoSymmetry tells states apart that differ only in the numbers of their threads; see symmetry.go.
	NoSymmetry bool
	// NoTau ends a step at each head of a loop, and before each operation that others
	// could tell even if there are no others.
	NoTau bool
	// NoSections interleaves the accesses in the scope of a lock, and sections that commute with what other
	// threads do; see section.go and lock.go.
	NoSections bool
	// NoWake lets a thread that has stopped go on in steps of its own only; see independence.go.
	NoWake bool
	// NoElements takes each access to touch the whole of an object where it matters to other threads; see
	// element.go.
	NoElements bool
	// NoJoins makes the end of each thread that another one waits for a step of the latter, and lets
	// it wait for one after the other; see deferred_join.go.
	NoJoins bool
	// Deadlocks keeps what a search for deadlocks needs: who holds which lock, and states in which a thread
	// that is alone is disabled; see deadlock.go.
	Deadlocks bool
	// Liveness keeps what a search for executions that go on for ever needs: a thread that ends the process
	// is told from one whose assumption fails, and where a thread waits is known; see liveness.go.
	Liveness bool
	// Told, if not nil, has each step say what it does that others can tell (Successor.Acts). It reports
	// whether they can tell what a Store writes.
	Told func(*cfa.Edge) bool
	// Factor says where what the disjuncts of a joined path condition have in common is taken out of them.
	Factor Factor
	// Races makes a step report the data races of its first operation; see race.go.
	Races bool
	// Active is how many threads of each procedure may run; of those that are started later none takes a
	// step. 0: all. See Stepper.Dormant.
	Active int
	// Crowds lets Generalise put threads together that are at the same place; see crowd.go.
	Crowds bool
	// MaxValues is how many values an address, a size or a target may have in one state; 0: the default.
	MaxValues int
	// MaxEdges bounds the edges of one step; 0: the default.
	MaxEdges int
	// MaxDepth bounds the nested calls; 0: the default.
	MaxDepth int
	// Conflicts bounds the effort for one question; 0: no bound.
	Conflicts int64
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

const (
	defaultValues = 256
	defaultEdges  = 200_000
	defaultDepth  = 2_000
	// localEdges is how many local edges run before the head of a loop ends a step, even
	// if no condition on symbols was met.
	localEdges = 1_000
)

func orDefault(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

// Stepper computes the successors of states. It belongs to one goroutine.
type Stepper struct {
	p            *program
	s            *term.Store
	cfg          Config
	ctx          context.Context
	effects      *effects // nil: not computed
	registers    registers
	factorer     *factor.Factorer // nil: nothing is factored out
	symbols      symbols.Inputs
	conditions   conditions
	independence independence
	canonical    canonical
	portable     *portable.Encoder // nil until it is needed
	rec          *Recorder         // nil unless one execution is followed
	dormant      bool
	surveyed     bool            // see Surveyed
	forgotten    map[uint64]bool // regions of objects that were made and that a forgotten address may lead to
	again        map[uint64]bool // regions that a second object has got
	violates     []bool          // by procedure; nil: not known yet
	nameless     bool            // the ids of threads do not matter in the state that is generalised
	factored     int             // joins with common conjuncts
}

// NewStepper returns a stepper for a program, whose terms must be frozen.
func NewStepper(ctx context.Context, prog *cfa.Program, cfg Config) (*Stepper, error) {
	p, err := newProgram(ctx, prog)
	if err != nil {
		return nil, err
	}
	if p.deadlocks = cfg.Deadlocks; p.deadlocks {
		p.waits = waits(prog)
	}
	if cfg.Liveness {
		p.waits = waits(prog)
	}
	cfg.MaxValues = orDefault(cfg.MaxValues, defaultValues)
	cfg.MaxEdges = orDefault(cfg.MaxEdges, defaultEdges)
	cfg.MaxDepth = orDefault(cfg.MaxDepth, defaultDepth)
	p.threads = startsThreads(prog)
	var f *effects
	if p.threads && (!cfg.NoIndependence && !cfg.NoTau || !cfg.NoSymmetry) ||
		cfg.Property.Covers(property.ValidDeref) { // foresee tells accesses of other objects
		if f, err = newEffects(ctx, prog, cfg.Crowds); err != nil {
			return nil, err
		}
		if f != nil {
			p.abstract(f)
		}
	}
	return newStepper(ctx, p, cfg, f), nil
}

// newStepper returns a stepper with terms of its own; the limits in cfg are set.
func newStepper(ctx context.Context, p *program, cfg Config, f *effects) *Stepper {
	x := &Stepper{p: p, s: p.terms, cfg: cfg, ctx: ctx, effects: f, registers: newRegisters(p),
		symbols: symbols.NewInputs(p.terms), forgotten: map[uint64]bool{}, again: map[uint64]bool{}}
	x.conditions = conditions{s: p.terms, symbols: &x.symbols, whole: cfg.Whole,
		emptiness: emptiness.New(ctx, p.terms, emptiness.Config{NoCache: cfg.NoCache, NoModels: cfg.NoModels,
			Queries: cfg.Queries, Conflicts: cfg.Conflicts, Wrap: cfg.Wrap})}
	if cfg.Factor == FactorFormulas {
		x.factorer = factor.New(p.terms)
		x.conditions.emptiness.Factorer = x.factorer
	}
	x.independence = newIndependence(ctx, p, &x.registers, &x.symbols, cfg)
	x.canonical = canonical{p: p, conditions: &x.conditions}
	if p.threads && !cfg.NoIndependence && !cfg.NoTau {
		x.independence.effects = f
	}
	if p.threads && !cfg.NoSymmetry {
		x.canonical.effects = f
	}
	return x
}

// Fork returns a stepper for the same program with a term store of its own, so that it can be used
// in another goroutine, or instead of x when the terms of old states are no longer needed. States go from
// one to the other by Encode and Decode. x must not be following an execution.
func (x *Stepper) Fork() *Stepper {
	p := *x.p
	p.terms = p.Terms.Fork()
	return newStepper(x.ctx, &p, x.cfg, x.effects)
}

// Terms is the store of the terms of all states.
func (x *Stepper) Terms() *term.Store { return x.s }

// Emptiness returns the counts of questions about emptiness.
func (x *Stepper) Emptiness() emptiness.Counts { return x.conditions.emptiness.Counts }

// Dormant reports whether some thread was started that does not run because of Config.Active: then the states
// that are reached are not all.
func (x *Stepper) Dormant() bool { return x.dormant }

// AskSolver makes x give the solver each question about emptiness that bounds of symbols would decide. With
// Config.NoCache and Config.NoModels nothing else decides one but that a condition, or its negation, is a
// conjunct already.
func (x *Stepper) AskSolver() { x.conditions.emptiness.NoIntervals = true }

// Initial returns the state before the first step.
func (x *Stepper) Initial() *State {
	st := &State{memory: memory{p: x.p, objects: append([]*object(nil), x.p.writable...)}}
	st.renew()
	x.registers.start(st, x.p.Entry)
	return st
}

// Image cleans a state up and returns its image: registers that are not live are forgotten, and
// so is what the path condition says of symbols that no value depends on. The state must be
// a successor that was not handed on yet.
func (x *Stepper) Image(st *State) Image { return x.canonical.image(st) }

// Closed reports whether fresh symbols are kept apart from those that occur in a state.
func (x *Stepper) Closed(st *State) bool {
	v := st.View()
	for _, sym := range x.s.Symbols(append(v.Values, v.Conjuncts...)...) {
		if n, ok := x.symbols.Numbers[sym]; !ok || !st.used.Has(n) {
			return false
		}
	}
	return true
}
