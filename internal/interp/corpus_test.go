package interp_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

// load lowers C text.
func load(t *testing.T, model c.DataModel, text string) *cfa.Program {
	t.Helper()
	cfg := compiled.File("test.c", text)
	cfg.Property, cfg.DataModel = "", model
	return compiled.Lowered(t, cfg)
}

// task is a row of the table of benchmarks.
type task struct {
	path     string
	expected string
	model    c.DataModel
}

// tasks reads the table of benchmarks, and skips the test where there is none.
func tasks(t *testing.T, set string) []task {
	root := filepath.Join("..", "..", "..", "shared", "benchmarks")
	text, err := os.ReadFile(filepath.Join(root, "index.tsv"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the benchmarks are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []task
	for i, line := range strings.Split(string(text), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 || len(f) < 5 || f[0] != set || f[2] != "unreach-call" {
			continue
		}
		model := c.LP64
		if f[4] == "ILP32" {
			model = c.ILP32
		}
		path := strings.TrimSuffix(filepath.Join(root, f[1]), ".yml")
		for _, ext := range []string{"", ".i", ".c"} {
			if st, err := os.Stat(path + ext); err == nil && !st.IsDir() {
				out = append(out, task{path: path + ext, expected: f[3], model: model})
				break
			}
		}
	}
	return out
}

// TestCorpus runs real programs under a few random schedules: a violation must
// be one that is expected, and its recorded trace must replay.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	ctx := context.Background()
	kinds := map[interp.OutcomeKind]int{}
	found, loaded, replayed := 0, 0, 0
	all := tasks(t, "concurrency")
	for _, task := range testflag.Some(all, len(all)/5) {
		if !testflag.Only(task.path) {
			continue
		}
		p, _, err := c.Load(ctx, c.Config{Files: []string{task.path}, DataModel: task.model,
			Property: "unreach-call"})
		if err != nil {
			continue
		}
		loaded++
		violated := false
		for seed := range uint64(2) {
			rctx, cancel := context.WithTimeout(ctx, 2*time.Second)
			out, tr, err := interp.Run(rctx, p, interp.RunOptions{Seed: seed, MaxSteps: 20_000, Record: true,
				MaxMemory: 1 << 28})
			cancel()
			if err != nil {
				t.Errorf("%s: %v", task.path, err)
				break
			}
			kinds[out.Kind]++
			if out.Kind == interp.Undefined || out.Kind == interp.Unsupported {
				t.Logf("%s: %s at %s", task.path, out.String(), p.Files.Format(out.Pos))
			}
			if out.Kind == interp.Failed {
				t.Errorf("%s: %s", task.path, out.String())
			}
			if out.Kind != interp.Violated && out.Kind != interp.Deadlock {
				continue
			}
			if out.Kind == interp.Violated {
				violated = true
				if task.expected != "false" {
					t.Errorf("%s: seed %d: %s at %s, expected %s", task.path, seed, out.String(),
						p.Files.Format(out.Pos), task.expected)
				}
			}
			if _, err := interp.Replay(ctx, p, tr.Machine()); err != nil {
				t.Errorf("%s: seed %d: %v", task.path, seed, err)
			}
			replayed++
		}
		if violated {
			found++
		}
	}
	t.Logf("%d programs, %d violated in some run, %d traces replayed; outcomes %v", loaded, found, replayed,
		kinds)
}
