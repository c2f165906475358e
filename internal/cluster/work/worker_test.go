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

// command stands in for whittle: it finds a violation and writes a report of it.
const command = `#!/bin/sh
for a; do test "$before" = --report && echo "<p>a report" > "$a"; before=$a; done
echo '{"verdict": "false(unreach-call)", "why": "found"}'
exit 1
`

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
		items = append(items, tasks.Item{Name: name, Path: file(name, "int main(void) { return 0; }"),
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
		Config: tasks.Config{Command: []string{exe}}}
	if err := os.Mkdir(w.Scratch, 0o755); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	working, stop := context.WithCancel(ctx)
	go func() { done <- w.Run(working) }()
	recs, err := batch.Run(ctx, b, "r", items, tasks.Config{Build: "build"})
	stop()
	if e := <-done; err != nil || e != nil || len(recs) != 2 {
		t.Fatalf("%d records, %v, %v", len(recs), err, e)
	}
	if recs[0].Verdict != "false(unreach-call)" || recs[1].Score != tasks.Failed || recs[1].Name != "b.c" {
		t.Errorf("got %+v", recs)
	}
	report, err := b.Report(ctx, "r", wire.ID("", items[0]))
	if err != nil || !strings.Contains(string(report), "a report") {
		t.Errorf("the report is %q (%v)", report, err)
	}
	if _, err := b.Report(ctx, "r", bad); err != bus.ErrNoReport {
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
