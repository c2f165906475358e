package bench

import (
	"context"
	"fmt"

	"whittle.dev/internal/bench/gen"
)

// Generate writes a suite of benchmarks for solvers to a folder: kind is "cnf" or
// "smt". It returns the number of files.
func Generate(ctx context.Context, kind, dir string) (int, error) {
	switch kind {
	case "cnf":
		suite := gen.Formulas()
		return len(suite), gen.WriteAll(ctx, dir, ".cnf", suite)
	}
	return 0, fmt.Errorf("%q is no suite (known: cnf, smt)", kind)
}
