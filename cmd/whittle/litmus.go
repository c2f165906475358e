package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cli"
	"whittle.dev/internal/frontend/litmus"
	"whittle.dev/internal/outcomes"
)

// memoryModel is the flag --memory-model.
type memoryModel struct{ name string }

func (m *memoryModel) flag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&m.name, "memory-model", "", "the memory `model` of threads: c11, sc, tso or pso "+
		"(default: of programs that name an order weaker than seq_cst c11, of others sc; of litmus tests "+
		"tso for x86, c11 for C)")
}

// areLitmus reports whether the input is litmus tests.
func areLitmus(files []string) bool {
	return len(files) > 0 && !slices.ContainsFunc(files, func(f string) bool {
		return !strings.HasSuffix(f, ".litmus")
	})
}

// litmus answers the question of each test. The exit code is the worst of all: of an unknown, then of a
// condition that does not hold.
func (a *app) litmus(ctx context.Context, m memoryModel, files []string) error {
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		test, err := litmus.Read(file, string(text))
		if err != nil {
			return err
		}
		model := test.Model
		if m.name != "" {
			if model, err = axioms.Parse(m.name); err != nil {
				return err
			}
		}
		t, err := outcomes.Explore(ctx, test, model)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if err := t.WriteText(a.stdout); err != nil {
			return err
		}
		switch {
		case !t.Decided():
			a.exit = max(a.exit, cli.Unknown)
		case !t.Holds:
			a.exit = max(a.exit, cli.Violated)
		}
	}
	return nil
}
