package interpolate

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Interpolator computes interpolants of formulas of one store. It belongs to the goroutine that owns the
// store. Create one with New.
type Interpolator struct {
	st      *term.Store
	cfg     Config
	voc     vocabulary
	facts   map[term.Term]fact
	symbols map[term.Term][]term.Term
	solvers [2]smt.Solver // one for each side; nil: not needed yet
}

var _ smt.Interpolator = (*Interpolator)(nil)

// New returns an interpolator for terms of st.
func New(st *term.Store, cfg Config) *Interpolator {
	if cfg.Limit == 0 {
		cfg.Limit = 2000
	}
	return &Interpolator{st: st, cfg: cfg, voc: newVocabulary(st), facts: map[term.Term]fact{},
		symbols: map[term.Term][]term.Term{}}
}

// Interpolate implements smt.Interpolator.
func (p *Interpolator) Interpolate(ctx context.Context, a, b []term.Term) (term.Term, smt.Result) {
	s, r := p.Separate(ctx, a, b, p.cfg.Options)
	return s.Term, r
}

// Separate is Interpolate with options of its own: it prefers single literals, in the order of Kind, to whole
// interpolants (SLAB needs one predicate to split a node by).
func (p *Interpolator) Separate(ctx context.Context, a, b []term.Term, opt Options) (Separator, smt.Result) {
	a, b = p.st.Conjuncts(a...), p.st.Conjuncts(b...)
	shared := p.shared(a, b)
	if x, ok := p.newPair(a, b, shared); ok {
		s, status := Separator{}, smt.Unknown
		if opt.Whole {
			if s.Term, status = x.whole(ctx, opt.Strength); status == smt.Unsat {
				s.Kind = p.kindOf(s.Term)
			}
		} else {
			s, status = x.choose(ctx, opt)
		}
		if status == smt.Unsat || status == smt.Sat && p.plain(x.sides[:]...) {
			return s, smt.Result{Status: status}
		}
	}
	q, r := p.newQuestion(ctx, a, b, shared, opt)
	if q == nil {
		return Separator{}, r
	}
	defer q.close()
	s, err := q.separate()
	if err != nil {
		return Separator{}, q.unknown(err)
	}
	return s, smt.Result{Status: smt.Unsat}
}

// Sequence implements smt.Interpolator: each formula is an interpolant of the one before it with the next
// part against the parts that are left, so the sequence is inductive by construction.
func (p *Interpolator) Sequence(ctx context.Context, parts []term.Term) ([]term.Term, smt.Result) {
	if len(parts) == 0 {
		return nil, smt.Result{Status: smt.Sat}
	}
	if len(parts) == 1 {
		_, r := p.Interpolate(ctx, parts, nil)
		return nil, r
	}
	var out []term.Term
	before := p.st.True()
	for i := range parts[:len(parts)-1] {
		t, r := p.Interpolate(ctx, []term.Term{before, parts[i]}, parts[i+1:])
		if r.Status != smt.Unsat {
			return nil, r
		}
		out, before = append(out, t), t
	}
	return out, smt.Result{Status: smt.Unsat}
}

// shared returns which terms speak of symbols that occur in both formulas alone.
func (p *Interpolator) shared(a, b []term.Term) func(term.Term) bool {
	in := [2]map[term.Term]bool{{}, {}}
	for side, formulas := range [2][]term.Term{a, b} {
		for _, f := range formulas {
			for _, s := range p.symbolsOf(f) {
				in[side][s] = true
			}
		}
	}
	return func(t term.Term) bool {
		for _, s := range p.symbolsOf(t) {
			if !in[sideA][s] || !in[sideB][s] {
				return false
			}
		}
		return true
	}
}

// symbolsOf are the symbols of a term, remembered.
func (p *Interpolator) symbolsOf(t term.Term) []term.Term {
	s, ok := p.symbols[t]
	if !ok {
		s = p.st.Symbols(t)
		p.symbols[t] = s
	}
	return s
}
