package show

import (
	"context"
	"errors"
	"io"

	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
)

// HornOptions say what ShowHorn writes.
type HornOptions struct {
	// Level is the number of threads in a view, from 1 to 3.
	Level int
	// Element follows one arbitrary element of each array that is accessed at computed indices.
	Element bool
}

// Horn writes a program with any number of threads as constrained Horn clauses, which have a solution if
// it has a thread-modular proof of that level.
func Horn(ctx context.Context, t settle.Task, w io.Writer, opt HornOptions) (*source.Diagnostics, error) {
	if opt.Level < 1 || opt.Level > modular.MaxLevel {
		return nil, settle.Errorf("invalid level %d: want 1 to %d", opt.Level, modular.MaxLevel)
	}
	r, err := t.Settle()
	if err != nil {
		return nil, err
	}
	prog, diags, err := settle.Load(ctx, r)
	if err != nil {
		return diags, err
	}
	prog.Terms.Freeze()
	err = modular.WriteClauses(ctx, w, prog, opt.Level, opt.Element)
	if errors.Is(err, modular.ErrNoClauses) {
		return diags, &settle.InputError{Err: err}
	}
	return diags, err
}
