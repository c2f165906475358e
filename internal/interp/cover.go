package interp

import "whittle.dev/internal/interp/internal/bytecode"

// coverBits is the logarithm of the number of counters of a Cover.
const coverBits = 14

// Cover counts how often an execution has taken each outcome of each branch, told apart by the calls in which
// the procedure was entered; some share a counter.
type Cover struct {
	counts  [1 << coverBits]uint32
	touched []uint16
}

// branch counts an outcome of a branch of the procedure of frame f.
func (c *Cover) branch(f *frame, e *bytecode.Edge) {
	h := uint32(e.CFA.ID) * 0x9e3779b1
	if f.call != nil {
		h ^= uint32(f.call.ID) * 0x85ebca6b
	}
	i := h >> (32 - coverBits)
	if c.counts[i] == 0 {
		c.touched = append(c.touched, uint16(i))
	}
	c.counts[i]++
}

// Each calls f with each counter that is not zero, and makes it zero.
func (c *Cover) Each(f func(counter int, n uint32)) {
	for _, i := range c.touched {
		f(int(i), c.counts[i])
		c.counts[i] = 0
	}
	c.touched = c.touched[:0]
}

// Counters is the number of counters of a Cover.
const Counters = 1 << coverBits
