package ceds

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
)

// program returns the program that is explored. A certificate is about the program as it was lowered.
func (s settings) program(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	if s.certify != nil {
		return p, nil
	}
	return prepare(ctx, p)
}

// prepare makes the program that is explored: calls are copied into their callers, so that what is known of
// locations and of what threads may still do is known for each call. Local steps cost no states, so they stay
// as they are; so does every access, since an invalid one has to be found.
func prepare(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	pl, err := pass.Named("resolve", "inline", "unreachable", "const", "unreachable", "dead", "share")
	if err != nil {
		return nil, err
	}
	small, err := pl.Run(ctx, p, pass.Options{KeepAccesses: true})
	if err != nil {
		return nil, err
	}
	small.Terms.Freeze()
	return small, nil
}
