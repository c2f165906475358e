package check

import (
	"context"
	"errors"
	"io"

	"whittle.dev/internal/source"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
)

// ShowTSOptions say what ShowTS prints.
type ShowTSOptions struct {
	// Projections are names of variables: the projections on them are listed
	// instead of the system, up to this Depth.
	Projections []string
	Depth       int
}

// ShowTS prints the transition system that a program is translated to.
func ShowTS(ctx context.Context, t Task, w io.Writer, opt ShowTSOptions) (*source.Diagnostics, error) {
	r, err := t.Settle()
	if err != nil {
		return nil, err
	}
	prog, diags, err := load(ctx, r)
	if err != nil {
		return diags, err
	}
	tr, err := fromcfa.Translate(ctx, prog, fromcfa.Options{})
	var no *fromcfa.UnsupportedError
	if errors.As(err, &no) {
		return diags, inputError("%s: %v", prog.Files.Format(no.Pos), no)
	}
	if err != nil {
		return diags, err
	}
	if len(opt.Projections) > 0 {
		if err := ts.FprintProjections(ctx, w, tr.System, opt.Projections, opt.Depth); err != nil {
			return diags, &InputError{err}
		}
		return diags, nil
	}
	return diags, ts.Fprint(w, tr.System)
}
