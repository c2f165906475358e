package bmc_test

import (
	"context"
	"os"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

func TestProfile(t *testing.T) {
	f := os.Getenv("TASK")
	if f == "" {
		t.Skip()
	}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	p, _, err := c.Load(ctx, c.Config{Files: []string{f}, DataModel: c.ILP32, Property: "unreach-call"})
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	start := time.Now()
	res, err := bmc.New(bmc.Config{}).Check(ctx, engine.Task{Program: p, Property: property.UnreachCall, Events: func(e engine.Event) { t.Log(time.Since(start), e.Stage, e.Bound, e.Detail) }})
	t.Log(res.Verdict, res.Why, err, time.Since(start))
	for _, s := range res.Stats {
		t.Log(s.Name, s.Text())
	}
	if res.Trace != nil {
		start := time.Now()
		_, err := interp.Replay(ctx, p, res.Trace)
		t.Log("replay", time.Since(start), err)
	}
}
