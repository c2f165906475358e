package main

import (
	"bytes"
	"strings"
	"testing"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/run"
)

func TestProgressElsewhere(t *testing.T) {
	for _, wanted := range []bool{false, true} {
		var out bytes.Buffer
		p := &progress{Progress: cli.NewProgress(&out, wanted)}
		e := run.Event{Stage: "solve", Stats: []engine.Stat{engine.Count("conflicts", 5)}}
		p.event(e)
		p.event(e)
		p.Clear()
		want := 0
		if wanted {
			want = 1
		}
		if n := strings.Count(out.String(), "solve, conflicts 5\n"); n != want ||
			strings.Contains(out.String(), "\x1b") {
			t.Errorf("wanted %v: got %q", wanted, out.String())
		}
	}
}

// TestProgressOfEngines: the line says what each engine does; lines say it one by one.
func TestProgressOfEngines(t *testing.T) {
	var p progress
	for _, c := range []struct{ engine, does, want string }{
		{"bmc", "bmc: solve", "bmc: solve"},
		{"ceds", "ceds: explore", "bmc: solve; ceds: explore"},
		{"bmc", "bmc: unroll", "bmc: unroll; ceds: explore"},
	} {
		if got := p.together(doing{c.engine, c.does}); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	var out bytes.Buffer
	lines := &progress{Progress: cli.NewProgress(&out, true)}
	lines.event(run.Event{Engine: "bmc", Stage: "solve"})
	lines.event(run.Event{Engine: "ceds", Stage: "explore"})
	if got := out.String(); !strings.Contains(got, "  bmc: solve\n") ||
		!strings.Contains(got, "  ceds: explore\n") {
		t.Errorf("got %q", got)
	}
}
