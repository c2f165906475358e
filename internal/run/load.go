package run

import (
	"context"
	"errors"
	"time"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/run/settle"
)

// load reads and lowers the program.
func (r *checkRun) load(ctx context.Context) (*cfa.Program, error) {
	begin := time.Now()
	r.event(Event{Stage: "front end"})
	prog, diags, err := settle.Load(ctx, r.task)
	r.time("front end time", begin)
	var uses analysis.Uses
	if prog != nil {
		uses = reachedUses(ctx, r.task, prog)
	}
	r.mu.Lock()
	r.diags = diags
	if prog != nil {
		r.files, r.prog, r.uses, r.model = prog.Files, prog, uses, modelOf(r.task, r.opt, prog, uses)
	}
	r.mu.Unlock()
	return prog, err
}

// IsInputError reports whether an error is one of the user's.
func IsInputError(err error) bool {
	var ie *InputError
	return errors.As(err, &ie)
}
