package harness

import (
	"context"
	"io"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/trace"
)

// Write writes the C program that does what a trace says. The trace has its steps: those of a replay, or of a
// recorded run that violates nothing. The notes say, each with its place, on which undefined behaviour a
// violation rests. The error is a *Refusal when the trace cannot be followed natively; nothing is written
// then.
func Write(ctx context.Context, w io.Writer, src *c.Instrumented, full *trace.Trace,
	head Head) (notes []string, err error) {
	p, err := newPlan(src, full)
	if err != nil {
		return nil, err
	}
	if p.undefined, err = p.undefinedBehaviour(ctx); err != nil {
		return nil, err
	}
	return p.undefined, p.write(w, head)
}
