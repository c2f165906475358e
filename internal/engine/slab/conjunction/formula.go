package conjunction

import "whittle.dev/internal/simplex/rational"

// Ref is a variable in a formula: of the state before the step, of the state after it, or an input.
type Ref int32

// None is no variable. In a bound it stands for zero.
const None Ref = -1

// The low two bits of a Ref say what it is.
const (
	next  = 1
	input = 2
)

// Current is variable i in the state before the step, Next in the state after it, Input is input i.
func Current(i int) Ref { return Ref(i << 2) }

// Next is variable i in the state after the step.
func Next(i int) Ref { return Ref(i<<2 | next) }

// Input is input i of the step.
func Input(i int) Ref { return Ref(i<<2 | input) }

// Index is the index of a variable or an input.
func (x Ref) Index() int { return int(x >> 2) }

type kind uint8

const (
	always      kind = iota
	never            // false
	atMost           // x - y <= c, a weight
	isValue          // x = c
	isNoValue        // x != c
	same             // x = y, enumerated
	different        // x != y, enumerated
	conjunction      // all of parts
	disjunction      // some of parts
	linear           // sum <= most
)

// Formula is a formula in negation normal form. It is immutable.
type Formula struct {
	kind  kind
	x, y  Ref
	c     int64
	parts []*Formula
	sum   []monomial
	most  rational.Value
	// real: a bound over Real; linear: a literal in the formula is no difference.
	real, linear bool
}

// A weight is the bound of a difference: a number, scaled to be an integer, in the high bits, and minus the
// number of strict inequalities that it was added up from in the low ones. So weights are added and compared
// as integers.
const strictBits = 16

// maxNumber bounds the numbers in weights, so that sums of thousands of them do not overflow.
const maxNumber = 1 << 34

func weight(n int64, strict bool) int64 {
	w := n << strictBits
	if strict {
		w--
	}
	return w
}

var (
	truth   = &Formula{kind: always}
	falsity = &Formula{kind: never}
)

// all is the conjunction of fs, flat and without what is always true.
func all(fs []*Formula) *Formula { return join(conjunction, truth, falsity, fs) }

// some is the disjunction of fs, flat and without what is never true.
func some(fs []*Formula) *Formula { return join(disjunction, falsity, truth, fs) }

func join(k kind, unit, zero *Formula, fs []*Formula) *Formula {
	var out []*Formula
	hasLinear := false
	for _, f := range fs {
		hasLinear = hasLinear || f.linear
		switch {
		case f == zero:
			return zero
		case f == unit:
		case f.kind == k:
			out = append(out, f.parts...)
		default:
			out = append(out, f)
		}
	}
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	return &Formula{kind: k, parts: out, linear: hasLinear}
}
