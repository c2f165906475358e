package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"whittle.dev"
)

// progress shows what is going on: one line that is rewritten on a terminal,
// lines on anything else when it is wanted, else nothing.
type progress struct {
	w        io.Writer
	terminal bool
	lines    bool
	width    int
	start    time.Time

	mu     sync.Mutex
	last   time.Time
	shown  bool
	before string
}

// redraw is the shortest time between two rewritings of the line.
const redraw = 100 * time.Millisecond

func (a *app) progress(verbose bool) *progress {
	width, terminal := terminalWidth(a.stderr)
	return &progress{w: a.stderr, terminal: terminal, lines: verbose && !terminal, width: width, start: time.Now()}
}

// event shows one event of a check.
func (p *progress) event(e whittle.Event) {
	var parts []string
	head := e.Stage
	if e.Bound > 0 {
		head += fmt.Sprintf(" at bound %d", e.Bound)
	}
	if head != "" {
		parts = append(parts, head)
	}
	if e.Detail != "" {
		parts = append(parts, e.Detail)
	}
	if e.Fact != "" {
		parts = append(parts, e.Fact)
	}
	for _, s := range e.Stats {
		parts = append(parts, s.Name+" "+s.Text())
	}
	p.show(strings.Join(parts, ", "))
}

// show shows one line.
func (p *progress) show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	elapsed := time.Since(p.start)
	switch {
	case p.terminal:
		if p.shown && time.Since(p.last) < redraw {
			return
		}
		line := fmt.Sprintf("%6.1f s  %s", elapsed.Seconds(), text)
		if r := []rune(line); p.width > 1 && len(r) > p.width-1 {
			line = string(r[:p.width-1])
		}
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		p.shown, p.last = true, time.Now()
	case p.lines && text != p.before:
		fmt.Fprintf(p.w, "%6.1f s  %s\n", elapsed.Seconds(), text)
		p.before = text
	}
}

// clear removes the line from the terminal.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
