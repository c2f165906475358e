package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Progress shows what is going on: one line that is rewritten on a terminal, lines on anything else when they
// are wanted, else nothing.
type Progress struct {
	w        io.Writer
	terminal bool
	lines    bool
	width    int
	start    time.Time

	mu   sync.Mutex
	text string // what goes on now
	done chan struct{}
}

// redraw is the time between two rewritings of the line. The line is not rewritten with each event: there can
// be many a second, and the clock in it must go on when there are none.
const redraw = 150 * time.Millisecond

// NewProgress begins to show what goes on. Clear ends it. On w, if it is no terminal, there are lines when
// they are wanted.
func NewProgress(w io.Writer, lines bool) *Progress {
	width, terminal := TerminalWidth(w)
	p := &Progress{w: w, terminal: terminal, lines: lines && !terminal, width: width, start: time.Now()}
	p.begin()
	return p
}

// Lines reports whether each text is a line of its own.
func (p *Progress) Lines() bool { return p.lines }

// begin starts the rewriting of the line on a terminal.
func (p *Progress) begin() {
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

// Show says what goes on now.
func (p *Progress) Show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lines && text != p.text {
		fmt.Fprintf(p.w, "%6.1f s  %s\n", time.Since(p.start).Seconds(), text)
	}
	p.text = text
}

// draw rewrites the line.
func (p *Progress) draw() {
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

// Wipe removes the line, so that something else can be printed; it comes back with the next rewriting.
func (p *Progress) Wipe() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// Clear removes the line for good.
func (p *Progress) Clear() {
	p.mu.Lock()
	done := p.done
	p.done = nil
	p.mu.Unlock()
	if done != nil {
		close(done)
		p.Wipe()
	}
}
