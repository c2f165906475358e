package pass_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/passes"
)

func load(t testing.TB, file string, prop property.Property) *cfa.Program {
	t.Helper()
	return compiled.Lowered(t, c.Config{Files: []string{file}, Property: prop})
}

// ends lists the violations and deadlocks of a program, by origin.
func ends(t *testing.T, p *cfa.Program) ([]string, *enumerate.Result) {
	t.Helper()
	en, err := enumerate.Run(context.Background(), p, enumerate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return endsOf(en), en
}

func endsOf(en *enumerate.Result) []string {
	var out []string
	for _, v := range en.Violations {
		out = append(out, fmt.Sprintf("%s at e%d", v.Outcome.Property, v.Outcome.Edge.Origin))
	}
	for range en.Deadlocks {
		out = append(out, "deadlock")
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// replay checks that the executions found in a transformed program are, edge
// occurrence by edge occurrence, executions of the program as lowered.
func replay(t *testing.T, name string, p *cfa.Program, en *enumerate.Result) {
	t.Helper()
	for _, v := range en.Violations {
		full, err := interp.Replay(context.Background(), p, v.Trace)
		if err != nil {
			t.Errorf("%s: the execution to %v is none of the program as lowered: %v", name, v.Outcome.Key,
				err)
			continue
		}
		if got, want := full.Violation, v.Trace.Violation; got.Origin != want.Origin ||
			got.Thread != want.Thread {
			t.Errorf("%s: the replay ends at %v, want %v", name, got, want)
		}
	}
}

// TestEnumerationAgrees compares the reachable violations and deadlocks of a program as lowered with those
// after each pass alone, after inlining and each pass, and after the default pipeline.
func TestEnumerationAgrees(t *testing.T) {
	pipelines := [][]string{{"resolve"}, {"tail"}, {"resolve", "tail", "inline", "dead"}, {"inline"},
		{"unreachable"}, {"const"}, {"dead"}, {"merge"}}
	for _, p := range pass.All() {
		pipelines = append(pipelines, []string{"resolve", "inline", p.Name})
	}
	var def []string
	for _, p := range passes.All() {
		def = append(def, p.Name)
	}
	pipelines = append(pipelines, def)
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			prop := property.UnreachCall
			if strings.HasPrefix(filepath.Base(file), "deadlock") {
				prop = property.NoDeadlock
			}
			p := load(t, file, prop)
			want, en := ends(t, p)
			if !en.Complete {
				t.Fatalf("not complete: %s", en.Why)
			}
			if len(en.Unsupported) > 0 {
				t.Fatalf("not supported: %v", en.Unsupported[0].Outcome.What)
			}
			// One check for each call that is not marked "never".
			checks := 0
			for _, line := range strings.Split(string(text), "\n") {
				if strings.Contains(line, "reach_error();") && !strings.Contains(line, "// never") {
					checks++
				}
			}
			if got := len(want); prop == property.UnreachCall && got != checks {
				t.Errorf("%d violations are reachable, want %d: %v", got, checks, want)
			}
			for _, names := range pipelines {
				name := strings.Join(names, " ")
				pl, err := pass.Named(names...)
				if err != nil {
					t.Fatal(err)
				}
				q, err := pl.Run(context.Background(), p, pass.Options{})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				got, en := ends(t, q)
				if !en.Complete {
					t.Errorf("%s: not complete: %s", name, en.Why)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: reaches %v, want %v", name, got, want)
				}
				replay(t, name, p, en)
			}
		})
	}
}
