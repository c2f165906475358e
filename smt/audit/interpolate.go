package audit

import (
	"context"
	"fmt"
	"io"
	"time"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// Interpolator asks another smt.Interpolator and checks the conditions of each interpolant. One that is none
// is not passed on: the answer becomes Unknown with the reason "audit: ...".
type Interpolator struct {
	st     *term.Store
	inner  smt.Interpolator
	cfg    Config
	counts InterpolantCounts
	err    error
}

var _ smt.Interpolator = (*Interpolator)(nil)

// InterpolantCounts are numbers of checks.
type InterpolantCounts struct {
	Right   int64 // formulas that meet all conditions
	Skipped int64 // those of which the second solver could not tell
	Wrong   int64
}

// NewInterpolator returns an interpolator that asks inner, over the terms of st. For each condition a second
// solver is made, over st and without a proof.
func NewInterpolator(st *term.Store, inner smt.Interpolator, cfg Config) *Interpolator {
	if cfg.Timeout == 0 {
		cfg.Timeout = time.Second
	}
	return &Interpolator{st: st, inner: inner, cfg: cfg}
}

// Err returns what was wrong first, nil if nothing was.
func (p *Interpolator) Err() error { return p.err }

// Counts returns how many formulas were checked.
func (p *Interpolator) Counts() InterpolantCounts { return p.counts }

// Interpolate implements smt.Interpolator.
func (p *Interpolator) Interpolate(ctx context.Context, a, b []term.Term) (term.Term, smt.Result) {
	t, r := p.inner.Interpolate(ctx, a, b)
	if r.Status != smt.Unsat {
		return t, r
	}
	if err := p.Check(ctx, a, b, t); err != nil {
		return term.None, smt.Result{Reason: "audit: " + err.Error()}
	}
	return t, r
}

// Sequence implements smt.Interpolator.
func (p *Interpolator) Sequence(ctx context.Context, parts []term.Term) ([]term.Term, smt.Result) {
	ts, r := p.inner.Sequence(ctx, parts)
	if r.Status != smt.Unsat {
		return ts, r
	}
	if err := p.CheckSequence(ctx, parts, ts); err != nil {
		return nil, smt.Result{Reason: "audit: " + err.Error()}
	}
	return ts, r
}

// Check reports which condition an interpolant of a and b breaks: a implies it, it contradicts b, and its
// symbols occur in both. What the second solver cannot tell is counted as skipped.
func (p *Interpolator) Check(ctx context.Context, a, b []term.Term, t term.Term) error {
	err := p.conditions(ctx, a, b, t)
	return p.note(err)
}

// CheckSequence reports which condition of smt.Interpolator a sequence of interpolants breaks.
func (p *Interpolator) CheckSequence(ctx context.Context, parts, ts []term.Term) error {
	if len(ts) != max(len(parts)-1, 0) {
		return p.note(fmt.Errorf("%d interpolants of %d parts", len(ts), len(parts)))
	}
	before := p.st.True()
	for i, part := range parts {
		after := p.st.False()
		if i < len(ts) {
			after = ts[i]
			if err := p.symbols(parts[:i+1], parts[i+1:], after); err != nil {
				return p.note(fmt.Errorf("formula %d: %w", i+1, err))
			}
		}
		what := fmt.Sprintf("formula %d and part %d do not imply what follows", i, i+1)
		if err := p.contradictory(ctx, what, before, part, p.st.Not(after)); err != nil {
			return p.note(err)
		}
		before = after
	}
	return p.note(nil)
}

// note counts a check and keeps the first error.
func (p *Interpolator) note(err error) error {
	switch {
	case err == errSkipped:
		p.counts.Skipped++
		return nil
	case err != nil:
		p.counts.Wrong++
		wrong := fmt.Errorf("audit: %w", err)
		if p.err == nil {
			p.err = wrong
		}
		if p.cfg.Report != nil {
			p.cfg.Report(wrong)
		}
	default:
		p.counts.Right++
	}
	return err
}

// errSkipped says that a condition could not be decided.
var errSkipped = fmt.Errorf("audit: not decided")

func (p *Interpolator) conditions(ctx context.Context, a, b []term.Term, t term.Term) error {
	if err := p.symbols(a, b, t); err != nil {
		return err
	}
	if err := p.contradictory(ctx, "the first formula does not imply the interpolant",
		append(a[:len(a):len(a)], p.st.Not(t))...); err != nil {
		return err
	}
	return p.contradictory(ctx, "the interpolant does not contradict the second formula",
		append(b[:len(b):len(b)], t)...)
}

// symbols checks that all symbols of t occur in a and in b.
func (p *Interpolator) symbols(a, b []term.Term, t term.Term) error {
	for _, side := range [2][]term.Term{a, b} {
		in := map[term.Term]bool{}
		for _, s := range p.st.Symbols(side...) {
			in[s] = true
		}
		for _, s := range p.st.Symbols(t) {
			if !in[s] {
				return fmt.Errorf("%s occurs in the interpolant %s and not on both sides", p.st.Name(s),
					clip(p.st.String(t)))
			}
		}
	}
	return nil
}

// contradictory returns an error with the text of what if formulas have a common model.
func (p *Interpolator) contradictory(ctx context.Context, what string, formulas ...term.Term) error {
	ctx, cancel := context.WithTimeout(ctx, p.cfg.Timeout)
	defer cancel()
	s := p.cfg.Second(p.st, nil)
	if c, ok := s.(io.Closer); ok {
		defer c.Close()
	}
	for _, f := range formulas {
		if s.Assert(f) != nil {
			return errSkipped
		}
	}
	switch r := s.Check(ctx); r.Status {
	case smt.Sat:
		return fmt.Errorf("%s: a model of %s", what, clip(p.st.String(p.st.And(formulas...))))
	case smt.Unknown:
		return errSkipped
	}
	return nil
}
