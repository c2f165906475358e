package slab

import "whittle.dev/smt/interpolate"

// strategy is what the paper leaves open: which minimal sub-path, and which of several predicates.
type strategy struct {
	window   windowChoice
	strength strength
}

// windowChoice is which of the minimal spurious sub-paths of an error path is taken.
type windowChoice uint8

const (
	shortestWindow windowChoice = iota
	firstWindow                 // the one that ends first
	lastWindow                  // the one that begins last
)

// strength is where a predicate lies between the halves that it separates.
type strength uint8

const (
	simple strength = iota // the constant of the smallest magnitude
	strong                 // as near as possible to the first half
	weak                   // as near as possible to the second half
)

func (s strength) option() interpolate.Strength {
	return [...]interpolate.Strength{interpolate.Simple, interpolate.Strong, interpolate.Weak}[s]
}

// strategies are those that are tried by turns. Of 24 combinations these two decided the benchmarks of the
// paper with the fewest questions: the former those with real time, the latter those with tickets.
func (c *Config) strategies() []strategy {
	list := []strategy{{lastWindow, weak}, {shortestWindow, simple}}
	if c.Window == "" && c.Strength == "" {
		return list
	}
	one := list[1]
	switch c.Window {
	case "first":
		one.window = firstWindow
	case "last":
		one.window = lastWindow
	}
	switch c.Strength {
	case "strong":
		one.strength = strong
	case "weak":
		one.strength = weak
	}
	return []strategy{one}
}
