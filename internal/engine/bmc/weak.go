package bmc

import (
	"context"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
)

// inModel decides a task in a weak memory model, see encoding.Encoder.InModel.
func (b *Engine) inModel(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.Property == property.NoDataRace && t.MemoryModel() != axioms.RC11 {
		un := engine.Unknown("data races are those of the memory model c11")
		return un.Because(engine.OtherTask), nil
	}
	s, err := newSearch(ctx, weakly(b.cfg), t)
	if err != nil {
		return engine.Unknown("%s", engine.StopReason(ctx)), nil
	}
	return s.deepen(ctx)
}

// weakly leaves out the reductions that were not shown to keep the executions of weak memory models: those
// that rest on locks, which order everything in sequential consistency, on what stands in memory between two
// steps, or on equal threads; and those that leave events out on which nothing but the order depends. Spin
// reduction stays: an iteration that writes nothing can be left out, since the axioms only forbid.
func weakly(c Config) Config {
	c.NoLockedReads, c.NoCriticalSections, c.NoSectionOrder, c.NoLockedPairs = true, true, true, true
	c.NoSilentStores, c.NoRetakes, c.NoAnyReads = true, true, true
	c.NoIntervals, c.NoValues, c.NoSymmetry, c.NoPremise, c.NoSummaries = true, true, true, true, true
	c.Jobs, c.Helpers, c.EagerJobs = 1, nil, false
	return c
}

// weak reports whether the memory model is a weak one.
func (s *search) weak() bool { return s.task.MemoryModel() != axioms.SC }

// encodeInModel makes the formula for a weak memory model.
func (r *round) encodeInModel() (err error) {
	r.kinds = r.known.Alive()
	if err := r.e.InModel(r.task.MemoryModel()); err != nil {
		return err
	}
	if r.race {
		r.kinds[events.ViolationGoal], err = r.e.FindWeakRaces()
	}
	return err
}
