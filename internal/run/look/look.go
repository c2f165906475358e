package look

import (
	"context"
	"strings"

	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
)

// Look is what the text of a program says about a question.
type Look struct {
	Res     engine.Result
	Decided bool // res is the answer
	Err     error
	// Resting, if not nil, is the answer if all accesses are valid, given the proof of that, which prover
	// makes.
	Resting func(proof engine.Result) engine.Result
	Prover  engine.Engine
	// Engine is asked if nothing is decided.
	Engine engine.Engine
	// Locks says that some are taken while others are held, so that there is a picture of that.
	Locks bool
	// Joins says of a proof that threads wait for the ends of others alone, which they do in every memory
	// model.
	Joins bool
}

// Validity says what is known of whether accesses are valid, where a look rests on that.
type Validity struct {
	Beside bool // it is asked beside this, so that the answer leaves out what comes after an invalid one
	proved bool // an engine can be asked to prove it
}

// At reads off a program what excludes violations.
func At(ctx context.Context, p *cfa.Program, r plan.Roster, k plan.Known) Look {
	v := Validity{r.ValidBeside, r.Valid != nil}
	switch r.Look {
	case plan.Races:
		return ExcludeRaces(ctx, p, v)
	case plan.Unset:
		return excludeUnset(p, v, k)
	case plan.Deadlocks:
		has := TraitsOf(p)
		if res, ok := has.NeverWait(); ok && !has.MayBeInvalid() {
			return Look{Res: res, Decided: true}
		}
		return excludeDeadlocks(ctx, p, v)
	}
	return Look{}
}

// rest completes a look whose answer rests on valid accesses.
func (l Look) rest(v Validity, answer func(proof engine.Result) engine.Result) Look {
	switch {
	case v.Beside:
		l.Res, l.Decided = answer(engine.Result{UntilInvalid: true}), true
	case v.proved:
		l.Resting = answer
	}
	return l
}

// Claim is the task to prove that accesses are valid.
func (Look) Claim(t engine.Task) engine.Task {
	t.Property, t.Confirm = property.Join(property.ValidDeref, property.ValidFree), nil
	return t
}

// Rely takes the answer to claim.
func (l *Look) Rely(ctx context.Context, proof engine.Result, err error) {
	switch {
	case ctx.Err() != nil:
	case err != nil:
		l.Err = err
	case proof.Verdict.Kind == property.True:
		l.Res, l.Decided = l.Resting(proof), true
	}
}

// Inlined is a program in the form that its text is looked at in.
func Inlined(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
}

// excludeDeadlocks looks for an order of locks, in which every execution takes them.
func excludeDeadlocks(ctx context.Context, prog *cfa.Program, v Validity) (l Look) {
	p, err := Inlined(ctx, prog)
	if err != nil {
		return Look{Err: err}
	}
	found, err := races.AnalyseDeadlocks(ctx, p, false)
	if err != nil {
		return Look{Err: err}
	}
	valid := found.Free
	if !valid && found.Invalid && (v.Beside || v.proved) {
		if found, err = races.AnalyseDeadlocks(ctx, p, true); err != nil {
			return Look{Err: err}
		}
	}
	l.Locks = len(found.Taken) > 0
	if !found.Free {
		return l
	}
	why := "threads wait for the ends of others alone"
	l.Joins = !l.Locks && len(found.Locks) == 0
	switch shown := found.Locks[:min(len(found.Locks), maxLocks)]; {
	case len(found.Taken) > 0:
		why = "locks are always taken in the same order: " + strings.Join(shown, ", ")
		if len(shown) < len(found.Locks) {
			why += ", ..."
		}
	case len(shown) > 0:
		why = "no thread waits while it holds a lock"
	}
	answer := func(proof engine.Result) engine.Result {
		return ofText("races", engine.Holds(engine.ByLockOrder, "%s", why), ended(found.Ended), proof)
	}
	if valid {
		l.Res, l.Decided = answer(engine.Result{}), true
		return l
	}
	return l.rest(v, answer)
}

// ofText completes a proof that was read off a program, and that rests on a proof that accesses are valid.
func ofText(by string, res engine.Result, assumed []engine.Assumption, proof engine.Result) engine.Result {
	res.Engine = by
	res.Assumed = engine.Assumptions(append(assumed, proof.Assumed...))
	res.Proof, res.UntilInvalid = proof.Proof, proof.UntilInvalid
	return res
}

// maxLocks bounds the locks of which the order is told.
const maxLocks = 8

// ended are the assumptions that no execution ends in undefined behaviour.
func ended(list []invariant.AssumedUB) (out []engine.Assumption) {
	for _, a := range list {
		out = append(out, engine.Assumption{Pos: a.Edge.Pos, What: a.What})
	}
	return out
}

// ExcludeRaces looks for what keeps all accesses apart.
func ExcludeRaces(ctx context.Context, prog *cfa.Program, v Validity) (l Look) {
	p, err := Inlined(ctx, prog)
	if err != nil {
		return Look{Err: err}
	}
	found, err := races.Analyse(ctx, p, false)
	if err != nil {
		return Look{Err: err}
	}
	valid := found.Free
	if !valid && found.Invalid && (v.Beside || v.proved) {
		if found, err = races.Analyse(ctx, p, true); err != nil {
			return Look{Err: err}
		}
	}
	if !found.Free {
		return l
	}
	why := "locks, atomic operations and the order of threads keep all accesses apart"
	if found.Followed {
		why += ", in memory as it is set up before there are several threads"
	}
	answer := func(proof engine.Result) engine.Result {
		res := ofText("races", engine.Holds(engine.ByOrder, "%s", why), ended(found.Assumed), proof)
		for _, x := range found.Places {
			res.Evidence = append(res.Evidence, engine.Evidence{Kind: engine.EvidenceProtection, Pos: x.Pos,
				Object: x.Object, Text: x.Why})
		}
		return res
	}
	if valid {
		l.Res, l.Decided = answer(engine.Result{}), true
		return l
	}
	return l.rest(v, answer)
}
