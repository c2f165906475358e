package interpolate

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// ByProof returns an interpolant made of a proof, or an error.
func (p *Interpolator) ByProof(ctx context.Context, a, b []term.Term, opt Options) (term.Term, smt.Result,
	error) {
	a, b = p.st.Conjuncts(a...), p.st.Conjuncts(b...)
	q, r := p.newQuestion(ctx, a, b, p.shared(a, b), opt)
	if q == nil {
		return term.None, r, nil
	}
	defer q.close()
	t, err := q.proof()
	return t, r, err
}
