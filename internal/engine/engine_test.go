package engine

import (
	"context"
	"slices"
	"testing"
	"time"

	"whittle.dev/internal/ts/transition"
)

func TestStopReason(t *testing.T) {
	if got := StopReason(context.Background()); got != "" {
		t.Errorf("a living context has the stop reason %q", got)
	}
	for _, c := range []struct {
		cause error
		want  string
	}{
		{nil, "interrupted"}, {ErrInterrupt, "interrupted"}, {ErrMemory, "out of memory"},
		{ErrTimeout, "timeout"}, {context.DeadlineExceeded, "timeout"},
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(c.cause)
		if got := StopReason(ctx); got != c.want {
			t.Errorf("cause %v gives %q, want %q", c.cause, got, c.want)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()
	if got := StopReason(ctx); got != "timeout" {
		t.Errorf("a deadline gives %q", got)
	}
}

func TestStatText(t *testing.T) {
	for _, c := range []struct {
		s    Stat
		want string
	}{
		{Count("conflicts", 12345678), "12345678"},
		{Seconds("time", 1500*time.Millisecond), "1.500 s"},
		{Bytes("heap", 2_500_000), "2.5 MB"},
	} {
		if got := c.s.Text(); got != c.want {
			t.Errorf("%v prints %q, want %q", c.s, got, c.want)
		}
	}
}

func TestEmitWithoutListener(t *testing.T) {
	Task{}.Emit(Event{Stage: "solve"}) // must not panic
	n := 0
	Task{Events: func(Event) { n++ }}.Emit(Event{})
	if n != 1 {
		t.Error("the listener was not called")
	}
}

// TestGoals: the goals asked about are one of the system's, or all.
func TestGoals(t *testing.T) {
	s := &transition.System{Goals: make([]transition.Goal, 3)}
	for _, c := range []struct {
		goal int
		want []int
	}{{AllGoals, []int{0, 1, 2}}, {1, []int{1}}} {
		if got := (Task{System: s, Goal: c.goal}).Goals(); !slices.Equal(got, c.want) {
			t.Errorf("goal %d: %v, want %v", c.goal, got, c.want)
		}
	}
}
