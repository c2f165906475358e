package contest

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// Guest is the engine of a process that helps. It has no answer of its own: what it finds is the host's.
type Guest struct {
	name string
	send func(ctx context.Context, message []byte) ([]byte, error)
	make func(Strategy) (engine.Engine, error)
}

// NewGuest returns a guest that talks with its host by send, and makes its engine by the strategy that it is
// given.
func NewGuest(name string, send func(ctx context.Context, message []byte) ([]byte, error),
	make func(Strategy) (engine.Engine, error)) *Guest {
	return &Guest{name, send, make}
}

// Name is the name of the engine.
func (g *Guest) Name() string { return g.name }

// Check answers the host's question if it is this one.
func (g *Guest) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if !together(t) {
		return engine.Unknown("nobody was helped: such questions are not shared"), nil
	}
	print, err := t.Fingerprint()
	if err != nil {
		return engine.Result{}, err
	}
	id := rand.Text()
	r, err := g.call(ctx, request{Op: opJoin, Guest: id, Print: print})
	switch {
	case err != nil:
		return engine.Unknown("nobody was helped: %v", err), nil
	case r.Over:
		return engine.Unknown("nobody was helped: the question is decided already"), nil
	case r.Differs:
		return engine.Unknown("nobody was helped: the program differs from that of the run that asks for " +
			"help"), nil
	}
	eng, err := g.make(r.Strategy)
	if err != nil {
		return engine.Result{}, err
	}
	during, stop := context.WithCancel(ctx)
	defer stop()
	go g.signs(during, stop, id)
	t.Events, t.Work, t.Explain, t.Confirm = nil, nil, false, nil
	res, err := eng.Check(during, t)
	last := request{Op: opLeave, Guest: id}
	if err == nil && res.Verdict.Kind != property.Unknown {
		if last.Answer, err = newAnswer(res); err == nil {
			last.Op = opAnswer
		}
	}
	if during.Err() == nil {
		_, _ = g.call(ctx, last) // a host that is gone needs no answer
	}
	return engine.Unknown("a question of another run was shared"), err
}

// signs gives signs of life, and ends the work when there is nothing more to do.
func (g *Guest) signs(ctx context.Context, stop func(), id string) {
	tick := time.NewTicker(signsEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if r, err := g.call(ctx, request{Op: opSign, Guest: id}); err != nil || r.Over {
			stop()
			return
		}
	}
}

// call sends a message.
func (g *Guest) call(ctx context.Context, q request) (reply, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return reply{}, fmt.Errorf("contest: %w", err)
	}
	if text, err = g.send(ctx, text); err != nil {
		return reply{}, fmt.Errorf("asking the host: %w", err)
	}
	var r reply
	if err := json.Unmarshal(text, &r); err != nil {
		return reply{}, fmt.Errorf("asking the host: %w", err)
	}
	return r, nil
}
