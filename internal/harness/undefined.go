package harness

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// maxTrials bounds the variables of which it is found out whether they matter, and trialSteps the steps of
// all replays for that: the answer of a check waits for it.
const (
	maxTrials  = 64
	trialSteps = 4_000_000
)

// undefinedBehaviour says on which undefined behaviour the violation rests: what it is itself, signed
// arithmetic that overflows before it, and content of memory that the program reads before it has written it.
// Whether such content matters is found out by replaying the trace with another content.
func (p *plan) undefinedBehaviour(ctx context.Context) ([]string, error) {
	var out []string
	n := len(p.tr.Steps)
	if n == 0 || p.end == endsNormally {
		return nil, nil
	}
	if p.end == endsUndefined {
		s := &p.tr.Steps[n-1]
		out = append(out, where(s)+": "+s.Message)
	}
	if p.end == endsFailing {
		place, err := p.overflow(ctx)
		if err != nil {
			return nil, err
		}
		if place != "" {
			out = append(out, place+", which wraps here")
		}
	}
	open := p.unset()
	if len(open) == 0 {
		return out, nil
	}
	matters, err := p.matter(ctx, open)
	if err != nil || !matters {
		return out, err
	}
	found := false
	for i, u := range open {
		if i >= trials(n) {
			break
		}
		matters, err := p.matter(ctx, []unset{u})
		if err != nil {
			return nil, err
		}
		if matters {
			found = true
			out = append(out, u.what)
		}
	}
	switch rest := len(open) - trials(n); {
	case found && rest > 0:
		out = append(out, fmt.Sprintf("perhaps %d more, which were not looked at", rest))
	case !found:
		for _, u := range open[:min(len(open), 5)] {
			out = append(out, u.what+" (or another)")
		}
	}
	return slices.Compact(out), nil
}

// trials is how many variables are looked at one by one for a trace of some steps; for each the trace is
// replayed up to three times.
func trials(steps int) int { return max(1, min(maxTrials, trialSteps/(3*steps))) }

// unset is an input that is the content of something uninitialised.
type unset struct {
	what   string
	inputs []trace.Input
}

// unset lists what the trace reads before it is written.
func (p *plan) unset() []unset {
	var out []unset
	for i := range p.tr.Steps {
		s := &p.tr.Steps[i]
		if op, ok := p.ops[s.Origin].Op.(cfa.Havoc); ok && s.Kind == trace.KindInput && op.Unset &&
			s.Value != nil {
			in := trace.Input{Key: s.Key, Kind: trace.Havoc, Value: s.Value.Bits, High: s.Value.High}
			out = append(out, unset{fmt.Sprintf("%s: %s", where(s), op.What), []trace.Input{in}})
		}
	}
	for _, in := range p.tr.Inputs {
		if in.Kind == trace.InitByte && in.Thread >= 0 {
			out = append(out, unset{p.object(in), []trace.Input{in}})
		}
	}
	return out
}

// object names the memory of an initial byte.
func (p *plan) object(in trace.Input) string {
	for i := range p.tr.Steps {
		if s := &p.tr.Steps[i]; s.Key == in.Key {
			return fmt.Sprintf("%s: uninitialised content of %s", where(s), s.Object)
		}
	}
	return "uninitialised memory"
}

// matter reports whether the trace does not replay with other content.
func (p *plan) matter(ctx context.Context, list []unset) (bool, error) {
	for _, pattern := range []uint64{0xa5a5a5a5a5a5a5a5, 0x5a5a5a5a5a5a5a5a, 0} {
		tr := *p.tr.Machine()
		tr.Inputs = slices.Clone(tr.Inputs)
		changed := false
		for _, u := range list {
			for _, in := range u.inputs {
				other := in
				other.Value, other.High = pattern, pattern
				if in.Kind == trace.InitByte {
					other.Value, other.High = pattern&0xff, 0
				}
				if w := p.width(in); w > 0 && w < 64 {
					other.Value &= 1<<w - 1
				}
				if p.width(in) <= 64 {
					other.High = 0
				}
				changed = changed || other != in
				tr.Inputs = slices.DeleteFunc(tr.Inputs, func(old trace.Input) bool {
					return old.Key == in.Key && old.Kind == in.Kind && old.Offset == in.Offset
				})
				tr.Inputs = append(tr.Inputs, other)
			}
		}
		if !changed {
			continue
		}
		_, err := interp.Replay(ctx, p.src.Program(), &tr)
		var diverged *interp.DivergenceError
		switch {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case errors.As(err, &diverged):
			return true, nil
		case err != nil:
			return false, err
		}
	}
	return false, nil
}

// width is that of the register that an input goes to.
func (p *plan) width(in trace.Input) int {
	if in.Kind == trace.InitByte {
		return 8
	}
	if op, ok := p.ops[in.Origin].Op.(cfa.Havoc); ok && op.Dst != cfa.NoReg {
		return p.src.Program().Regs[op.Dst].Sort.Width()
	}
	return 64
}
