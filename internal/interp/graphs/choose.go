package graphs

import (
	"whittle.dev/internal/interp/internal/script"
	"whittle.dev/internal/trace"
)

// chooser decides what a step leaves open: inputs, sources of reads and places of writes in the coherence
// order.
type chooser struct {
	script.Inputs
	sampled bool
	// peeking is set while the initial value of a place is looked at: bytes that hold anything are taken to
	// be zero, which matters if one is read.
	peeking, peeked bool
}

// allBits is the width up to which inputs take all values.
const allBits = 4

// chooser returns one with the empty script.
func (x *explorer) chooser() *chooser {
	c := &chooser{Inputs: script.Inputs{Live: x.live, Heap: x.heap, AllBits: allBits,
		Values: []int64{0, 1, 2, -1}}}
	c.Sampled = &c.sampled
	return c
}

// InitByte implements interp.Decider.
func (c *chooser) InitByte(k trace.Key, off uint64) byte {
	if c.peeking {
		c.peeked = true
		return 0
	}
	return c.Inputs.InitByte(k, off)
}
