package report

import "whittle.dev/internal/engine"

// Assumed is what a proof takes for granted, as it follows the word "assuming".
func Assumed(a engine.Assumption) string {
	if a.Arbitrary {
		return Behaviour(a)
	}
	return "no " + Behaviour(a)
}

// Behaviour is the undefined behaviour that an assumption is about: what does not occur, or what it does.
func Behaviour(a engine.Assumption) string {
	if a.Arbitrary {
		return "invalid reads give any value or end the execution"
	}
	if a.In != "" {
		return a.What + " in " + a.In
	}
	return a.What
}
