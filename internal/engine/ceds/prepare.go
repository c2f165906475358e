package ceds

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/multistate"
)

// program returns the program that is explored. A certificate is about the program as it was lowered.
func (s settings) program(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	if s.certify != nil {
		return p, nil
	}
	return multistate.Prepare(ctx, p)
}
