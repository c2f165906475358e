package run

import (
	"context"
	"slices"
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/witness"
)

// withCandidates adds to a correctness witness the conditions that the states of the proof have in common, as
// far as they are shown to be invariants: each is made an assertion at its place, as a check of the witness
// does, in a run of its own. First all are asked about, then each alone.
func (o Outcome) withCandidates(e *witness.Entry, places *c.Places) {
	list := witness.Candidates(places, o.Result.Candidates)
	known := func(inv witness.Invariant) bool {
		return slices.ContainsFunc(e.Invariants, func(old witness.Invariant) bool {
			return sameLoop(old, inv) && strings.Contains(old.Value, inv.Value)
		})
	}
	list = slices.DeleteFunc(list, known)
	if len(list) == 0 {
		return
	}
	left := plan.CandidateShare
	if !o.invariants(list, &left) {
		list = slices.DeleteFunc(list, func(inv witness.Invariant) bool {
			return !o.invariants([]witness.Invariant{inv}, &left)
		})
	}
	for _, inv := range list {
		i := slices.IndexFunc(e.Invariants, func(old witness.Invariant) bool { return sameLoop(old, inv) })
		if i < 0 {
			e.Invariants = append(e.Invariants, inv)
			continue
		}
		e.Invariants[i].Value += " && " + inv.Value
	}
}

func sameLoop(a, b witness.Invariant) bool { return a.Type == b.Type && a.Location == b.Location }

// invariants reports whether conditions are shown to hold at their places, with what is left of a share.
func (o Outcome) invariants(list []witness.Invariant, left *plan.Work) bool {
	m, err := (&witness.Witness{}).InvariantMonitor(list)
	if err != nil || *left <= 0 {
		return false
	}
	res, err := CheckSettled(context.Background(), o.task.Beside(m.Monitor, property.UnreachCall),
		Options{Engine: "cpa", Memory: 1 << 30, work: *left})
	*left -= res.work
	return err == nil && res.Verdict.Kind == property.True && len(res.Result.Assumed) == len(o.Result.Assumed)
}
