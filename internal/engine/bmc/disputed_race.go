package bmc

import (
	"whittle.dev/internal/engine"
	"whittle.dev/smt"
)

// disputedRace is asked when no other race was found: accesses that are all
// disputed may race. Then the answer, which says so, is final.
func (r *round) disputedRace() (answer, error) {
	reply, err := r.e.AskRaces(true)
	switch {
	case err != nil || reply.Status == smt.Unsat:
		return answer{}, err
	case reply.Status == smt.Unknown:
		return r.gaveUp(reply)
	}
	first, second, err := r.e.ReachedRace()
	if err != nil {
		return answer{}, err
	}
	word, dispute := "disputed", "whether it is atomic is not agreed on"
	if n := r.known.Graph.Program.Names; n != nil {
		word, dispute = n.Disputed, n.Dispute
	}
	res := engine.Unknown("a %s access races with another one, at %s: %s", word,
		r.known.Graph.Program.Files.Format(second.Edge.Pos), dispute).
		Because(engine.Inexact)
	res.Pos = first.Edge.Pos
	res.Facts = []string{"no other accesses race"}
	return answer{res, true}, nil
}
