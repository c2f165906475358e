package lib_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// nativeConfig runs scripts with the solver of the project.
func nativeConfig() lib.Config {
	return lib.Config{Version: "1", Solver: func(st *term.Store) (smt.Solver, error) {
		return native.New(st, native.Config{}), nil
	}}
}

// run returns what a script prints.
func run(t testing.TB, cfg lib.Config, script string) (string, lib.Summary) {
	t.Helper()
	in := lib.NewInterpreter(cfg)
	defer in.Close()
	var out strings.Builder
	sum, err := in.Run(context.Background(), strings.NewReader(script), &out)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), sum
}
