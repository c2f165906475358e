package settle

import (
	"context"
	"fmt"

	"whittle.dev/internal/analysis/unset"
	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
)

// copied is a program with its calls copied into the callers as far as possible, for package unset.
func copied(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true}, "resolve", "tail", "inline", "unreachable")
}

// followUnset is the program that is made for no-uninitialised-use: what may never have been written is
// followed in it. It is the program as lowered for what comes after.
func followUnset(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	p, err := copied(ctx, p)
	if err != nil {
		return nil, err
	}
	r, err := unset.Analyse(ctx, p)
	if err != nil {
		return nil, err
	}
	if p, err = r.Instrument(ctx); err != nil {
		return nil, err
	}
	if err := cfa.Check(p); err != nil {
		return nil, bugreport.Caught(fmt.Sprintf("the program in which memory is followed that was never "+
			"written is not well-formed: %v", err))
	}
	return p, nil
}
