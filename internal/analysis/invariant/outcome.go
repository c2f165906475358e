package invariant

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// outcome is what the analysis has come to so far, and whether it goes on.
type outcome struct {
	prog   *cfa.Program
	ctx    context.Context
	limits Limits
	steps  int
	// checking: the states are found, and only looked at.
	checking bool
	// valid: something else shows that accesses are valid.
	valid bool
	// concrete says that the number of an address, or of a thread, was used, which
	// is another one on another machine.
	concrete bool
	lost     string // why nothing is known
	err      error
	violated bool
	assumed  []AssumedUB
}

func (x *outcome) goOn() bool {
	if x.steps%256 == 0 && x.err == nil {
		x.err = x.ctx.Err()
	}
	if x.steps > x.limits.Steps {
		x.giveUp("the program is too large")
	}
	return x.err == nil && x.lost == ""
}

func (x *outcome) fail(err error) {
	if x.err == nil {
		x.err = err
	}
}

// giveUp ends the analysis without a result.
func (x *outcome) giveUp(why string) {
	if x.lost == "" {
		x.lost = why
	}
}

// invalid is for an access that may be invalid: it cannot be used any more what was found out.
func (x *outcome) invalid(e *cfa.Edge) {
	if !x.checking {
		if _, ok := e.Op.(cfa.Free); ok {
			return
		}
	}
	x.giveUp("an access at " + x.where(e) + " is not shown to be valid")
}

func (x *outcome) violation() {
	if x.checking {
		x.violated = true
	}
}

func (x *outcome) undefined(e *cfa.Edge, what string) {
	if x.checking && !slices.ContainsFunc(x.assumed, func(a AssumedUB) bool { return a.Edge == e }) {
		x.assumed = append(x.assumed, AssumedUB{e, what})
	}
}

func (x *outcome) where(e *cfa.Edge) string {
	if x.prog.Files == nil {
		return "an edge"
	}
	return x.prog.Files.Format(e.Pos)
}

// concretely notes that addresses are used as numbers.
func (x *outcome) concretely(vs ...value) {
	for _, v := range vs {
		x.concrete = x.concrete || len(v.refs) > 0
	}
}

// compared notes a comparison of addresses with numbers other than zero, or of the order of addresses.
func (x *outcome) compared(op term.Op, a, b value) {
	switch {
	case len(a.refs) == 0 && len(b.refs) == 0:
	case op == term.OpEq && len(a.refs) > 0 && len(b.refs) > 0 && (!a.some || a.isZeroNumber()) &&
		(!b.some || b.isZeroNumber()):
	case len(a.refs) == 0 && a.isZeroNumber(), len(b.refs) == 0 && b.isZeroNumber():
	default:
		x.concrete = true
	}
}
