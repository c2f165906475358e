package panel

import (
	"context"

	"whittle.dev/internal/engine"
)

// AuditedEngine is an engine whose solvers are audited: the first wrong answer is
// the error of the run, whatever the engine made of it.
type AuditedEngine struct {
	engine.Engine
	Wrong *error // set by the audit
}

// Check implements engine.Engine.
func (e AuditedEngine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	res, err := e.Engine.Check(ctx, t)
	if *e.Wrong != nil {
		return res, *e.Wrong
	}
	return res, err
}
