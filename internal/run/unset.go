package run

import (
	"context"
	"fmt"

	"whittle.dev/internal/analysis/unset"
	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// copied is a program with its calls copied into the callers as far as possible, for package unset.
func copied(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true}, "resolve", "tail", "inline", "unreachable")
}

// excludeUnset looks at the program in which memory is followed that was never written. If it has no use of
// it left, the analysis that made the program has excluded all. That rests on executions that are followed
// to their end, up to an invalid access. If others show that beside this (plan.Known.Supported) or are asked
// to, no engine has to look.
func excludeUnset(p *cfa.Program, v validity, k plan.Known) look {
	has := unsetTraits(p)
	switch {
	case has.refused || has.violates[property.NoUninitialisedUse]:
		return look{}
	case has.unsupported && !k.Supported:
		return look{res: engine.Unknown(openBeside).Because(engine.Limit), decided: v.beside && !k.Invalid}
	}
	answer := func(proof engine.Result) engine.Result {
		return ofText("unset", engine.Holds(engine.ByStructure,
			"all memory is written before anything depends on it"), engine.Assumptions(has.ends), proof)
	}
	if has.mayBeInvalid() {
		return look{}.rest(v, answer)
	}
	return look{res: answer(engine.Result{}), decided: true}
}

// openBeside is why the property is open where nothing violates it up to something that is not supported.
const openBeside = "it rests on a proof of valid-memsafety, which is open"

// unsetTraits are those of what the program enters.
func unsetTraits(p *cfa.Program) traits {
	t := traits{violates: map[property.Property]bool{}}
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

// followUnset is the program that is made for no-uninitialised-use: what may never have been written is
// followed in it. It is the program as lowered for what comes after.
func followUnset(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	p, err := copied(ctx, p)
	if err != nil {
		return nil, err
	}
	r, err := unset.Analyse(ctx, p)
	if err != nil {
		return nil, err
	}
	if p, err = r.Instrument(ctx); err != nil {
		return nil, err
	}
	if err := cfa.Check(p); err != nil {
		return nil, bugreport.Caught(fmt.Sprintf("the program in which memory is followed that was never "+
			"written is not well-formed: %v", err))
	}
	return p, nil
}
