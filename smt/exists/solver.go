package exists

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config holds limits and switches. All but Solver may be left at zero.
type Config struct {
	// Solver makes a solver for quantifier-free terms of st, with nothing asserted;
	// required. One proposes, and one for each quantified constraint looks for
	// counterexamples. Those that are io.Closers are closed when they are dropped.
	Solver func(st *term.Store) (smt.Solver, error)

	// Rounds bounds the proposals of each Check; beyond it the answer is Unknown with smt.ReasonTimeout. 0 is
	// no bound: the domains are finite, so every Check ends, but it may take longer than anybody waits.
	Rounds int64

	// Switches for tests and measurements.
	NoPrepare    bool // take constraints as they are, but for conjunctions
	NoTerms      bool // instantiate by values only
	NoCandidates bool // look for no terms before the first counterexample
}

// Solver decides conjunctions of quantifier-free assertions and of formulas with
// universally quantified symbols. It implements smt.Solver and smt.ForAller and
// belongs to the goroutine that owns the store. Create one with [New].
type Solver struct {
	st    *term.Store
	cfg   Config
	outer smt.Solver // the assertions without quantifiers, and the instances

	ground  []term.Term // assertions without quantifiers
	all     []*constraint
	outline []*constraint // what constraints were before equations were solved: for candidates only
	levels  []mark
	version int                // counts changes of ground
	made    map[term.Term]bool // symbols that take the place of unconstrained operations

	counts Counts
}

// mark is the length of the lists when a level was opened.
type mark struct{ ground, all, outline int }

// Counts are totals since the solver was created.
type Counts struct {
	Checks          int64
	Rounds          int64 // proposals that were examined
	Constraints     int64 // quantified constraints left after preparation
	Resolved        int64 // bound symbols eliminated by equations
	Unconstrained   int64 // operations replaced because their operand is unconstrained
	Expanded        int64 // bound symbols eliminated by listing their values
	Counterexamples int64 // found by a solver
	Candidates      int64 // counterexamples that a term known before gave
	Terms           int64 // instances with a term for at least one bound symbol
	Values          int64 // instances by values alone
}

var (
	_ smt.Solver   = (*Solver)(nil)
	_ smt.ForAller = (*Solver)(nil)
	_ smt.Statser  = (*Solver)(nil)
)

// New returns a solver for terms of st, with nothing asserted. The error is that of Config.Solver.
func New(st *term.Store, cfg Config) (*Solver, error) {
	if cfg.Solver == nil {
		return nil, errors.New("exists: Config.Solver is missing")
	}
	outer, err := cfg.Solver(st)
	if err != nil {
		return nil, err
	}
	return &Solver{st: st, cfg: cfg, outer: outer, made: map[term.Term]bool{}}, nil
}

// Unwrap returns the solver that has the assertions without quantifiers and the instances. With no quantified
// assertion in force it decides alone, and its optional capabilities may be used.
func (s *Solver) Unwrap() smt.Solver { return s.outer }

// Quantified reports whether a constraint with bound symbols is in force.
func (s *Solver) Quantified() bool { return len(s.all) > 0 }

// Close closes the solvers that can be closed.
func (s *Solver) Close() error {
	err := closeSolver(s.outer)
	for _, c := range s.all {
		err = errors.Join(err, closeSolver(c.inner))
	}
	return err
}

func closeSolver(s smt.Solver) error {
	if c, ok := s.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Assert implements smt.Solver.
func (s *Solver) Assert(t term.Term) error {
	s.ground = append(s.ground, t)
	s.version++
	return s.outer.Assert(t)
}

// AssertForAll implements smt.ForAller. Bound symbols must be Bool or bit-vectors. What cannot be supported
// is remembered, and every Check while it is in force answers Unknown.
func (s *Solver) AssertForAll(vars []term.Term, body term.Term) error {
	refuse := func(what string) error {
		why := smt.ReasonUnsupported + ": " + what
		s.all = append(s.all, &constraint{vars: vars, body: body, refused: why})
		return fmt.Errorf("exists: unsupported: %s", what)
	}
	for _, x := range vars {
		if sort := s.st.Sort(x); !sort.IsBool() && !sort.IsBitVec() {
			return refuse("quantified symbol of sort " + s.st.SortString(sort))
		}
	}
	for _, x := range s.st.Symbols(body) {
		if sort := s.st.Sort(x); sort.IsFunc() || sort.IsUninterpreted() {
			return refuse("symbol of sort " + s.st.SortString(sort) + " below a quantifier")
		}
	}
	ground, pieces, outlines := s.prepare(vars, body)
	var errs []error
	for _, t := range ground {
		errs = append(errs, s.Assert(t))
	}
	for _, p := range pieces {
		s.counts.Constraints++
		s.all = append(s.all, s.newConstraint(p))
	}
	for _, p := range outlines {
		if len(pieces) > 0 && !slices.ContainsFunc(pieces, func(q piece) bool { return q.body == p.body }) {
			s.outline = append(s.outline, s.newConstraint(p))
		}
	}
	return errors.Join(errs...)
}

// Push implements smt.Solver.
func (s *Solver) Push() {
	s.levels = append(s.levels, mark{len(s.ground), len(s.all), len(s.outline)})
	s.outer.Push()
}

// Pop implements smt.Solver. Instances of constraints that stay in force are
// kept, and asserted again by the next Check.
func (s *Solver) Pop() {
	s.outer.Pop()
	top := len(s.levels) - 1
	m := s.levels[top]
	s.levels = s.levels[:top]
	s.ground = s.ground[:m.ground]
	s.version++
	for _, c := range s.all[m.all:] {
		_ = closeSolver(c.inner) // nothing depends on how it ends
	}
	clear(s.all[m.all:])
	s.all = s.all[:m.all]
	clear(s.outline[m.outline:])
	s.outline = s.outline[:m.outline]
	for _, list := range [...][]*constraint{s.all, s.outline} {
		for _, c := range list {
			for i := range c.instances {
				if c.instances[i].level > top {
					c.instances[i].level = absent
				}
			}
		}
	}
}

// Value implements smt.Solver: the model of the free symbols. t must not contain
// bound symbols. The model is readable until the next Assert, Push, Pop or Check.
func (s *Solver) Value(t term.Term) (term.Value, bool) { return s.outer.Value(t) }

// Failed implements smt.Solver.
func (s *Solver) Failed() []term.Term { return s.outer.Failed() }

// Counts returns the counters.
func (s *Solver) Counts() Counts { return s.counts }

// Stats implements smt.Statser: the counters of the solver that proposes, if it has
// any, and once a quantified constraint was asserted those of this package.
func (s *Solver) Stats() []smt.Stat {
	var out []smt.Stat
	if in, ok := s.outer.(smt.Statser); ok {
		out = in.Stats()
	}
	c := &s.counts
	if *c == (Counts{Checks: c.Checks}) {
		return out
	}
	return append(out,
		smt.Stat{Name: "quantified constraints", Value: c.Constraints},
		smt.Stat{Name: "bound symbols resolved", Value: c.Resolved},
		smt.Stat{Name: "bound symbols unconstrained", Value: c.Unconstrained},
		smt.Stat{Name: "bound symbols expanded", Value: c.Expanded},
		smt.Stat{Name: "proposals", Value: c.Rounds},
		smt.Stat{Name: "counterexamples", Value: c.Counterexamples},
		smt.Stat{Name: "counterexamples by candidates", Value: c.Candidates},
		smt.Stat{Name: "instances by terms", Value: c.Terms},
		smt.Stat{Name: "instances by values", Value: c.Values})
}
