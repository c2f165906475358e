package run

import (
	"slices"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// event hands progress to the listener and remembers facts.
func (r *checkRun) event(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.over {
		return
	}
	r.history.add(time.Now(), e.Engine, e.Samples)
	if e.Stage == "" && e.Warning == "" && e.Fact == "" {
		return // it was for the history alone
	}
	if e.Warning != "" {
		r.warns = append(r.warns, e.Warning)
		return
	}
	r.facts.learn(e)
	if r.opt.Events != nil {
		r.opt.Events(e)
	}
}

// noteArguments warns where an undecided program reads its arguments.
func (r *checkRun) noteArguments(res engine.Result) {
	if cfg := r.task.Config(); res.Verdict.Kind == property.Unknown && c.ReadsInputArguments(&cfg, r.prog) {
		r.event(Event{Warning: argumentsNote})
	}
}

// facts are the strongest facts of engines.
type facts []shownFact

// shownFact is the strongest fact of an engine.
type shownFact struct{ engine, fact string }

// learn keeps the fact of an event, which is stronger than those before of the same engine.
func (f *facts) learn(e Event) {
	if e.Fact == "" || e.Warning != "" {
		return
	}
	for i := range *f {
		if (*f)[i].engine == e.Engine {
			(*f)[i].fact = e.Fact
			return
		}
	}
	*f = append(*f, shownFact{e.Engine, e.Fact})
}

// shown lists the facts, with the engines if there are several.
func (f facts) shown() []string {
	var out []string
	for _, x := range f {
		if len(f) > 1 {
			x.fact = x.engine + ": " + x.fact
		}
		out = append(out, x.fact)
	}
	slices.Sort(out)
	return out
}

func (r *checkRun) time(name string, begin time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stats = append(r.stats, engine.Seconds(name, time.Since(begin)))
}

func (r *checkRun) times() []engine.Stat {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.stats)
}
