package interpolate

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Interpolator computes interpolants of formulas of one store. It belongs to the goroutine that owns the
// store. Create one with New.
type Interpolator struct {
	st  *term.Store
	cfg Config
}

var _ smt.Interpolator = (*Interpolator)(nil)

// New returns an interpolator for terms of st.
func New(st *term.Store, cfg Config) *Interpolator {
	return &Interpolator{st: st, cfg: cfg}
}

// Interpolate implements smt.Interpolator.
func (p *Interpolator) Interpolate(ctx context.Context, a, b []term.Term) (term.Term, smt.Result) {
	s, r := p.Separate(ctx, a, b, p.cfg.Options)
	return s.Term, r
}

// Separate is Interpolate with options of its own: it prefers single literals, in the order of Kind, to whole
// interpolants (SLAB needs one predicate to split a node by).
func (p *Interpolator) Separate(ctx context.Context, a, b []term.Term, opt Options) (Separator, smt.Result) {
	return Separator{}, smt.Result{Reason: smt.ReasonUnsupported + ": interpolants"}
}

// Sequence implements smt.Interpolator: each formula is an interpolant of the one before it with the next
// part against the parts that are left, so the sequence is inductive by construction.
func (p *Interpolator) Sequence(ctx context.Context, parts []term.Term) ([]term.Term, smt.Result) {
	if len(parts) == 0 {
		return nil, smt.Result{Status: smt.Sat}
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
