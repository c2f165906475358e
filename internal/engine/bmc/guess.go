package bmc

import "errors"

// Addresses are guessed to be aligned, see Config.NoSoftAddresses. The guess is a part of what makes an
// access valid, so a violation that is found does not rest on it, and neither does a proof: it asks for
// invalid accesses.

// errWrongGuess says that an access was found invalid in a graph with guesses, so that it may be the guess
// that was wrong.
var errWrongGuess = errors.New("an address may have other low bits than was guessed")

// guessRounds is the number of rounds in which guesses are put to the test before the
// bound is asked for. A proof tests them in any case, but where a guess is wrong
// violations after it are out of sight, and a program may have no bound at which it ends.
const guessRounds = 2
