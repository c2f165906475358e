package run

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/minimise"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/trace"
)

// TestTracesAreMinimal checks the traces of all examples that the default
// engine finds a violation in: no whole thread and no thread's last step can
// be dropped, and there are no more changes of threads than before.
func TestTracesAreMinimal(t *testing.T) {
	names := examples.Names(t, "examples")
	for _, name := range names {
		header := exampleKeys(t, name)
		if !strings.HasPrefix(header["verdict"], "false") {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			task := Task{Files: []string{name}, Property: header["property"], DataModel: header["data model"]}
			opt := Options{Timeout: time.Minute, BugDir: t.TempDir(), NoMinimise: true, MaxUnwind: 8}
			found, err := Check(t.Context(), task, opt)
			if err != nil || found.Result.Trace == nil || found.Property == property.NoDataRace {
				t.Skipf("no trace: %s, %v", found.Result.Why, err)
			}
			r, err := task.Settle()
			if err != nil {
				t.Fatal(err)
			}
			prog, _, err := settle.Load(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			small, err := minimise.Trace(t.Context(), prog, found.Result.Trace.Machine())
			if err != nil {
				t.Fatal(err)
			}
			if a, b := switches(found.Result.Trace), switches(small); b > a {
				t.Errorf("%d changes of threads, %d before", b, a)
			} else {
				t.Logf("%d steps and %d changes of threads, %d and %d before", len(small.Steps), b,
					len(found.Result.Trace.Steps), a)
			}
			last := map[int]int{}
			for i, k := range small.Schedule {
				last[k.Thread] = i
			}
			for th, i := range last {
				if th == small.Violation.Thread {
					continue
				}
				for what, less := range map[string]func(int, trace.Key) bool{
					"last step":    func(j int, _ trace.Key) bool { return j != i },
					"whole thread": func(_ int, k trace.Key) bool { return k.Thread != th },
				} {
					tr := small.Machine()
					tr.Schedule = nil
					for j, k := range small.Schedule {
						if less(j, k) {
							tr.Schedule = append(tr.Schedule, k)
						}
					}
					// A thread that waits in a loop would do so for long.
					ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
					_, err := interp.Replay(ctx, prog, tr)
					stop()
					if err == nil {
						t.Errorf("without the %s of thread %d the violation is reached, too", what, th)
					}
				}
			}
		})
	}
}

// switches counts the steps that another thread's step comes before.
func switches(tr *trace.Trace) int {
	n := 0
	for i := range tr.Steps {
		if tr.Steps[i].Switch {
			n++
		}
	}
	return n
}

// exampleKeys reads the keys of an example's header.
func exampleKeys(t *testing.T, name string) map[string]string {
	t.Helper()
	keys := map[string]string{}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		line, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok &&
			slices.Contains([]string{"property", "data model", "verdict"}, key) {
			keys[key] = strings.TrimSpace(value)
		}
	}
	return keys
}

// lapsing is a context that ends when it was asked so many times.
type lapsing struct {
	context.Context
	left int
}

func (c *lapsing) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestMinimiseIsCutOff: a trace that was replayed is not lost when the context ends while it is made smaller.
func TestMinimiseIsCutOff(t *testing.T) {
	task := program(t, lostUpdate)
	found, err := Check(t.Context(), task, Options{NoMinimise: true})
	if err != nil || found.Result.Trace == nil {
		t.Fatalf("no trace: %s, %v", found.Result.Why, err)
	}
	r, err := task.Settle()
	if err != nil {
		t.Fatal(err)
	}
	prog, _, err := settle.Load(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	full := &lapsing{t.Context(), 1 << 30}
	if _, err := minimise.Trace(full, prog, found.Result.Trace.Machine()); err != nil {
		t.Fatal(err)
	}
	asked, traces := 1<<30-full.left, 0
	for n := range asked {
		small, err := minimise.Trace(&lapsing{t.Context(), n}, prog, found.Result.Trace.Machine())
		if err != nil {
			continue
		}
		traces++
		if _, err := interp.Replay(t.Context(), prog, small.Machine()); err != nil {
			t.Fatalf("ended after %d of %d: %v", n, asked, err)
		}
	}
	if traces == 0 {
		t.Errorf("no trace in any of %d", asked)
	}
}
