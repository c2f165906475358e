package interp

import "whittle.dev/internal/trace"

// chooser is the Decider of an enumeration: it follows a script of choices,
// extends it by the first possibility of each further choice, and then goes
// on to the next script.
type chooser struct {
	Zero
	x       *explorer
	m       *Machine // for which it decides
	script  []int
	domains []int // number of possibilities of each choice made
	used    int   // choices made in this step
}

func (c *chooser) pick(n int) int {
	if c.used == len(c.script) {
		c.script = append(c.script, 0)
	}
	c.domains = append(c.domains[:c.used], n)
	c.used++
	return c.script[c.used-1]
}

// taken returns the choices of the step that was made.
func (c *chooser) taken() []int { return append([]int(nil), c.script[:c.used]...) }

// next goes on to the next script; false: there is none.
func (c *chooser) next() bool {
	for i := c.used - 1; i >= 0; i-- {
		if c.script[i]+1 < c.domains[i] {
			c.script = c.script[:i+1]
			c.script[i]++
			return true
		}
	}
	return false
}

// Havoc implements Decider.
func (c *chooser) Havoc(_ trace.Key, width int) (lo, hi uint64) {
	switch {
	case width == 0:
		return uint64(c.pick(2)), 0
	case width <= c.x.opt.AllBits:
		return uint64(c.pick(1 << width)), 0
	}
	c.x.res.Sampled = true
	v := c.x.opt.Values[c.pick(len(c.x.opt.Values))]
	return uint64(v), uint64(v >> 63)
}

// InitByte implements Decider.
func (c *chooser) InitByte(trace.Key, uint64) byte {
	c.x.res.Sampled = true
	return byte(c.x.opt.Values[c.pick(len(c.x.opt.Values))])
}

// Choose implements Decider.
func (c *chooser) Choose(keys []trace.Key) int { return c.pick(len(keys)) }

// threadRegions is how many regions are set aside for the objects of each thread.
const threadRegions = 32

// Address implements Decider: each thread has regions of its own. So it does not matter for the state in
// which order threads made their objects.
func (c *chooser) Address(k trace.Key, next uint64) uint64 {
	first := c.x.heap + uint64(k.Thread)*threadRegions
	for r := first; r < min(first+threadRegions, maxDense, c.m.mem.prog.Regions()); r++ {
		if c.m.mem.region(r) == nil {
			return c.m.mem.prog.RegionStart(r)
		}
	}
	return next
}
