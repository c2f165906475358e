package run

import (
	"context"
	"slices"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/testing/compiled"
)

// worker is an engine that answers when it has done so much; 0: never.
type worker struct {
	needs  plan.Work
	answer engine.Result
	did    []plan.Work // by call
}

func (*worker) Name() string { return "worker" }

func (w *worker) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	const piece = plan.TurnShare / 4
	w.did = append(w.did, 0)
	for did := &w.did[len(w.did)-1]; w.needs == 0 || *did < w.needs; *did += piece {
		if t.Did(int64(piece)); ctx.Err() != nil {
			return engine.Unknown("%s", engine.StopReason(ctx)), nil
		}
	}
	return w.answer, nil
}

// TestRounds: the two questions about termination get shares that double, until one of them is decided; one
// that has come to its end leaves the rest to the other.
func TestRounds(t *testing.T) {
	const unit = plan.TurnShare
	var open property.Verdict
	prog := compiled.Program(t, compiled.File("p.c", "int main(void) { while (1) ; }"))
	holds := engine.Holds(engine.ByStates, "shown")
	gaveUp := engine.Unknown("no measure")
	for _, c := range []struct {
		name        string
		one, other  worker
		timeout     time.Duration
		want        property.Verdict
		first, then []plan.Work // what they did, in whole units
	}{
		{"the second decides", worker{}, worker{needs: 3 * unit, answer: holds}, 0, property.Holds(),
			[]plan.Work{unit, 2 * unit, 4 * unit}, []plan.Work{unit, 2 * unit, 3 * unit}},
		{"the first decides", worker{needs: 3 * unit, answer: holds}, worker{}, 0, property.Holds(),
			[]plan.Work{unit, 2 * unit, 3 * unit}, []plan.Work{unit, 2 * unit}},
		{"the first gives up", worker{needs: unit / 2, answer: gaveUp},
			worker{needs: 9 * unit, answer: holds}, 0, property.Holds(),
			[]plan.Work{unit / 2}, []plan.Work{9 * unit}},
		{"both give up", worker{needs: unit / 2, answer: gaveUp},
			worker{needs: unit, answer: engine.Unknown("too many states")}, 0, open,
			[]plan.Work{unit / 2}, []plan.Work{unit}},
		{"no time is left", worker{}, worker{}, time.Millisecond, open, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, stop := Options{Timeout: c.timeout}.limits().Start(t.Context())
			defer stop()
			ask := func(e engine.Engine, about property.Property) *question {
				q := &question{Panel: panel.Panel{One: e}, listener: func(Event) {}, cut: func() {},
					prog: prog}
				q.task = Settled{Asked: about}
				q.begin = func(ctx context.Context) (step, error) { return q.course(ctx, prog), nil }
				return q
			}
			o, err := inRounds(ctx, c.timeout, ask(&c.one, property.Termination),
				ask(&c.other, property.LTL))
			if err != nil || o.Result.Verdict != c.want {
				t.Fatalf("%s because of %s, %v, want %s", o.Result.Verdict, o.Result.Why, err, c.want)
			}
			if c.want == open && c.timeout == 0 && o.Result.Why != gaveUp.Why {
				t.Errorf("undecided because of %s", o.Result.Why)
			}
			if c.timeout == 0 && (!slices.Equal(c.one.did, c.first) || !slices.Equal(c.other.did, c.then)) {
				t.Errorf("they did %s and %s, want %s and %s", c.one.did, c.other.did, c.first, c.then)
			}
		})
	}
}

// TestEndsAmongOthers: that threads which have their turns end is shown, too, where all properties are asked.
func TestEndsAmongOthers(t *testing.T) {
	task := program(t, `
#include <pthread.h>
_Atomic int turn;
void *wait(void *p) { while (turn == 0) ; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, wait, 0); turn = 1; pthread_join(t, 0); }
`)
	task.Property, task.Liveness = "", true
	o, err := Check(t.Context(), task, Options{})
	if err != nil || o.Verdict != property.Holds() {
		t.Errorf("%s because of %s, %v", o.Verdict, o.Result.Why, err)
	}
	for _, part := range o.Several {
		if part.Property == property.Termination && part.Engine != "auto (liveness)" {
			t.Errorf("%s is from %s", part.Property, part.Engine)
		}
	}
}
