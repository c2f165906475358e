package check

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// decideBeyond is decide, and where the answer is that something is not supported which can be
// over-approximated, a violation behind that counts if it does not depend on it (pass.Beyond). Such a
// violation takes for granted that each call on the way returns and does nothing but write what it is given.
// Whether an execution ends may depend on a signal, and is not asked about.
func (r *checkRun) decideBeyond(ctx context.Context, prog *cfa.Program) Outcome {
	o := r.decide(ctx, prog)
	if o.Result.Verdict.Kind != property.Unknown || o.Result.Reason != engine.NotSupported ||
		o.BugReport != "" || ctx.Err() != nil || r.task.Asked.Covers(property.Termination) {
		return o
	}
	beyond := pass.Beyond(prog)
	if beyond == prog {
		return o
	}
	behind := r.decide(ctx, beyond)
	if !behind.isViolation() {
		o.Result.Behind = behind.BugReport == ""
		return o
	}
	behind.prog = beyond
	behind.passed = passed(prog, behind.Result.Trace)
	return behind
}

// passed are the calls that a trace goes past though they are not supported, for the outcome to say so.
func passed(prog *cfa.Program, tr *trace.Trace) []engine.Premise {
	if tr == nil {
		return nil
	}
	p := engine.Premise{Kind: engine.CallsReturn}
	taken := map[cfa.EdgeID]bool{}
	for _, in := range tr.Inputs {
		taken[in.Key.Origin] = true
	}
	for _, proc := range prog.Procs {
		for _, e := range proc.Edges {
			in, ok := e.Op.(cfa.Havoc)
			if !ok || !taken[e.Origin] || !in.Passed {
				continue
			}
			if !slices.Contains(p.Functions, in.Inexact) {
				p.Functions = append(p.Functions, in.Inexact)
			}
			places := []source.Pos{e.Pos}
			if isModel(prog.Files.Name(e.Pos.File)) {
				_, places = callsOf(prog, e.Pos)
			}
			p.Places = append(p.Places, places...)
		}
	}
	if len(p.Places) == 0 {
		return nil
	}
	slices.SortFunc(p.Places, source.Pos.Compare)
	p.Places = slices.Compact(p.Places)
	return []engine.Premise{p}
}
