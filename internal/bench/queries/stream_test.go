package queries

import (
	"context"
	"testing"

	"whittle.dev/internal/bench/solvers"
)

func TestStream(t *testing.T) {
	run := Stream{Width: 8, Count: 100, Seed: 1, Rounds: 3}
	if c, err := solvers.SMTLIB.Contender("z3"); err == nil {
		run.Others = []solvers.Contender{c}
	}
	res, err := run.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range res {
		if r.Queries != 100 || r.Unanswered != 0 || r.Contradicts != 0 || r.Sat < 20 || r.Sat > 80 ||
			r.Sat != res[0].Sat {
			t.Errorf("got %+v", r)
		}
	}
	run.Others = []solvers.Contender{{Name: "mute", Command: []string{"/bin/sh", "-c", "exit 0"}}}
	if _, err := run.Run(context.Background()); err == nil {
		t.Error("missing answers are taken")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := run.Run(ctx); err == nil {
		t.Error("the context is not looked at")
	}
}
