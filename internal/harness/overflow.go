package harness

import (
	"context"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// overflow looks for signed arithmetic that overflows on the way to the violation: it is undefined in C and
// wraps in the program that is written. The execution is made again in the program with checks of overflow,
// step by step. The place is empty if there is none, or if this cannot be told.
func (p *plan) overflow(ctx context.Context) (place string, err error) {
	d := &sameInputs{next: map[int][]trace.Value{}}
	for _, in := range p.tr.Inputs {
		if in.Kind == trace.InitByte || in.Kind == trace.Choice {
			return "", nil // they are named by edges of this program
		}
	}
	for i := range p.tr.Steps {
		if s := &p.tr.Steps[i]; s.Kind == trace.KindInput && s.Value != nil {
			d.next[s.Thread] = append(d.next[s.Thread], *s.Value)
		}
	}
	checked, ok, err := p.src.WithOverflow(ctx)
	if err != nil || !ok {
		return "", err
	}
	m, err := interp.New(checked, interp.Config{Decider: d, Record: true, Jumps: true})
	if err != nil {
		return "", err
	}
	for i := range p.tr.Steps {
		s := &p.tr.Steps[i]
		if !ends(s) {
			continue
		}
		if s.Thread >= m.NumThreads() || m.Finished(s.Thread) {
			return "", nil
		}
		ev, err := m.StepVisible(ctx, s.Thread)
		if err != nil || ev != interp.Visible && ev != interp.Stopped {
			return "", err
		}
		if ev == interp.Stopped {
			break
		}
	}
	for n := 0; m.Outcome().Kind == interp.Running && p.last >= 0 && p.last < m.NumThreads() &&
		!m.Finished(p.last) && n < 2; n++ {
		if _, err := m.StepVisible(ctx, p.last); err != nil {
			return "", err
		}
	}
	out := m.Outcome()
	if out.Kind != interp.Violated || out.Property != property.NoOverflow || !p.follows(m.Trace()) {
		return "", nil
	}
	return checked.Files.Format(out.User) + ": " + out.What, nil
}

// ends reports whether a step ends what others see as one step.
func ends(s *trace.Step) bool {
	switch s.Kind {
	case trace.KindLoad, trace.KindStore:
		return s.Section == 0
	case trace.KindSpawn, trace.KindJoin, trace.KindFree:
		return s.Section == 0
	case trace.KindEnd, trace.KindExit:
		return true
	}
	return false
}

// follows reports whether the steps of a trace, as far as it goes, are those of the one that is written.
func (p *plan) follows(other *trace.Trace) bool {
	i := 0
	for j := range other.Steps {
		s := &other.Steps[j]
		if !ends(s) {
			continue
		}
		for i < len(p.tr.Steps) && !ends(&p.tr.Steps[i]) {
			i++
		}
		if i == len(p.tr.Steps) {
			return false
		}
		if o := &p.tr.Steps[i]; o.Thread != s.Thread || o.Kind != s.Kind || o.Object != s.Object {
			return false
		}
		i++
	}
	return true
}

// sameInputs gives each thread its inputs in their order.
type sameInputs struct {
	interp.Zero
	next map[int][]trace.Value
}

// Havoc implements interp.Decider.
func (d *sameInputs) Havoc(k trace.Key, width int) (lo, hi uint64) {
	list := d.next[k.Thread]
	if len(list) == 0 {
		return 0, 0
	}
	d.next[k.Thread] = list[1:]
	return list[0].Bits, list[0].High
}
