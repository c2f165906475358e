package tasks

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/bench/process"
	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/property"
)

// TestMain lets the test binary play the checked command: it does what the name of its last argument says.
func TestMain(m *testing.M) {
	if os.Getenv("BENCH_FAKE") == "" {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "tool":
		fakeTool(os.Args[2:])
	case "clauses":
		fakeClauses(os.Args[2])
	case "runner":
		runner(os.Args[2])
	case proctree.Command:
		os.Exit(proctree.Supervise())
	}
	name := strings.TrimSuffix(filepath.Base(os.Args[len(os.Args)-1]), ".c")
	if log := os.Getenv("BENCH_LOG"); log != "" {
		f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err == nil {
			fmt.Fprintln(f, name)
			f.Close()
		}
	}
	answer := func(verdict string, code int) {
		fmt.Printf("{\"verdict\": %q, \"why\": \"because\"}\n", verdict)
		os.Exit(code)
	}
	switch name {
	case "holds":
		answer("true", 0)
	case "violated":
		answer("false(unreach-call)", 1)
	case "other":
		answer("false(no-overflow)", 1)
	case "unknown":
		answer("unknown", 3)
	case "lies":
		answer("true", 1)
	case "bad":
		fmt.Fprintln(os.Stderr, "x.c:1:1: error: syntax")
		os.Exit(2)
	case "panics":
		panic("broken")
	case "silent":
		os.Exit(0)
	case "sleeps":
		time.Sleep(time.Minute)
	case "spins":
		for {
			runtime.Gosched()
		}
	case "eats":
		var keep [][]byte
		for {
			b := bytes.Repeat([]byte{1}, 16<<20)
			keep = append(keep, b)
			runtime.KeepAlive(keep)
			time.Sleep(5 * time.Millisecond)
		}
	case "parent":
		var done []io.Reader
		for range 2 {
			c := exec.Command(os.Args[0], "child.c")
			process.OwnGroup(c)
			out, _ := c.StdoutPipe()
			_ = c.Start()
			done = append(done, out)
		}
		for _, out := range done {
			_, _ = out.Read(make([]byte, 1))
		}
		time.Sleep(2 * process.Glance) // both are seen with their memory
		answer("true", 0)
	case "child":
		keep := bytes.Repeat([]byte{1}, childMemory*3/4)
		for process.OwnCPU() < childTime {
		}
		fmt.Println(keep[0])
		time.Sleep(time.Minute)
	case "forks":
		c := exec.Command(os.Args[0], "sleeps.c")
		_ = c.Start()
		os.WriteFile(os.Getenv("BENCH_PID"), []byte(fmt.Sprint(c.Process.Pid)), 0o644)
		time.Sleep(time.Minute)
	}
	os.Exit(2)
}

// What each child of "parent" uses: CPU time, and memory that is less than this, but not that of both
// together.
const (
	childTime   = 150 * time.Millisecond
	childMemory = 60 << 20
)

func fake(t *testing.T) Config {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("BENCH_FAKE", "1")
	return Config{Command: []string{exe, "check"}, Jobs: 2, Wall: 3 * time.Minute}
}

func items(expected property.Verdict, names ...string) []Item {
	var out []Item
	for _, n := range names {
		out = append(out, Item{Name: n, Path: n + ".c", Property: property.UnreachCall, Expected: expected})
	}
	return out
}

func TestScores(t *testing.T) {
	cfg := fake(t)
	yes, no := property.Holds(), property.Violated(property.UnreachCall)
	for _, c := range []struct {
		name    string
		want    property.Verdict
		score   Score
		verdict string
		why     string
	}{
		{"holds", yes, Right, "true", "because"},
		{"holds", no, Wrong, "true", "because"},
		{"holds", property.Verdict{}, Unjudged, "true", "because"},
		{"violated", no, Right, "false(unreach-call)", "because"},
		{"violated", yes, Wrong, "false(unreach-call)", "because"},
		{"other", no, Wrong, "false(no-overflow)", "because"},
		{"unknown", yes, Unknown, "unknown", "because"},
		{"lies", yes, Failed, "true", "the exit code is 1 but the verdict true"},
		{"bad", yes, Failed, "unknown", "exit code 2: x.c:1:1: error: syntax"},
		{"panics", yes, Failed, "unknown", "panic: broken"},
		{"silent", yes, Failed, "unknown", "the output is not JSON"},
	} {
		recs, err := Run(t.Context(), items(c.want, c.name), cfg)
		if err != nil || len(recs) != 1 {
			t.Fatalf("%s: %v, %v", c.name, recs, err)
		}
		r := recs[0]
		if r.Score != c.score || r.Verdict != c.verdict || !strings.Contains(r.Why, c.why) {
			t.Errorf("%s, expected %s: got %s, %s, %q", c.name, c.want, r.Score, r.Verdict, r.Why)
		}
		if r.Wall <= 0 || r.CPU <= 0 || runtime.GOOS == "linux" && r.Memory == 0 {
			t.Errorf("%s: nothing was measured: %+v", c.name, r)
		}
	}
}

func TestLimits(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are enforced on Linux")
	}
	plain := fake(t)
	for _, c := range []struct {
		name string
		set  func(*Config)
		why  string
	}{
		{"sleeps", func(c *Config) { c.Wall = 100 * time.Millisecond }, "timeout"},
		{"spins", func(c *Config) { c.CPU = time.Second }, "CPU time limit"},
		{"eats", func(c *Config) { c.Memory = 200 << 20 }, "out of memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cfg := plain
			c.set(&cfg)
			recs, err := Run(t.Context(), items(property.Holds(), c.name), cfg)
			if err != nil || len(recs) != 1 || recs[0].Score != Unknown || recs[0].Why != c.why {
				t.Errorf("got %+v, %v", recs, err)
			}
		})
	}
}

func TestKillReachesGrandchildren(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("process groups are used on Linux")
	}
	cfg := fake(t)
	pidFile := filepath.Join(t.TempDir(), "pid")
	t.Setenv("BENCH_PID", pidFile)
	cfg.Wall = 200 * time.Millisecond
	if _, err := Run(t.Context(), items(property.Holds(), "forks"), cfg); err != nil {
		t.Fatal(err)
	}
	pid, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < 50; i++ {
		stat, err := os.ReadFile("/proc/" + string(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the grandchild is still alive")
}

func TestResume(t *testing.T) {
	cfg := fake(t)
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	t.Setenv("BENCH_LOG", log)
	cfg.Results, cfg.Jobs = filepath.Join(dir, "r.jsonl"), 1
	all := items(property.Holds(), "holds", "unknown", "violated", "bad")

	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	cfg.Done = func(Record, bool) {
		if n++; n == 2 {
			cancel()
		}
	}
	if recs, err := Run(ctx, all, cfg); err == nil || len(recs) != 2 {
		t.Fatalf("the interrupted run: %v, %v", recs, err)
	}
	// A crash while a record was written leaves half a line.
	f, err := os.OpenFile(cfg.Results, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, `{"task":"viol`)
	f.Close()

	os.Remove(log)
	resumed := 0
	cfg.Done = func(_ Record, r bool) {
		if r {
			resumed++
		}
	}
	recs, err := Run(t.Context(), all, cfg)
	if err != nil || len(recs) != 4 || resumed != 2 {
		t.Fatalf("the resumed run: %d of %v, %v", resumed, recs, err)
	}
	var scores []Score
	for _, r := range recs {
		scores = append(scores, r.Score)
	}
	if diff := cmp.Diff([]Score{Right, Unknown, Wrong, Failed}, scores); diff != "" {
		t.Error(diff)
	}
	if ran, _ := os.ReadFile(log); string(ran) != "violated\nbad\n" {
		t.Errorf("the resumed run executed %q", ran)
	}
	cfg.Memory = 1 << 30
	if _, err := Run(t.Context(), all, cfg); err == nil || !strings.Contains(err.Error(), "another build") {
		t.Errorf("resuming with other limits: %v", err)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}
