package work_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/batch"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/serve"
	"whittle.dev/internal/cluster/wire"
	"whittle.dev/internal/cluster/work"
	"whittle.dev/internal/property"
)

// command stands in for whittle: it finds a violation, keeps its trace, and writes a report with the text of
// the trace that it follows.
const command = `#!/bin/sh
followed=again
for a; do
	test "$before" = --record && echo "can be followed" > "$a"
	test "$before" = --trace && followed=$(cat "$a")
	test "$before" = --report && echo "<p>a report: $followed" > "$a"
	before=$a
done
echo '{"verdict": "false(unreach-call)", "why": "found"}'
exit 1
`

const text = "int main(void) { return 0; }"

// TestWorker has a worker do a run of two tasks. One has a report; of the other the message was replaced by
// something else.
func TestWorker(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return name
	}
	exe := file("command", command)
	var items []tasks.Item
	for _, name := range []string{"a.c", "b.c"} {
		items = append(items, tasks.Item{Name: name, Path: file(name, text),
			Property: property.UnreachCall})
	}
	s, err := serve.Start(serve.Options{Listen: "127.0.0.1:0", Store: filepath.Join(dir, "store")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	b, err := bus.Dial(ctx, bus.Server{URL: s.URL(), Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Workers(ctx, "build"); err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	bad := wire.ID("", items[1])
	if _, err := nc.Request("whittle.task.build.r."+bad, []byte("{}"), time.Second); err != nil {
		t.Fatal(err)
	}
	w := &work.Worker{Bus: b, Name: "w", Build: "build", Scratch: filepath.Join(dir, "scratch"),
		Config: tasks.Config{Command: []string{exe}}, Replay: []string{exe},
		ReplayArgs: func(args []string) []string { return args }}
	if err := os.Mkdir(w.Scratch, 0o755); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	working, stop := context.WithCancel(ctx)
	go func() { done <- w.Run(working) }()
	recs, err := batch.Run(ctx, b, "r", items, tasks.Config{Build: "build"})
	if err != nil || len(recs) != 2 {
		t.Fatalf("%d records, %v", len(recs), err)
	}
	if recs[0].Verdict != "false(unreach-call)" || recs[1].Score != tasks.Failed || recs[1].Name != "b.c" {
		t.Errorf("got %+v", recs)
	}
	if _, err := b.Made(ctx, "r", wire.ID("", items[0])); err != bus.ErrNoReport {
		t.Errorf("a report that nobody has asked for: %v", err)
	}
	report, err := b.Report(ctx, "r", wire.ID("", items[0]))
	if err != nil || string(report) != "<p>a report: can be followed\n" {
		t.Errorf("the report is %q (%v)", report, err)
	}
	// Of a system there is no trace. The task is run again for its report.
	system := &wire.Job{Version: wire.Version, Run: "r", Item: tasks.Item{Name: "s",
		Property: property.UnreachCall}, Main: "a.c", Files: []wire.File{{Path: "a.c",
		Hash: wire.Hash([]byte(text)), Size: int64(len(text))}}}
	if err := b.PutViolation(ctx, system, nil); err != nil {
		t.Fatal(err)
	}
	report, err = b.Report(ctx, "r", system.ID())
	if err != nil || string(report) != "<p>a report: again\n" {
		t.Errorf("the report of a system is %q (%v)", report, err)
	}
	// It is there without workers, another one is not.
	other := *system
	other.Item.Name = "other"
	if err := b.PutViolation(ctx, &other, nil); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if again, err := b.Report(ctx, "r", system.ID()); string(again) != string(report) {
		t.Errorf("later the report is %q (%v)", again, err)
	}
	_, err = b.Report(ctx, "r", other.ID())
	if err == nil || !strings.Contains(err.Error(), "none of build") {
		t.Errorf("without a worker: %v", err)
	}
	if _, err := b.Report(ctx, "r", wire.ID("", tasks.Item{Name: "c.c"})); err != bus.ErrNoReport {
		t.Errorf("the report of what was not run: %v", err)
	}
	r, err := b.Run(ctx, "r")
	if err == nil {
		err = b.Forget(ctx, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Report(ctx, "r", wire.ID("", items[0])); err != bus.ErrNoReport {
		t.Errorf("the report of a run that was removed: %v", err)
	}
}
