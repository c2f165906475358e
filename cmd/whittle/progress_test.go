package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"whittle.dev/internal/check"
	"whittle.dev/internal/engine"
)

// sink is a buffer that two goroutines may use.
type sink struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

func TestProgressOnATerminal(t *testing.T) {
	var out sink
	p := &progress{w: &out, terminal: true, width: 30, start: time.Now()}
	p.begin()
	p.event(check.Event{Stage: "solve", Bound: 4, Detail: "a question that is longer than the line"})
	for deadline := time.Now().Add(5 * time.Second); !strings.Contains(out.String(), "solve at bound 4") &&
		time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	p.clear()
	got := out.String()
	if !strings.Contains(got, "solve at bound 4") || !strings.HasSuffix(got, "\r\x1b[K") ||
		strings.Contains(got, "\n") {
		t.Errorf("got %q", got)
	}
	for _, line := range strings.Split(got, "\r\x1b[K") {
		if utf8.RuneCountInString(line) > 29 {
			t.Errorf("the line %q is too long", line)
		}
	}
	time.Sleep(2 * redraw)
	if out.String() != got {
		t.Error("the line came back after the end")
	}
}

func TestProgressElsewhere(t *testing.T) {
	for _, wanted := range []bool{false, true} {
		var out sink
		p := &progress{w: &out, lines: wanted, start: time.Now()}
		p.begin()
		e := check.Event{Stage: "solve", Stats: []engine.Stat{engine.Count("conflicts", 5)}}
		p.event(e)
		p.event(e)
		p.clear()
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

// TestProgressOfEngines: the line says what each engine does.
func TestProgressOfEngines(t *testing.T) {
	for _, lines := range []bool{false, true} {
		var out sink
		p := &progress{w: &out, lines: lines, start: time.Now()}
		p.event(check.Event{Stage: "front end"})
		p.event(check.Event{Engine: "bmc", Stage: "solve"})
		p.event(check.Event{Engine: "ceds", Stage: "explore"})
		p.event(check.Event{Engine: "bmc", Stage: "unroll"})
		want := "bmc: unroll; ceds: explore"
		if lines {
			want = "bmc: unroll"
		}
		if p.text != want {
			t.Errorf("got %q, want %q", p.text, want)
		}
	}
}

func TestSizesAndDurations(t *testing.T) {
	for text, want := range map[string]uint64{"1000": 1000, "4GB": 4e9, "4gb": 4e9, "2GiB": 2 << 30,
		"1.5MB": 1500000, "3k": 3072, "10 MB": 10e6, "7B": 7, "0": 0} {
		var s size
		if err := s.Set(text); err != nil || uint64(s) != want {
			t.Errorf("size %q: %d, %v; want %d", text, s, err, want)
		}
	}
	for text, want := range map[string]time.Duration{"60s": time.Minute, "5m": 5 * time.Minute,
		"90": 90 * time.Second, "0.5": 500 * time.Millisecond} {
		var d duration
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("duration %q: %s, %v; want %s", text, time.Duration(d), err, want)
		}
	}
	for _, text := range []string{"", "GB", "-1", "-5MB", "x", "1e30", "NaN", "inf"} {
		var s size
		var d duration
		if s.Set(text) == nil {
			t.Errorf("size %q is accepted", text)
		}
		if d.Set(text) == nil {
			t.Errorf("duration %q is accepted", text)
		}
	}
}
