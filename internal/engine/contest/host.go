package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

const (
	// patience is how long a guest is waited for without a sign of life.
	patience = 15 * time.Second
	// signsEvery is the time between two of them.
	signsEvery = patience / 5
	// alone is how long a question is not hard.
	alone = 2 * time.Second
)

// Helpers find guests elsewhere.
type Helpers interface {
	// Call has others check a property with a Guest until ctx ends, or all have ended. answer gives the
	// replies to their messages; those of strangers must not come through.
	Call(ctx context.Context, p property.Property, answer func(ctx context.Context, message []byte) []byte)
}

// Host is an engine beside its guests.
type Host struct {
	engine.Engine
	helpers    Helpers
	strategies []Strategy
	alone      time.Duration
}

// NewHost returns an engine with helpers, which get the strategies in turn.
func NewHost(e engine.Engine, h Helpers, strategies []Strategy) *Host {
	return &Host{Engine: e, helpers: h, strategies: strategies, alone: alone}
}

// Eager has the helpers called at once, also for what is quick.
func (h *Host) Eager() *Host {
	h.alone = 0
	return h
}

// Check has the engine decide a task, and calls guests if it takes long. The first answer counts.
func (h *Host) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if !together(t) || len(h.strategies) == 0 {
		return h.Engine.Check(ctx, t)
	}
	print, err := t.Fingerprint()
	if err != nil {
		return engine.Result{}, err
	}
	c := &contest{host: h, task: t, print: print, guests: map[string]time.Time{}}
	ours, stop := context.WithCancel(ctx)
	defer stop()
	c.ctx, c.stop = ours, stop
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-ours.Done():
			return
		case <-time.After(h.alone):
		}
		h.helpers.Call(ours, t.Property, c.reply)
	}()
	defer func() {
		stop()
		<-ended
	}()
	res, err := h.Engine.Check(ours, t)
	if err == nil && res.Verdict.Kind == property.Unknown {
		c.await(ended)
	}
	return c.first(res, err)
}

// first is the answer of the contest, when the engine has ended with one of its own.
func (c *contest) first(res engine.Result, err error) (engine.Result, error) {
	c.mu.Lock()
	c.over = true // nothing is replayed from now on
	c.mu.Unlock()
	c.replays.Wait()
	won := c.won
	switch {
	case won == nil || err == nil && res.Verdict.Kind == property.False:
		return res, err
	case err == nil && res.Verdict.Kind == property.True:
		if won.Verdict.Kind == property.True {
			return res, nil
		}
		won.Failures = append(won.Failures, engine.Failure{Engine: c.host.Name(), Err: errRefuted})
	}
	won.Stats, won.Pictures = res.Stats, res.Pictures
	return *won, nil
}

// errRefuted is the failure of an engine that has proved what a guest has refuted.
var errRefuted = errors.New("says that the property holds, and a violation has been replayed")

// contest is one question and its guests.
type contest struct {
	host    *Host
	task    engine.Task
	print   string
	ctx     context.Context
	stop    func()
	replays sync.WaitGroup

	mu     sync.Mutex
	guests map[string]time.Time // when they were heard last
	given  int                  // strategies
	over   bool
	won    *engine.Result
}

// await waits, when the engine has no answer, as long as guests work.
func (c *contest) await(ended chan struct{}) {
	tick := time.NewTicker(time.Second / 10)
	defer tick.Stop()
	for c.working(time.Now()) {
		select {
		case <-c.ctx.Done():
			return
		case <-ended:
			return
		case <-tick.C:
		}
	}
}

// working reports whether a guest is at work.
func (c *contest) working(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, heard := range c.guests {
		if now.Sub(heard) < patience {
			return true
		}
	}
	return false
}

// reply is the reply to a message. One that is none ends its guest.
func (c *contest) reply(_ context.Context, message []byte) []byte {
	var q request
	r := reply{Over: true}
	if err := json.Unmarshal(message, &q); err == nil && c.ctx.Err() == nil {
		r = c.hear(&q)
	}
	text, err := json.Marshal(r)
	if err != nil {
		panic(fmt.Sprintf("contest: a reply cannot be written: %v", err)) // it has nothing that cannot
	}
	return text
}

func (c *contest) hear(q *request) reply {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return reply{Over: true}
	}
	_, known := c.guests[q.Guest]
	if q.Op == opJoin {
		if q.Print != c.print {
			return reply{Differs: true}
		}
		s := c.host.strategies[c.given%len(c.host.strategies)]
		c.given++
		c.guests[q.Guest] = time.Now()
		return reply{Strategy: s}
	}
	if !known {
		return reply{Over: true}
	}
	c.guests[q.Guest] = time.Now()
	switch q.Op {
	case opSign:
		return reply{}
	case opAnswer:
		if q.Answer != nil {
			c.replays.Go(func() { c.consider(q.Guest, q.Answer) })
			return reply{Over: true}
		}
	}
	delete(c.guests, q.Guest)
	return reply{Over: true}
}

// consider looks at the answer of a guest, and ends the contest if it is one.
func (c *contest) consider(guest string, a *answer) {
	res, err := a.result()
	if err == nil && res.Verdict.Kind == property.False {
		res, err = c.replay(res)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.guests, guest)
	if err != nil || c.won != nil {
		return
	}
	if res.Why != "" {
		res.Why += ", "
	}
	res.Why += "by a helper"
	c.won = &res
	c.stop()
}

// replay makes sure of a violation.
func (c *contest) replay(res engine.Result) (engine.Result, error) {
	if !c.task.Property.Covers(res.Trace.Property) {
		return res, fmt.Errorf("the trace is about %s", res.Trace.Property)
	}
	full, err := interp.Replay(c.ctx, c.task.Program, res.Trace)
	if err != nil {
		return res, fmt.Errorf("a trace of a guest: %w", err)
	}
	return engine.Violated(full.Property, full), nil
}
