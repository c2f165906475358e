package run

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

// Before engines are asked, data races and deadlocks are excluded by what can be read off the program:
// locks, sections, the order of locks and of threads. That takes milliseconds and no exploration. Where it
// rests on valid accesses, and the values in the program do not show that they are, a proof of that comes
// last, since it is most of the work.

// look is what the text of a program says about a question.
type look struct {
	res     engine.Result
	decided bool // res is the answer
	err     error
	// resting, if not nil, is the answer if all accesses are valid, given the proof of that, which prover
	// makes.
	resting func(proof engine.Result) engine.Result
	prover  engine.Engine
	// engine is asked if nothing is decided.
	engine engine.Engine
	// locks says that some are taken while others are held, so that there is a picture of that.
	locks bool
}

// validity says what is known of whether accesses are valid, where a look rests on that.
type validity struct {
	beside bool // it is asked beside this, so that the answer leaves out what comes after an invalid one
	proved bool // an engine can be asked to prove it
}

// lookAt reads off a program what excludes violations.
func lookAt(ctx context.Context, p *cfa.Program, r plan.Roster, k plan.Known) look {
	v := validity{r.ValidBeside, r.Valid != nil}
	switch r.Look {
	case plan.Races:
		return excludeRaces(ctx, p, v)
	case plan.Unset:
		return excludeUnset(p, v, k)
	case plan.Deadlocks:
		has := traitsOf(p)
		if res, ok := has.neverWait(); ok && !has.mayBeInvalid() {
			return look{res: res, decided: true}
		}
		return excludeDeadlocks(ctx, p, v)
	}
	return look{}
}

// rest completes a look whose answer rests on valid accesses.
func (l look) rest(v validity, answer func(proof engine.Result) engine.Result) look {
	switch {
	case v.beside:
		l.res, l.decided = answer(engine.Result{UntilInvalid: true}), true
	case v.proved:
		l.resting = answer
	}
	return l
}

// claim is the task to prove that accesses are valid.
func (look) claim(t engine.Task) engine.Task {
	t.Property, t.Confirm = property.Join(property.ValidDeref, property.ValidFree), nil
	return t
}

// rely takes the answer to claim.
func (l *look) rely(ctx context.Context, proof engine.Result, err error) {
	switch {
	case ctx.Err() != nil:
	case err != nil:
		l.err = err
	case proof.Verdict.Kind == property.True:
		l.res, l.decided = l.resting(proof), true
	}
}

// inlined is a program in the form that its text is looked at in.
func inlined(ctx context.Context, p *cfa.Program) (*cfa.Program, error) {
	return pass.Frozen(ctx, p, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
}

// excludeDeadlocks looks for an order of locks, in which every execution takes them.
func excludeDeadlocks(ctx context.Context, prog *cfa.Program, v validity) (l look) {
	p, err := inlined(ctx, prog)
	if err != nil {
		return look{err: err}
	}
	found, err := races.AnalyseDeadlocks(ctx, p, false)
	if err != nil {
		return look{err: err}
	}
	valid := found.Free
	if !valid && found.Invalid && (v.beside || v.proved) {
		if found, err = races.AnalyseDeadlocks(ctx, p, true); err != nil {
			return look{err: err}
		}
	}
	l.locks = len(found.Taken) > 0
	if !found.Free {
		return l
	}
	why := "threads wait for the ends of others alone"
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
		l.res, l.decided = answer(engine.Result{}), true
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

// excludeRaces looks for what keeps all accesses apart.
func excludeRaces(ctx context.Context, prog *cfa.Program, v validity) (l look) {
	p, err := inlined(ctx, prog)
	if err != nil {
		return look{err: err}
	}
	found, err := races.Analyse(ctx, p, false)
	if err != nil {
		return look{err: err}
	}
	valid := found.Free
	if !valid && found.Invalid && (v.beside || v.proved) {
		if found, err = races.Analyse(ctx, p, true); err != nil {
			return look{err: err}
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
		l.res, l.decided = answer(engine.Result{}), true
		return l
	}
	return l.rest(v, answer)
}
