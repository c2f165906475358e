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
	p := r.known.Graph.Program
	res := engine.Unknown("%s", p.DisputedRace(second.Edge.Pos)).Because(engine.Inexact)
	res.Pos = first.Edge.Pos
	res.Facts = []string{"no other accesses race"}
	return answer{res, true}, nil
}
