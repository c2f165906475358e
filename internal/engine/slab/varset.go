package slab

import "math/bits"

// varset is a set of variables of a problem, by index.
type varset []uint64

func newVarset(vars int) varset { return make(varset, (vars+63)/64) }

func (s varset) add(v int)      { s[v>>6] |= 1 << (v & 63) }
func (s varset) has(v int) bool { return s[v>>6]>>(v&63)&1 == 1 }

// union adds the members of t and reports whether there were new ones.
func (s varset) union(t varset) bool {
	grown := false
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			grown = true
		}
	}
	return grown
}

func (s varset) meets(t varset) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

func (s varset) each(f func(v int)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(i<<6 + bits.TrailingZeros64(w))
		}
	}
}

func (s varset) key() string {
	b := make([]byte, 0, 8*len(s))
	for _, w := range s {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return string(b)
}
