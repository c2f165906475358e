package run

import (
	"context"

	"whittle.dev/internal/engine"
)

// auditedEngine is an engine whose solvers are audited: the first wrong answer is
// the error of the run, whatever the engine made of it.
type auditedEngine struct {
	engine.Engine
	wrong *error // set by the audit
}

// Check implements engine.Engine.
func (e auditedEngine) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	res, err := e.Engine.Check(ctx, t)
	if *e.wrong != nil {
		return res, *e.wrong
	}
	return res, err
}
