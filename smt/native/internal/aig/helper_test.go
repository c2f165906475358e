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
