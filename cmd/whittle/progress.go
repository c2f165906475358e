package main

import (
	"fmt"
	"strings"
	"sync"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/run"
)

// progress shows what the engines do.
type progress struct {
	*cli.Progress

	mu sync.Mutex
	of []doing // the engines
}

// doing is what an engine does.
type doing struct{ engine, text string }

func (a *app) progress(verbose bool) *progress {
	return &progress{Progress: cli.NewProgress(a.stderr, verbose)}
}

// event shows one event of a check.
func (p *progress) event(e run.Event) {
	text := eventText(e)
	if e.Engine == "" || p.Lines() {
		p.Show(text)
		return
	}
	p.Show(p.together(doing{e.Engine, text}))
}

// eventText is an event in words.
func eventText(e run.Event) string {
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
