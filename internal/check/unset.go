package check

import (
	"context"
	"fmt"

	"whittle.dev/internal/analysis/unset"
	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// copied is a program with its calls copied into the callers as far as possible, for package unset.
func copied(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true}, "resolve", "tail", "inline", "unreachable")
}

// noProofYet is why no-uninitialised-use is undecided where no violation is found.
const noProofYet = "proofs of no-uninitialised-use are not given yet, only violations are reported"

// noProofOfModules is why no-undefined-behaviour is undecided of a module of LLVM where no violation is
// found.
const noProofOfModules = "a module of LLVM no longer shows all undefined behaviour of its source, so there " +
	"is no proof of no-undefined-behaviour"

// withheld is a result without a proof of no-uninitialised-use: uses that the program does not follow, such
// as those by functions of the library, do not count as violations, so that there may be some in spite of it;
// and without one of no-undefined-behaviour of what is no source.
func (r *checkRun) withheld(res engine.Result) engine.Result {
	why := ""
	switch {
	case res.Verdict.Kind != property.True:
	case r.task.Asked.Covers(property.NoUninitialisedUse):
		why = noProofYet
	case r.task.Asked.Covers(property.NoUndefinedBehaviour) && r.task.hides(property.NoUndefinedBehaviour):
		why = noProofOfModules
	}
	if why == "" {
		return res
	}
	un := engine.Unknown("%s", why).Because(engine.OtherTask)
	un.Stats = res.Stats
	return un
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
