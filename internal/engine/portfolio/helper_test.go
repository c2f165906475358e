package portfolio_test

import (
	"context"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// fake is an engine that does what a test wants.
type fake struct {
	name  string
	check func(context.Context, engine.Task) (engine.Result, error)
}

func (f fake) Name() string { return f.name }
func (f fake) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	return f.check(ctx, t)
}

// says answers at once.
func says(name string, res engine.Result) fake {
	return fake{name, func(context.Context, engine.Task) (engine.Result, error) { return res, nil }}
}

// after answers when a channel is closed, or its context ends.
func after(name string, ready <-chan struct{}, res engine.Result) fake {
	return fake{name, func(ctx context.Context, _ engine.Task) (engine.Result, error) {
		select {
		case <-ready:
			return res, nil
		case <-ctx.Done():
			r := engine.Unknown("%s", engine.StopReason(ctx))
			r.Facts = []string{"a fact of " + name}
			return r, nil
		}
	}}
}

// forever works until its context ends.
func forever(name string) fake { return after(name, nil, engine.Result{}) }

func fails(name string, err error) fake {
	return fake{name, func(context.Context, engine.Task) (engine.Result, error) {
		return engine.Result{},
			err
	}}
}

var patient = portfolio.Config{Patience: 10 * time.Second}

// ordered has later engines wait for the end of the first.
var ordered = portfolio.Config{Patience: 10 * time.Second, HeadStart: 1000}

func run(t *testing.T, cfg portfolio.Config, engines ...engine.Engine) engine.Result {
	t.Helper()
	res, err := portfolio.New(cfg, engines...).Check(t.Context(), engine.Task{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func violated() engine.Result {
	return engine.Violated(property.UnreachCall, &trace.Trace{Property: "unreach-call"})
}

// closedLater returns a channel that is closed in a moment.
func closedLater(t *testing.T) <-chan struct{} {
	t.Helper()
	ch := make(chan struct{})
	time.AfterFunc(50*time.Millisecond, func() { close(ch) })
	return ch
}

// delayed hands on what a channel yields after a moment.
func delayed(in <-chan struct{}, fresh *chan struct{}) <-chan struct{} {
	*fresh = make(chan struct{})
	out := make(chan struct{}, 1)
	go func() {
		<-in
		time.Sleep(20 * time.Millisecond)
		out <- struct{}{}
	}()
	return out
}
