package check

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// fake is an engine that does what a test wants.
type fake func(ctx context.Context, t engine.Task) (engine.Result, error)

func (f fake) Name() string { return "fake" }
func (f fake) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	return f(ctx, t)
}

// program writes a C file and returns a task about it.
func program(t *testing.T, text string) Task {
	t.Helper()
	name := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return Task{Files: []string{name}}
}

const harmless = "int main(void) { return 0; }\n"

func TestCheckPassesOn(t *testing.T) {
	var events []Event
	o, err := Check(t.Context(), program(t, harmless),
		Options{MaxUnwind: 7, Events: func(e Event) { events = append(events, e) },
			with: fake(func(_ context.Context, task engine.Task) (engine.Result, error) {
				if task.MaxUnwind != 7 || task.Program == nil || task.Property != property.UnreachCall {
					t.Errorf("the engine got %+v", task)
				}
				task.Emit(Event{Stage: "solve", Bound: 3})
				return engine.Holds(engine.ByStates, "all was seen"), nil
			})})
	if err != nil || o.Verdict != property.Holds() || o.Result.Why != "all was seen" || o.Engine != "fake" ||
		o.DataModel != "LP64" {
		t.Errorf("got %+v, %v", o, err)
	}
	if n := len(events); n == 0 || events[n-1].Stage != "solve" || events[n-1].Bound != 3 {
		t.Errorf("events %+v", events)
	}
}

// TestNothingFalseWithoutReplay: whatever an engine claims, "false" needs a
// trace that replays to a violation of what was asked.
func TestNothingFalseWithoutReplay(t *testing.T) {
	bogus := &trace.Trace{Version: trace.Version, Property: "unreach-call",
		Violation: trace.Key{Origin: 123456}}
	for _, c := range []struct {
		name string
		res  engine.Result
		why  string
	}{
		{"no trace", engine.Violated(property.UnreachCall, nil), "gave no trace"},
		{"a trace that leads nowhere", engine.Violated(property.UnreachCall, bogus),
			"the trace does not replay"},
		{"another property", engine.Violated(property.NoOverflow, bogus), "but unreach-call was asked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			o, err := Check(t.Context(), program(t, harmless), Options{BugDir: dir,
				with: fake(func(context.Context, engine.Task) (engine.Result, error) { return c.res, nil })})
			if err != nil || o.Verdict.Kind != property.Unknown || !strings.Contains(o.Result.Why, c.why) {
				t.Fatalf("got %s because of %q, %v", o.Verdict, o.Result.Why, err)
			}
			checkBugReport(t, o, dir, c.why)
		})
	}
}

func checkBugReport(t *testing.T, o Outcome, dir, why string) {
	t.Helper()
	if filepath.Dir(o.BugReport) != dir {
		t.Fatalf("the bug report is %q", o.BugReport)
	}
	text, err := os.ReadFile(o.BugReport)
	if err != nil {
		t.Fatal(err)
	}
	b := bugreport.Report{Task: &Task{}}
	if err := json.Unmarshal(text, &b); err != nil || !strings.Contains(b.Error, why) || b.Version == "" ||
		len(b.Task.(*Task).Files) == 0 {
		t.Errorf("bug report %+v, %v", b, err)
	}
}

func TestDefectsOfAnEngine(t *testing.T) {
	for name, f := range map[string]fake{
		"panics": func(context.Context, engine.Task) (engine.Result, error) { panic("out of luck") },
		"fails": func(context.Context, engine.Task) (engine.Result, error) {
			return engine.Result{}, errors.New("out of luck")
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			o, err := Check(t.Context(), program(t, harmless), Options{BugDir: dir, with: f})
			if err != nil || o.Verdict.Kind != property.Unknown ||
				!strings.Contains(o.Result.Why, "internal error") {
				t.Fatalf("got %s because of %q, %v", o.Verdict, o.Result.Why, err)
			}
			checkBugReport(t, o, dir, "out of luck")
		})
	}
}

// TestLimits: the answer comes within a second of the limit, even from an
// engine that never looks at its context.
func TestLimits(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	deaf := fake(func(_ context.Context, task engine.Task) (engine.Result, error) {
		task.Emit(Event{Fact: "no violation up to loop bound 4"})
		<-release
		return engine.Holds(engine.ByStates, "too late"), nil
	})
	obedient := fake(func(ctx context.Context, task engine.Task) (engine.Result, error) {
		<-ctx.Done()
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	})
	hungry := fake(func(ctx context.Context, task engine.Task) (engine.Result, error) {
		var keep [][]byte
		for ctx.Err() == nil {
			b := make([]byte, 8<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			keep = append(keep, b)
			time.Sleep(time.Millisecond)
		}
		return engine.Unknown("%d pieces", len(keep)), ctx.Err()
	})
	// Long enough for the front end, so that the engine is what is stopped.
	const after = 1500 * time.Millisecond
	interrupted := func() context.Context {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(after, func() { cancel(engine.ErrInterrupt) })
		return ctx
	}
	for _, c := range []struct {
		name string
		ctx  func() context.Context
		opt  Options
		why  string
	}{
		{"timeout, deaf", t.Context, Options{with: deaf, Timeout: after}, "timeout"},
		{"timeout, obedient", t.Context, Options{with: obedient, Timeout: after}, "timeout"},
		{"interrupt, deaf", interrupted, Options{with: deaf}, "interrupted"},
		{"memory", t.Context, Options{with: hungry, Memory: limits.InUse() + 200<<20},
			"out of memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			task, ctx := program(t, harmless), c.ctx()
			begin := time.Now()
			o, err := Check(ctx, task, c.opt)
			if err != nil || o.Verdict.Kind != property.Unknown || o.Result.Why != c.why {
				t.Errorf("got %s because of %q, %v", o.Verdict, o.Result.Why, err)
			}
			if d := time.Since(begin); d > after+time.Second && c.name != "memory" {
				t.Errorf("it took %s", d)
			}
			if strings.Contains(c.name, "deaf") &&
				(len(o.Result.Facts) != 1 || o.Result.Facts[0] != "no violation up to loop bound 4") {
				t.Errorf("facts %q", o.Result.Facts)
			}
		})
	}
}

func TestInputErrors(t *testing.T) {
	good := program(t, harmless)
	dir := filepath.Dir(good.Files[0])
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("reach.prp", "CHECK( init(start()), LTL(G ! call(reach_error())) )")
	yml := write("t.yml", "format_version: '2.0'\ninput_files: p.c\nproperties:\n  - property_file: "+
		"reach.prp\noptions:\n  language: C\n  data_model: ILP32\n")
	for _, c := range []struct {
		name string
		task Task
		want string
	}{
		{"none", Task{}, "no input file"},
		{"missing", Task{Files: []string{filepath.Join(dir, "none.c")}}, "none.c"},
		{"property", Task{Files: good.Files, Property: "reach"}, "unknown property \"reach\""},
		{"prp", Task{Files: good.Files, Property: write("bad.prp", "nonsense")},
			"bad.prp:1: error: expected CHECK"},
		{"data model", Task{Files: good.Files, DataModel: "LLP64"}, "data model \"LLP64\" is not known"},
		{"definition and file", Task{Files: []string{yml, good.Files[0]}}, "other files contradict it"},
		{"data model of the definition", Task{Files: []string{yml}, DataModel: "LP64"},
			"data model LP64 contradicts"},
		{"entry of the property file", Task{Files: []string{yml}, Entry: "main"},
			"entry function main contradicts"},
		{"label", Task{Files: good.Files, Property: "no-overflow", ErrorLabel: "ERROR"},
			"an error label contradicts the property no-overflow"},
		{"missing definition", Task{Files: []string{filepath.Join(dir, "none.yml")}}, "none.yml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Check(t.Context(), c.task, Options{})
			if !IsInputError(err) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an input error with %q", err, c.want)
			}
		})
	}
	if _, err := Check(t.Context(), good, Options{Engine: "none"}); !IsInputError(err) ||
		!strings.Contains(err.Error(), "unknown engine \"none\" (known: auto, bmc") {
		t.Errorf("unknown engine: %v", err)
	}
}

func TestDefinitionSetsTheTask(t *testing.T) {
	good := program(t, harmless)
	dir := filepath.Dir(good.Files[0])
	for name, text := range map[string]string{
		"overflow.prp": "CHECK( init(main()), LTL(G ! overflow) )",
		"t.yml": "format_version: '2.0'\ninput_files: p.c\nproperties:\n  - property_file: " +
			"overflow.prp\n    expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o, err := Check(t.Context(), Task{Files: []string{filepath.Join(dir, "t.yml")}},
		Options{with: fake(func(_ context.Context, task engine.Task) (engine.Result, error) {
			if task.Property != property.NoOverflow || task.Program.PtrWidth != 32 {
				t.Errorf("the engine was asked for %s with pointers of %d bits", task.Property,
					task.Program.PtrWidth)
			}
			return engine.Unknown("enough"), nil
		})})
	if err != nil || o.Property != property.NoOverflow || o.DataModel != "ILP32" ||
		o.Expected != property.Violated(property.NoOverflow) {
		t.Errorf("got %+v, %v", o, err)
	}
}
