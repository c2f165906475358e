package predicate

import (
	"context"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config says how abstractions are computed.
type Config struct {
	// Cartesian decides each predicate alone.
	Cartesian bool
	// Modular combines the predicates about each thread with those about memory, and not with those about
	// other threads.
	Modular bool
	// Solver makes a solver over the store with nothing asserted.
	Solver func(*term.Store) smt.Solver
}

// Domain is the domain of predicates.
type Domain struct {
	Precision *Precision
	st        *term.Store
	cfg       Config
	solver    smt.Solver
	asked     int
	implied   map[[2]term.Term]bool
	folded    folded
	alike     map[string]int // predicates that differ in constants only
	// Abstractions counts those that needed a solver, Questions what the solver was asked.
	Abstractions, Questions int
}

// New returns the domain over a store with an empty precision.
func New(st *term.Store, cfg Config) *Domain {
	return &Domain{Precision: NewPrecision(st), st: st, cfg: cfg, implied: map[[2]term.Term]bool{},
		alike: map[string]int{}}
}

// element is a formula over the symbols of slots.
type element struct{ formula term.Term }

// Initial implements domain.Domain.
func (d *Domain) Initial() domain.Element { return element{d.st.True()} }

// Transfer implements domain.Domain. What the element says is in the guard already: the path formula.
func (d *Domain) Transfer(_ context.Context, e domain.Element, _ *domain.Step) (domain.Element, bool, error) {
	return e, true, nil
}

// Prec implements domain.Domain: it computes the abstraction (section 3.1, equation 3.2).
func (d *Domain) Prec(ctx context.Context, _ domain.Element, s *domain.Step) (domain.Element, bool, error) {
	f, err := d.abstraction(ctx, s)
	if err != nil || d.st.IsFalse(f) {
		return nil, false, err
	}
	return element{f}, true, nil
}

// Merge implements domain.Domain: abstraction states stay apart (equation 2.1).
func (d *Domain) Merge(_, old domain.Element) (domain.Element, bool) { return old, false }

// Stop implements domain.Domain: the implication of equation 2.2.
func (d *Domain) Stop(ctx context.Context, e, old domain.Element) bool {
	f, g := e.(element).formula, old.(element).formula
	if f == g || d.st.IsTrue(g) {
		return true
	}
	if d.st.IsTrue(f) {
		return false // a combination of predicates that holds always would have become true
	}
	key := [2]term.Term{f, g}
	yes, ok := d.implied[key]
	if !ok {
		yes = d.check(ctx, f, d.st.Not(g)).Status == smt.Unsat
		if ctx.Err() == nil {
			d.implied[key] = yes
		}
	}
	return yes
}

// Facts implements domain.Domain.
func (d *Domain) Facts(e domain.Element) []term.Term {
	f := e.(element).formula
	switch {
	case d.st.IsTrue(f):
		return nil
	case d.st.Op(f) == term.OpAnd:
		return d.st.Args(f)
	}
	return []term.Term{f}
}

// Rename implements domain.Renamer.
func (d *Domain) Rename(ctx context.Context, e domain.Element, to map[term.Term]term.Term) (domain.Element,
	bool) {
	var kept, rest []term.Term
	for _, c := range d.st.Conjuncts(e.(element).formula) {
		named := 0
		syms := d.st.Symbols(c)
		for _, sym := range syms {
			if to[sym] != term.None {
				named++
			}
		}
		switch {
		case named == len(syms):
			kept = append(kept, c)
		case named > 0:
			return nil, false
		default:
			rest = append(rest, c)
		}
	}
	if len(rest) > 0 && d.check(ctx, rest...).Status != smt.Sat {
		return nil, false
	}
	return element{d.st.Substitute(d.st.And(kept...), to)}, true
}

// solverQuestions is how many questions one solver is asked: it keeps what it made of them.
const solverQuestions = 400

// check asks the solver whether formulas have a model in common.
func (d *Domain) check(ctx context.Context, formulas ...term.Term) smt.Result {
	if d.solver == nil {
		d.solver = d.cfg.Solver(d.st)
	}
	d.Questions++
	d.asked++
	return d.solver.Check(ctx, formulas...)
}

// renew gives the solver up when it has been asked a lot. Nothing may be asserted.
func (d *Domain) renew() {
	if d.asked > solverQuestions {
		d.solver, d.asked = nil, 0
	}
}
