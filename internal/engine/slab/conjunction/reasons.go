package conjunction

import "math/bits"

// reasons is a set of parts of a question and, numbered after them, of cases that were chosen.
type reasons struct {
	words []uint64
}

func (r *reasons) reset(parts int) {
	words := (parts + 64) / 64 * 2
	if cap(r.words) < words {
		r.words = make([]uint64, words)
	}
	r.words = r.words[:words]
	clear(r.words)
}

// begin empties the set.
func (r *reasons) begin() { clear(r.words) }

func (r *reasons) blame(reason int32) {
	w := int(reason >> 6)
	for w >= len(r.words) {
		r.words = append(r.words, 0)
	}
	r.words[w] |= 1 << (reason & 63)
}

func (r *reasons) has(reason int32) bool {
	w := int(reason >> 6)
	return w < len(r.words) && r.words[w]>>(reason&63)&1 == 1
}

func (r *reasons) remove(reason int32) { r.words[reason>>6] &^= 1 << (reason & 63) }

// take moves the set away.
func (r *reasons) take() []uint64 { return append([]uint64(nil), r.words...) }

// add adds a set that was taken.
func (r *reasons) add(set []uint64) {
	for len(r.words) < len(set) {
		r.words = append(r.words, 0)
	}
	for i, w := range set {
		r.words[i] |= w
	}
}

// parts are those of the first n numbers that are in the set, ascending.
func (r *reasons) parts(n int) []int {
	var out []int
	for i, w := range r.words {
		for ; w != 0; w &= w - 1 {
			if p := i<<6 + bits.TrailingZeros64(w); p < n {
				out = append(out, p)
			}
		}
	}
	return out
}
