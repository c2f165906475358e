package script

import (
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// Inputs is a Decider that follows a script: narrow inputs take all values, one after the other, and others a
// few. Objects get addresses that depend on their thread alone.
type Inputs struct {
	interp.Zero
	Script
	Live    *bytecode.Liveness
	Heap    uint64  // the first region after static objects
	AllBits int     // the width up to which inputs take all values
	Values  []int64 // those of wider ones
	Sampled *bool   // is set when an input takes one of Values
	// Given are the choices of inputs in this step, without those that somebody else has picked.
	Given []int

	m *interp.Machine // for which it decides
}

// Begin starts a step of m from the beginning of the script.
func (c *Inputs) Begin(m *interp.Machine) {
	c.m, c.Given = m, c.Given[:0]
	c.Script.Begin()
}

// Follow starts a step of m with a script of its own.
func (c *Inputs) Follow(m *interp.Machine, choices []int) {
	c.m, c.Given = m, c.Given[:0]
	c.Script.Follow(choices)
}

func (c *Inputs) pick(n int) int {
	i := c.Pick(n)
	c.Given = append(c.Given, i)
	return i
}

// Havoc implements interp.Decider.
func (c *Inputs) Havoc(k trace.Key, width int) (lo, hi uint64) {
	width, ok := c.Live.InputBits(k.Origin, width)
	switch {
	case !ok:
		return 0, 0
	case width == 0:
		return uint64(c.pick(2)), 0
	case width <= c.AllBits:
		return uint64(c.pick(1 << width)), 0
	}
	v := c.sample()
	return uint64(v), uint64(v >> 63)
}

// sample picks one of a few values.
func (c *Inputs) sample() int64 {
	*c.Sampled = true
	return c.Values[c.pick(len(c.Values))]
}

// InitByte implements interp.Decider.
func (c *Inputs) InitByte(trace.Key, uint64) byte { return byte(c.sample()) }

// Choose implements interp.Decider.
func (c *Inputs) Choose(keys []trace.Key) int { return c.pick(len(keys)) }

// threadRegions is how many regions are set aside for the objects of each thread.
const threadRegions = 32

// Address implements interp.Decider: each thread has regions of its own. So it does not matter for the state
// in which order threads made their objects.
func (c *Inputs) Address(k trace.Key, next uint64) uint64 {
	first := c.Heap + uint64(k.Thread)*threadRegions
	for r := first; r < first+threadRegions; r++ {
		if addr, ok := c.m.UnusedRegion(r); ok {
			return addr
		}
	}
	return next
}
