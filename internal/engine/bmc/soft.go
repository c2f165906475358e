package bmc

import "errors"

// errSoft says that an access was found invalid in a graph whose shapes are soft,
// so that it may be the guess that was wrong, see Config.NoSoftAddresses.
var errSoft = errors.New("an address may have other low bits than was assumed")

// softBounds is the last bound at which soft shapes are put to the test before the
// bound is asked for. A proof tests them in any case, but behind a wrong guess
// violations are out of sight, and a program may have no bound at which it ends.
const softBounds = 2

// hard is the engine without soft shapes.
func (b *Engine) hard() *Engine {
	h := *b
	h.cfg.NoSoftAddresses = true
	return &h
}
