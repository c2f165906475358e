package aig

import (
	"fmt"
	"testing"
)

// numbers is a graph with two vectors of inputs, and the values that these have under the
// 64 assignments that are simulated.
type numbers struct {
	*Graph
	w    int
	a, b []Lit
	tmp  Scratch
}

func newNumbers(w int) *numbers {
	n := &numbers{Graph: NewGraph(), w: w}
	for range w {
		n.a = append(n.a, n.Input())
		n.b = append(n.b, n.Input())
	}
	return n
}

// value returns what a vector is under one assignment.
func (n *numbers) value(v []Lit, pattern int) (x uint64) {
	for i, l := range v {
		x |= n.Signature(l) >> pattern & 1 << i
	}
	return x
}

// signed reads a number of the width as signed.
func (n *numbers) signed(x uint64) int64 { return int64(x<<(64-n.w)) >> (64 - n.w) }

// compare checks a vector against the function that it shall compute, modulo 2^w.
func (n *numbers) compare(t *testing.T, name string, v []Lit, want func(x, y uint64) uint64) {
	t.Helper()
	for p := range 64 {
		x, y := n.value(n.a, p), n.value(n.b, p)
		if got, want := n.value(v, p), want(x, y)&(1<<len(v)-1); got != want {
			t.Fatalf("%d bits: %s of %d and %d is %d, want %d", n.w, name, x, y, got, want)
		}
	}
}

// forWidths runs a test at several widths.
func forWidths(t *testing.T, test func(t *testing.T, n *numbers)) {
	for _, w := range []int{1, 2, 3, 4, 7, 8, 16, 31} {
		t.Run(fmt.Sprint(w), func(t *testing.T) { test(t, newNumbers(w)) })
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func TestAdders(t *testing.T) {
	forWidths(t, func(t *testing.T, n *numbers) {
		a, b, v := n.a, n.b, make([]Lit, n.w)
		carry := n.Add(v, a, b, False)
		n.compare(t, "sum", v, func(x, y uint64) uint64 { return x + y })
		n.compare(t, "carry", []Lit{carry}, func(x, y uint64) uint64 { return (x + y) >> n.w })
		n.Sub(v, a, b)
		n.compare(t, "difference", v, func(x, y uint64) uint64 { return x - y })
		n.Negate(v, a)
		n.compare(t, "negation", v, func(x, _ uint64) uint64 { return -x })
		n.compare(t, "less", []Lit{n.Ult(a, b)}, func(x, y uint64) uint64 { return truth(x < y) })
		n.compare(t, "signed less", []Lit{n.Slt(a, b)}, func(x, y uint64) uint64 {
			return truth(n.signed(x) < n.signed(y))
		})
		n.compare(t, "equation", []Lit{n.Equal(a, b, make([]Lit, n.w))}, func(x, y uint64) uint64 {
			return truth(x == y)
		})
		for _, minus := range []bool{false, true} {
			over := n.SignedAddOverflow(a, b, minus, make([]Lit, n.w))
			n.compare(t, "signed overflow", []Lit{over}, func(x, y uint64) uint64 {
				s := n.signed(x) + n.signed(y)
				if minus {
					s = n.signed(x) - n.signed(y)
				}
				return truth(s != n.signed(uint64(s)))
			})
		}
	})
}

func TestShifters(t *testing.T) {
	forWidths(t, func(t *testing.T, n *numbers) {
		v := make([]Lit, n.w)
		n.Shift(v, n.a, n.b, true, False, make([]Lit, n.w))
		n.compare(t, "left shift", v, func(x, y uint64) uint64 { return x << y })
		n.Shift(v, n.a, n.b, false, False, make([]Lit, n.w))
		n.compare(t, "right shift", v, func(x, y uint64) uint64 { return x >> y })
		n.Shift(v, n.a, n.b, false, n.a[n.w-1], make([]Lit, n.w))
		n.compare(t, "arithmetic shift", v,
			func(x, y uint64) uint64 { return uint64(n.signed(x) >> min(y, 63)) })
	})
}
