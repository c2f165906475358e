package run

import (
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
)

// premises are what proofs about a program take for granted. A violation rests on none of it: it is an
// execution in which memory suffices and is sequentially consistent, and such executions there are; but see
// Outcome.passed. Nor does "unknown", which rests on nothing.
func premises(t Settled, prog *cfa.Program, uses analysis.Uses, m axioms.Model) []engine.Premise {
	if t.InGo() { // where memory suffices by definition, and each go statement starts a goroutine
		return nil
	}
	var out []engine.Premise
	switch {
	case t.MayFail == AllFail || len(uses.Allocations) == 0:
	case t.MayFail != settle.CheckedFail:
		out = append(out, engine.Premise{Kind: engine.AllocationSucceeds, Places: uses.Allocations})
	case len(uses.Unchecked) > 0:
		out = append(out, engine.Premise{Kind: engine.UncheckedSucceed, Places: uses.Unchecked})
	}
	if len(uses.Threads) > 0 && t.MayFail != AllFail {
		out = append(out, engine.Premise{Kind: engine.ThreadsStart, Places: uses.Threads})
	}
	switch {
	case m == axioms.RC11:
		out = append(out, engine.Premise{Kind: engine.NoLoadBuffering})
		if !t.Asked.Covers(property.NoDataRace) {
			out = append(out, engine.Premise{Kind: engine.NoRaces})
		}
	case m == axioms.TSO || m == axioms.PSO:
		out = append(out, engine.Premise{Kind: engine.AccessesAsWritten})
	case len(uses.WeakOrders) > 0 && startsThreads(prog):
		out = append(out, engine.Premise{Kind: engine.SequentialConsistency, Places: uses.WeakOrders})
	}
	if places := analysis.Lines(slices.Clone(prog.Overruns)); len(places) > 0 {
		out = append(out, engine.Premise{Kind: engine.MembersKept, Places: places})
	}
	if places := analysis.Lines(slices.Clone(prog.Retyped)); len(places) > 0 {
		out = append(out, engine.Premise{Kind: engine.TypesAlike, Places: places})
	}
	pointers, written := engine.PointersValid, engine.WrittenValid
	if t.MayFail == AllFail {
		pointers, written = engine.PointersValidOrNull, engine.WrittenValidOrNull
	}
	for _, k := range []struct {
		kind  engine.PremiseKind
		about func(cfa.UndefinedFunction) bool
	}{
		{engine.ArgumentsUnwritten, func(f cfa.UndefinedFunction) bool { return f.Unwritten }},
		{engine.NothingElseWritten, func(f cfa.UndefinedFunction) bool { return !f.Unwritten }},
		{pointers, func(f cfa.UndefinedFunction) bool { return f.Pointer }},
		{written, func(f cfa.UndefinedFunction) bool { return f.WritesPointer }},
	} {
		p := engine.Premise{Kind: k.kind}
		for _, f := range prog.Undefined {
			if k.about(f) {
				p.Functions, p.Places = append(p.Functions, f.Name), append(p.Places, f.Pos)
			}
		}
		if len(p.Functions) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// premises are those of the program of the run.
func (r *checkRun) premises() []engine.Premise {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.prog == nil {
		return nil
	}
	return premises(r.task, r.prog, r.uses, r.model)
}

// rest notes in an outcome, and in those about its parts, what its proofs take for granted, and what
// violations do.
func (o *Outcome) rest(list []engine.Premise) {
	o.Premises = o.passed
	proved := o.Verdict.Kind == property.True
	for i := range o.Several {
		p := &o.Several[i]
		p.Premises = p.passed
		if p.Verdict.Kind == property.True {
			p.Premises, proved = list, true
		} else {
			o.Premises = joinPremises(o.Premises, p.passed)
		}
	}
	if proved {
		o.Premises = slices.Concat(list, o.Premises)
	}
}

// joinPremises adds what further violations take for granted.
func joinPremises(list, more []engine.Premise) []engine.Premise {
	if len(list) == 0 || len(more) == 0 {
		return slices.Concat(list, more)
	}
	out := list[0]
	out.Functions = slices.Clone(out.Functions)
	for _, f := range more[0].Functions {
		if !slices.Contains(out.Functions, f) {
			out.Functions = append(out.Functions, f)
		}
	}
	out.Places = slices.Concat(out.Places, more[0].Places)
	slices.SortFunc(out.Places, source.Pos.Compare)
	out.Places = slices.Compact(out.Places)
	return []engine.Premise{out}
}
