package check

import (
	"context"
	"strings"

	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/races"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
)

// textFirst is an engine before which data races and deadlocks are excluded by what can be read off the
// program: locks, sections, the order of locks and of threads. That takes milliseconds and no exploration.
type textFirst struct {
	engine.Engine
	races     engine.Engine // for what is left of data races
	valid     engine.Engine // proves that accesses are valid; nil: nothing does
	sought    bool          // nothing excludes races, as was found before
	beside    bool          // whether accesses are valid is asked beside this
	supported bool          // and it was shown, so that no execution comes to what is not supported
	invalid   bool          // and one was found
}

// Check implements engine.Engine.
func (x textFirst) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	if t.Program == nil {
		return x.Engine.Check(ctx, t)
	}
	switch t.Property {
	case property.NoDataRace:
		if !x.sought {
			if res, free, err := excludeRaces(ctx, t, x.areValid); err != nil || free {
				return res, err
			}
		}
		return x.races.Check(ctx, t)
	case property.NoUninitialisedUse:
		if res, free, err := excludeUnset(ctx, t, x); err != nil || free {
			return res, err
		}
	case property.NoDeadlock:
		has := traitsOf(t.Program)
		if res, ok := has.neverWait(); ok && !has.mayBeInvalid() {
			return res, nil
		}
		res, found, err := excludeDeadlocks(ctx, t, x.areValid)
		if err != nil {
			return res, err
		}
		if res.Verdict.Kind != property.True {
			if res, err = x.Engine.Check(ctx, t); err != nil {
				return res, err
			}
		}
		if t.Explain && res.Pictures == nil && len(found.Taken) > 0 {
			res.Pictures, err = lockPicture(ctx, t)
		}
		return res, err
	}
	return x.Engine.Check(ctx, t)
}

// inlined is a program in the form that its text is looked at in.
func inlined(ctx context.Context, t engine.Task) (*cfa.Program, error) {
	return pass.Frozen(ctx, t.Program, pass.Options{KeepAccesses: true},
		"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
}

// validShare is how much may be done, in nanoseconds, nearly, to prove that accesses are valid where locks
// exclude all else.
const validShare = 1_000_000_000

// areValid is the proof that no execution of a program makes an invalid access; ok is false if there is none.
func (x textFirst) areValid(ctx context.Context, t engine.Task) (proof engine.Result, ok bool, err error) {
	switch {
	case x.beside:
		return askedBeside(ctx, t)
	case x.valid == nil:
		return proof, false, nil
	}
	t.Property = property.Join(property.ValidDeref, property.ValidFree)
	proof, _, err = limited(ctx, x.valid, t, validShare)
	if ctx.Err() != nil {
		return proof, false, nil
	}
	return proof, err == nil && proof.Verdict.Kind == property.True, err
}

// prover proves that accesses are valid, as areValid does.
type prover func(context.Context, engine.Task) (engine.Result, bool, error)

// askedBeside is the proof where it is asked beside this whether an access or a free may be invalid. So it
// says that what comes after one is left out.
func askedBeside(context.Context, engine.Task) (proof engine.Result, ok bool, err error) {
	return engine.Result{UntilInvalid: true}, true, nil
}

// validBeside is the prover if that is asked beside; nil: there is none.
func validBeside(asked bool) prover {
	if asked {
		return askedBeside
	}
	return nil
}

// assuming looks for what excludes something, which rests on valid accesses if the values in the program do
// not show that they are. These are proved last, since that is most of the work.
func assuming(ctx context.Context, t engine.Task, valid prover,
	look func(valid bool) (free, invalid bool, err error)) (proof engine.Result, free bool, err error) {
	free, invalid, err := look(false)
	if err != nil || !invalid || valid == nil {
		return proof, free, err
	}
	if free, _, err = look(true); err != nil || !free {
		return proof, false, err
	}
	return valid(ctx, t)
}

// excludeDeadlocks is the result if no execution has a deadlock, since locks are taken in some order, with
// what was found of locks; if not the verdict is unknown.
func excludeDeadlocks(ctx context.Context, t engine.Task, valid prover) (res engine.Result,
	found *races.LockOrder, err error) {
	p, err := inlined(ctx, t)
	if err != nil {
		return res, nil, err
	}
	proof, free, err := assuming(ctx, t, valid, func(valid bool) (bool, bool, error) {
		if found, err = races.AnalyseDeadlocks(ctx, p, valid); err != nil {
			return false, false, err
		}
		return found.Free, found.Invalid, nil
	})
	if err != nil || !free {
		return res, found, err
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
	res = engine.Holds(engine.ByLockOrder, "%s", why)
	res.Engine = "races"
	res.Assumed = engine.Assumptions(append(ended(found.Ended), proof.Assumed...))
	res.Proof, res.UntilInvalid = proof.Proof, proof.UntilInvalid
	return res, found, nil
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

// excludeRaces is the result if no execution has a data race.
func excludeRaces(ctx context.Context, t engine.Task, valid prover) (res engine.Result, free bool,
	err error) {
	p, err := inlined(ctx, t)
	if err != nil {
		return res, false, err
	}
	var found *races.Result
	proof, free, err := assuming(ctx, t, valid, func(valid bool) (bool, bool, error) {
		if found, err = races.Analyse(ctx, p, valid); err != nil {
			return false, false, err
		}
		return found.Free, found.Invalid, nil
	})
	if err != nil || !free {
		return res, false, err
	}
	why := "locks, atomic operations and the order of threads keep all accesses apart"
	if found.Followed {
		why += ", in memory as it is set up before there are several threads"
	}
	res = engine.Holds(engine.ByOrder, "%s", why)
	res.Engine = "races"
	res.Assumed = engine.Assumptions(append(ended(found.Assumed), proof.Assumed...))
	res.Proof, res.UntilInvalid = proof.Proof, proof.UntilInvalid
	for _, x := range found.Places {
		res.Evidence = append(res.Evidence, engine.Evidence{Kind: engine.EvidenceProtection, Pos: x.Pos,
			Object: x.Object, Text: x.Why})
	}
	return res, true, nil
}
