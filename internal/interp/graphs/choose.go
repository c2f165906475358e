package graphs

import (
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/script"
	"whittle.dev/internal/trace"
)

// chooser decides what a step leaves open: inputs, sources of reads and places of writes in the coherence
// order.
type chooser struct {
	interp.Zero
	script.Script
	live    *bytecode.Liveness
	heap    uint64 // the first region after static objects
	m       *interp.Machine
	inputs  []int
	sampled bool
	// peeking is set while the initial value of a place is looked at: bytes that hold anything are taken to
	// be zero, which matters if one is read.
	peeking, peeked bool
}

// samples are the values of inputs that are not tried one by one.
var samples = [...]int64{0, 1, 2, -1}

// allBits is the width up to which inputs take all values.
const allBits = 4

// begin starts a step of m from the beginning of the script.
func (c *chooser) begin(m *interp.Machine) {
	c.m, c.inputs, c.sampled = m, nil, false
	c.Begin()
}

// input picks an input, which is part of the state.
func (c *chooser) input(n int) int {
	i := c.Pick(n)
	c.inputs = append(c.inputs, i)
	return i
}

// Havoc implements interp.Decider.
func (c *chooser) Havoc(k trace.Key, width int) (lo, hi uint64) {
	width, ok := c.live.InputBits(k.Origin, width)
	switch {
	case !ok:
		return 0, 0
	case width == 0:
		return uint64(c.input(2)), 0
	case width <= allBits:
		return uint64(c.input(1 << width)), 0
	}
	v := c.sample()
	return uint64(v), uint64(v >> 63)
}

func (c *chooser) sample() int64 {
	c.sampled = true
	return samples[c.input(len(samples))]
}

// InitByte implements interp.Decider.
func (c *chooser) InitByte(trace.Key, uint64) byte {
	if c.peeking {
		c.peeked = true
		return 0
	}
	return byte(c.sample())
}

// Choose implements interp.Decider.
func (c *chooser) Choose(keys []trace.Key) int { return c.input(len(keys)) }

// threadRegions is how many regions are set aside for the objects of each thread.
const threadRegions = 32

// Address implements interp.Decider: each thread has regions of its own, so that it does not matter in which
// order threads made their objects.
func (c *chooser) Address(k trace.Key, next uint64) uint64 {
	first := c.heap + uint64(k.Thread)*threadRegions
	for r := first; r < first+threadRegions; r++ {
		if addr, ok := c.m.UnusedRegion(r); ok {
			return addr
		}
	}
	return next
}
