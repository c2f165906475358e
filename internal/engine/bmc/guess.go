package bmc

import (
	"errors"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/events"
)

// Addresses are guessed to be aligned, see Config.NoSoftAddresses. The guess is a part of what makes an
// access valid, so a violation at an edge that states it does not rest on the guess, and neither does a
// proof: it asks for invalid accesses, be they violations or not.

// errWrongGuess says that an access was found invalid in a graph with guesses, so that it may be the guess
// that was wrong.
var errWrongGuess = errors.New("an address may have other low bits than was guessed")

// guessRounds is the number of rounds in which guesses are put to the test before the
// bound is asked for. A proof tests them in any case, but where a guess is wrong
// violations after it are out of sight, and a program may have no bound at which it ends.
const guessRounds = 2

// isStated reports whether a violation is one of an edge that says so, and not that of an invalid access.
func isStated(goal *events.Goal) bool {
	if goal == nil {
		return true
	}
	_, ok := goal.Edge.Op.(cfa.Violation)
	return ok
}
