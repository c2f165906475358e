package ranking

import (
	"context"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// tried bounds the executions that are tried.
var tried = interp.LassoOptions{Executions: 6, Steps: 1_500_000, MaxMemory: 64 << 20}

// executed looks for an execution without end by executing the program.
func executed(ctx context.Context, t engine.Task) (engine.Result, bool, error) {
	tr, err := interp.FindLasso(ctx, t.Program, tried)
	t.Did(int64(tried.Steps) * 20)
	if err != nil || tr == nil {
		return engine.Result{}, false, err
	}
	res := engine.Violated(property.Termination, tr)
	res.Why = "an execution comes back to where it can do the same again, for ever"
	return res, true, nil
}
