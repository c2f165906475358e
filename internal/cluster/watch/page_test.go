package watch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/serve"
	"whittle.dev/internal/cluster/wire"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/browser"
)

// TestPage looks at the page of clusters with no, ten and many tasks, of which half are done, in a browser:
// on a desktop and on a small screen nothing stands beside the window, and there is no error.
func TestPage(t *testing.T) {
	b := browser.Start(t)
	s, err := serve.Start(serve.Options{Listen: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, err := bus.Dial(ctx, bus.Server{URL: s.URL(), Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	tally, now := NewTally(), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tally.runs, tally.recent, tally.total = map[string]*counts{}, map[int64]int{}, map[tasks.Score]int{}
	for _, n := range []int{0, 10, 10000} {
		if n > 0 {
			r := &wire.Run{Version: wire.Version, Name: fmt.Sprintf("nightly-%d", n), Build: "b",
				Created: now, Total: n}
			if _, err := c.Begin(ctx, r); err != nil {
				t.Fatal(err)
			}
			worker := &wire.Beat{Version: wire.Version, Worker: fmt.Sprintf("mill-%d", n), Build: "b",
				Release: "1.0", Slots: 2, Running: []string{strings.Repeat("a/long/name/", 10) + "of.c"},
				Since: now}
			if err := c.Beat(ctx, worker); err != nil {
				t.Fatal(err)
			}
			for i := range n / 2 {
				tally.add(r.Name, fmt.Sprintf("%d", i), now, result(i))
			}
		}
		file := filepath.Join(t.TempDir(), "page.html")
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := tally.Write(ctx, f, c, now); err != nil {
			t.Fatal(err)
		}
		f.Close()
		p := b.For(t).Open(file)
		for _, width := range []int{1280, 500} {
			p.Resize(width, 800)
			p.Settle()
			var wide int
			if p.Eval("document.documentElement.scrollWidth", &wide); wide > width {
				t.Errorf("%d tasks: the page is %d pixels wide in a window of %d", n, wide, width)
			}
			if dir := os.Getenv("PICTURES"); dir != "" {
				p.Screenshot(filepath.Join(dir, fmt.Sprintf("%d-%d.png", n, width)), width, 800)
			}
		}
		if got := p.Text(".numbers"); n == 10 && !strings.HasPrefix(got, "5 of 10 tasks are done") {
			t.Errorf("the page begins with %q", got)
		}
		p.NoErrors()
	}
}

// result is the one of a task: some are violations, some wrong, some failed.
func result(i int) *wire.Result {
	r := tasks.Record{Item: tasks.Item{Name: fmt.Sprintf("folder/of/some/depth/task_with_a_name_%d.c", i),
		Property: property.UnreachCall}, Verdict: "true", Score: tasks.Right, CPU: 1, Wall: 1}
	switch {
	case i%3 == 0:
		r.Verdict, r.Why = "false(unreach-call)", "task.c:7: assertion failed: counter == 2"
	case i%50 == 1:
		r.Verdict, r.Score, r.Expected = "true", tasks.Wrong, "false(unreach-call)"
	case i%70 == 2:
		r.Verdict, r.Score, r.Why = "unknown", tasks.Failed, strings.Repeat("a long reason of a failure ", 10)
	}
	return &wire.Result{Version: wire.Version, Worker: "mill", Record: r}
}
