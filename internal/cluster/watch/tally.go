package watch

import (
	"context"
	"strings"
	"sync"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/bus"
	"whittle.dev/internal/cluster/wire"
)

// What a tally keeps for the page.
const (
	lastKept  = 30
	wrongKept = 200 // wrong and failed ones, of each run
)

// Tally counts the results of all runs as they come.
type Tally struct {
	mu     sync.Mutex
	runs   map[string]*counts
	last   []entry       // the newest last
	recent map[int64]int // results by the minute in which they came
	total  map[tasks.Score]int
}

// counts are those of a run.
type counts struct {
	scores   map[tasks.Score]int
	violated int // verdicts "false"
	bad      []entry
	// violations are the last ones.
	violations []entry
	cpu        float64 // seconds
}

// entry is a result with what it belongs to.
type entry struct {
	Run, Worker string
	ID          string // of the task
	At          time.Time
	tasks.Record
}

// isViolation reports whether the verdict is "false".
func (e *entry) isViolation() bool { return strings.HasPrefix(e.Verdict, "false") }

// NewTally returns a tally that has counted nothing.
func NewTally() *Tally { return &Tally{} }

// Follow counts the results of a cluster until ctx ends.
func (t *Tally) Follow(ctx context.Context, b *bus.Bus) error {
	return bus.Persist(ctx, func() error {
		t.mu.Lock()
		t.runs, t.last, t.recent, t.total = map[string]*counts{}, nil, map[int64]int{}, map[tasks.Score]int{}
		t.mu.Unlock()
		return b.All(ctx, t.add)
	})
}

func (t *Tally) add(run, id string, at time.Time, r *wire.Result) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.runs[run]
	if c == nil {
		c = &counts{scores: map[tasks.Score]int{}}
		t.runs[run] = c
	}
	rec := r.Record
	c.scores[rec.Score]++
	t.total[rec.Score]++
	c.cpu += rec.CPU
	e := entry{Run: run, ID: id, Worker: r.Worker, At: at, Record: rec}
	if e.isViolation() {
		c.violated++
		if c.violations = append(c.violations, e); len(c.violations) > wrongKept {
			c.violations = c.violations[1:]
		}
	}
	if rec.Score == tasks.Wrong || rec.Score == tasks.Failed {
		if c.bad = append(c.bad, e); len(c.bad) > wrongKept {
			c.bad = c.bad[1:]
		}
	}
	if t.last = append(t.last, e); len(t.last) > lastKept {
		t.last = t.last[1:]
	}
	minute := at.Unix() / 60
	t.recent[minute]++
	for m := range t.recent {
		if m < minute-10 {
			delete(t.recent, m)
		}
	}
}

// perMinute is the number of results in the last whole minute.
func (t *Tally) perMinute(now time.Time) int { return t.recent[now.Unix()/60-1] }
