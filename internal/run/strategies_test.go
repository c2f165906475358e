package run

import (
	"context"
	"sync/atomic"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run/panel"
)

// TestStrategies looks whether engines know the settings of their strategies.
func TestStrategies(t *testing.T) {
	for _, e := range panel.EngineInfos() {
		for _, way := range panel.Strategies(e.Name) {
			set := map[string]string{}
			for what, value := range way {
				set[e.Name+"."+what] = value
			}
			if _, err := panel.New(panel.Options{Engine: e.Name, Set: set}); err != nil {
				t.Errorf("%s, %v: %v", e.Name, way, err)
			}
		}
	}
}

// assistants are runs that help another one.
type assistants struct {
	t     *testing.T
	task  Task
	opt   Options
	heard atomic.Int64 // messages
}

func (a *assistants) Call(ctx context.Context, p property.Property,
	answer func(context.Context, []byte) []byte) {
	task, o := a.task, a.opt
	task.Property = string(p)
	o.Lead = func(ctx context.Context, m []byte) ([]byte, error) {
		a.heard.Add(1)
		return answer(ctx, m), nil
	}
	if out, err := Check(ctx, task, o); err != nil || out.Result.Verdict.Kind != property.Unknown {
		a.t.Errorf("a helper says %s (%v)", out.Result.Verdict, err)
	}
}

// TestHelpedByStrategies has engines whose search is not cut answer with a helper.
func TestHelpedByStrategies(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want property.Kind
	}{
		"cpa":  {"examples/locks/peterson.c", property.True},
		"slab": {"examples/locks/peterson_broken.c", property.False},
	} {
		task := Task{Files: []string{c.file}, Property: string(property.UnreachCall)}
		o := Options{Engine: name}
		a := &assistants{t: t, task: task, opt: o}
		o.Helpers, o.eager = a, true
		out, err := Check(t.Context(), task, o)
		if err != nil || out.Verdict.Kind != c.want {
			t.Errorf("%s, %s: %s (%s), %v", name, c.file, out.Verdict, out.Result.Why, err)
		}
		if a.heard.Load() == 0 {
			t.Errorf("%s has no helper", name)
		}
	}
}
