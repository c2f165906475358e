package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"whittle.dev/internal/check"
)

// progress shows what is going on: one line that is rewritten on a terminal,
// lines on anything else when it is wanted, else nothing.
type progress struct {
	w        io.Writer
	terminal bool
	lines    bool
	width    int
	start    time.Time

	mu   sync.Mutex
	text string  // what goes on now
	of   []doing // the engines
	done chan struct{}
}

// doing is what an engine does.
type doing struct{ engine, text string }

// redraw is the time between two rewritings of the line. The line is not rewritten with each event: there can
// be many a second, and the clock in it must go on when there are none.
const redraw = 150 * time.Millisecond

func (a *app) progress(verbose bool) *progress {
	width, terminal := terminalWidth(a.stderr)
	p := &progress{w: a.stderr, terminal: terminal, lines: verbose && !terminal, width: width,
		start: time.Now()}
	p.begin()
	return p
}

// begin starts the rewriting of the line on a terminal.
func (p *progress) begin() {
	if !p.terminal {
		return
	}
	done := make(chan struct{})
	p.done = done
	go func() {
		ticker := time.NewTicker(redraw)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				p.draw()
			}
		}
	}()
}

// event shows one event of a check.
func (p *progress) event(e check.Event) {
	text := eventText(e)
	if e.Engine == "" || p.lines {
		p.show(text)
		return
	}
	p.show(p.together(doing{e.Engine, text}))
}

// eventText is an event in words.
func eventText(e check.Event) string {
	var parts []string
	head := e.Stage
	if e.Bound > 0 {
		head += fmt.Sprintf(" at bound %d", e.Bound)
	}
	for _, s := range []string{head, e.Detail, e.Fact} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	for _, s := range e.Stats {
		parts = append(parts, s.Name+" "+s.Text())
	}
	text := strings.Join(parts, ", ")
	if e.Engine != "" {
		text = e.Engine + ": " + text
	}
	return text
}

// together says what all engines do, one of which does something new.
func (p *progress) together(d doing) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := false
	var texts []string
	for i, o := range p.of {
		if o.engine == d.engine {
			p.of[i], o, known = d, d, true
		}
		texts = append(texts, o.text)
	}
	if !known {
		p.of = append(p.of, d)
		texts = append(texts, d.text)
	}
	return strings.Join(texts, "; ")
}

// show says what goes on now.
func (p *progress) show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lines && text != p.text {
		fmt.Fprintf(p.w, "%6.1f s  %s\n", time.Since(p.start).Seconds(), text)
	}
	p.text = text
}

// draw rewrites the line.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text == "" || p.done == nil {
		return
	}
	line := fmt.Sprintf("%6.1f s  %s", time.Since(p.start).Seconds(), p.text)
	if r := []rune(line); p.width > 1 && len(r) > p.width-1 {
		line = string(r[:p.width-1])
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", line)
}

// wipe removes the line, so that something else can be printed; it comes back with the next rewriting.
func (p *progress) wipe() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// clear removes the line for good.
func (p *progress) clear() {
	p.mu.Lock()
	done := p.done
	p.done = nil
	p.mu.Unlock()
	if done != nil {
		close(done)
		p.wipe()
	}
}
