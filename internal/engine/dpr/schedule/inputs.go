package schedule

import (
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// inputs are random inputs: zeros in every eighth execution; else half of them are near a number that the
// program has in its text, and in every fourth execution most are one or two values, since violations often
// want that inputs agree.
type inputs struct {
	*interp.Random
	rng     *rand.Rand
	numbers []uint64
	argc    cfa.EdgeID
	zeros   bool
	few     [][2]uint64
	// steady, if not nil, are the inputs that are the same each time at a place, so that turns of loops can
	// be jumped; those of an edge are drawn when they are needed.
	steady map[cfa.EdgeID][2]uint64
	// extremes: some are near the least or the greatest number of their width.
	extremes bool
}

func newInputs(seed uint64, k known) *inputs {
	d := &inputs{Random: interp.NewRandom(seed), rng: rand.New(rand.NewPCG(seed, 0x1290)),
		numbers: k.numbers, argc: k.argc}
	d.zeros = d.rng.IntN(8) == 0
	if n := d.rng.IntN(8); n > 0 && n < 3 {
		d.few = make([][2]uint64, n)
		for i := range d.few {
			d.few[i][0], d.few[i][1] = d.any(32)
		}
	}
	return d
}

// Havoc implements interp.Decider.
func (d *inputs) Havoc(k trace.Key, width int) (lo, hi uint64) {
	switch {
	case d.zeros || d.steady != nil:
		lo, hi, _ = d.Same(k, width)
		return lo, hi
	case len(d.few) > 0 && d.rng.IntN(16) != 0:
		v := d.few[d.rng.IntN(len(d.few))]
		return v[0], v[1]
	}
	return d.any(width)
}

// Same implements interp.Repeater.
func (d *inputs) Same(k trace.Key, width int) (lo, hi, n uint64) {
	switch {
	case k.Origin == d.argc:
		return 1, 0, interp.Ever
	case d.zeros:
		return 0, 0, interp.Ever
	case d.steady == nil:
		return 0, 0, 0
	}
	v, ok := d.steady[k.Origin]
	if !ok {
		if v[0] = uint64(d.rng.IntN(4)); v[0] > 1 {
			v[0], v[1] = d.any(width)
		}
		d.steady[k.Origin] = v
	}
	return v[0], v[1], interp.Ever
}

func (d *inputs) any(width int) (lo, hi uint64) {
	if d.extremes && width > 1 && width <= 64 && d.rng.IntN(8) == 0 {
		return 1<<(width-1) + uint64(d.rng.IntN(8)) - 4, 0
	}
	if len(d.numbers) == 0 || d.rng.IntN(2) == 0 {
		return d.Random.Havoc(trace.Key{}, width)
	}
	return d.numbers[d.rng.IntN(len(d.numbers))] + uint64(d.rng.IntN(3)) - 1, 0
}

// known is what inputs are made from.
type known struct {
	numbers []uint64
	argc    cfa.EdgeID // the input that is the number of arguments, at least 1
}

// knownOf looks at a program.
func knownOf(p *cfa.Program) known { return known{numbers(p), interp.ArgumentCount(p)} }

// mostNumbers is how many numbers of a program inputs are made of.
const mostNumbers = 64

// numbers are constants that the program compares or computes with, outside of the library.
func numbers(p *cfa.Program) []uint64 {
	var out []uint64
	seen := map[term.Term]bool{}
	var visit func(t term.Term)
	visit = func(t term.Term) {
		if t == term.None || seen[t] || len(out) >= mostNumbers {
			return
		}
		seen[t] = true
		if v, ok := p.Terms.ConstUint64(t); ok && !p.Terms.Sort(t).IsBool() && v < p.HeapBase>>1 {
			out = append(out, v)
		}
		for i := range p.Terms.NumArgs(t) {
			visit(p.Terms.Arg(t, i))
		}
	}
	for _, proc := range p.Procs {
		if proc.Model {
			continue
		}
		for _, e := range proc.Edges {
			if op, ok := e.Op.(cfa.Assume); ok {
				visit(op.Cond)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
