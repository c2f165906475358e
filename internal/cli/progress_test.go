package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
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
	p := &Progress{w: &out, terminal: true, width: 30, start: time.Now()}
	p.begin()
	p.Show("solve at bound 4, a question that is longer than the line")
	for deadline := time.Now().Add(5 * time.Second); !strings.Contains(out.String(), "solve at bound 4") &&
		time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	p.Clear()
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
