package enumerate

import (
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/internal/script"
	"whittle.dev/internal/trace"
)

// chooser is the Decider of an enumeration: it follows a script of choices.
type chooser struct {
	interp.Zero
	x *explorer
	script.Script
	m *interp.Machine // for which it decides
}

// begin starts a step of m from the beginning of the script.
func (c *chooser) begin(m *interp.Machine) {
	c.m = m
	c.Begin()
}

// follow starts a step of m with a script of its own.
func (c *chooser) follow(m *interp.Machine, choices []int) {
	c.m = m
	c.Follow(choices)
}

// Havoc implements interp.Decider.
func (c *chooser) Havoc(k trace.Key, width int) (lo, hi uint64) {
	width, ok := c.x.live.InputBits(k.Origin, width)
	switch {
	case !ok:
		return 0, 0
	case width == 0:
		return uint64(c.Pick(2)), 0
	case width <= c.x.opt.AllBits:
		return uint64(c.Pick(1 << width)), 0
	}
	v := c.sample()
	return uint64(v), uint64(v >> 63)
}

// sample picks one of a few values.
func (c *chooser) sample() int64 {
	c.x.res.Sampled = true
	return c.x.opt.Values[c.Pick(len(c.x.opt.Values))]
}

// InitByte implements interp.Decider.
func (c *chooser) InitByte(trace.Key, uint64) byte { return byte(c.sample()) }

// Choose implements interp.Decider.
func (c *chooser) Choose(keys []trace.Key) int { return c.Pick(len(keys)) }

// threadRegions is how many regions are set aside for the objects of each thread.
const threadRegions = 32

// Address implements interp.Decider: each thread has regions of its own. So it does not matter for the state
// in which order threads made their objects.
func (c *chooser) Address(k trace.Key, next uint64) uint64 {
	first := c.x.heap + uint64(k.Thread)*threadRegions
	for r := first; r < first+threadRegions; r++ {
		if addr, ok := c.m.UnusedRegion(r); ok {
			return addr
		}
	}
	return next
}
