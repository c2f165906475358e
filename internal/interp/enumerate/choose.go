package enumerate

import "whittle.dev/internal/interp/internal/script"

// chooser decides what a step leaves open.
type chooser = script.Inputs

// chooser returns one with the empty script.
func (x *explorer) chooser() *chooser {
	return &chooser{Live: x.live, Heap: x.heap, AllBits: x.opt.AllBits, Values: x.opt.Values,
		Sampled: &x.res.Sampled}
}
