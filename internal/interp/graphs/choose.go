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
	given           []trace.Input // what the trace of the step has to say
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

// looks implements decisions.
func (c *chooser) looks(look func()) bool {
	c.peeking, c.peeked = true, false
	look()
	c.peeking = false
	return c.peeked
}

// source implements decisions.
func (c *chooser) source(s *state, _ trace.Key, ws []int) (int, error) {
	i := len(ws) - 1 - c.Pick(len(ws))
	c.sampled = c.sampled || s.events[ws[i]].anything
	return i, nil
}

// before implements decisions.
func (c *chooser) before(_ *state, _ trace.Key, ws []int) int { return len(ws) - c.Pick(len(ws)) }

// Havoc implements interp.Decider.
func (c *chooser) Havoc(k trace.Key, width int) (lo, hi uint64) {
	lo, hi = c.Inputs.Havoc(k, width)
	c.given = append(c.given, trace.Input{Key: k, Kind: trace.Havoc, Value: lo, High: hi})
	return lo, hi
}

// Choose implements interp.Decider.
func (c *chooser) Choose(keys []trace.Key) int {
	i := c.Inputs.Choose(keys)
	if i > 0 {
		c.given = append(c.given, trace.Input{Key: keys[i], Kind: trace.Choice})
	}
	return i
}

// Address implements interp.Decider.
func (c *chooser) Address(k trace.Key, next uint64) uint64 {
	addr := c.Inputs.Address(k, next)
	c.given = append(c.given, trace.Input{Key: k, Kind: trace.AllocAddr, Value: addr})
	return addr
}
