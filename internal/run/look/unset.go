package look

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// excludeUnset looks at the program in which memory is followed that was never written. If it has no use of
// it left, the analysis that made the program has excluded all. That rests on executions that are followed
// to their end, up to an invalid access. If others show that beside this (plan.Known.Supported) or are asked
// to, no engine has to look.
func excludeUnset(p *cfa.Program, v Validity, k plan.Known) Look {
	has := unsetTraits(p)
	switch {
	case has.refused || has.violates[property.NoUninitialisedUse]:
		return Look{}
	case has.Unsupported && !k.Supported:
		return Look{Res: engine.Unknown(OpenBeside).Because(engine.Limit), Decided: v.Beside && !k.Invalid}
	}
	answer := func(proof engine.Result) engine.Result {
		return ofText("unset", engine.Holds(engine.ByStructure,
			"all memory is written before anything depends on it"), engine.Assumptions(has.ends), proof)
	}
	if has.MayBeInvalid() {
		return Look{}.rest(v, answer)
	}
	return Look{Res: answer(engine.Result{}), Decided: true}
}

// OpenBeside is why the property is open where nothing violates it up to something that is not supported.
const OpenBeside = "it rests on a proof of valid-memsafety, which is open"

// unsetTraits are those of what the program enters.
func unsetTraits(p *cfa.Program) Traits {
	t := Traits{violates: map[property.Property]bool{}}
	entered := cfa.NewCallGraph(p, p.AnyCallees()).Reach(p.Entry, true)
	for i, proc := range p.Procs {
		for _, e := range proc.Edges {
			if entered[i] {
				t.note(p, e)
			}
		}
	}
	return t
}
