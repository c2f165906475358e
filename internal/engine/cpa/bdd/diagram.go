package bdd

import (
	"errors"
	"fmt"

	"github.com/dalzilio/rudd"
)

// A diagram holds sets of valuations of numbered slots, before and after a step. It is all that this package
// uses of the library.
type diagram struct{ b *rudd.BDD }

// set is a set of valuations.
type set = rudd.Node

const (
	slotBits = 6   // of a value of a slot: as many values are told apart as this gives
	maxSlots = 128 // slots with larger numbers are not held
	maxNodes = 4_000_000
)

// phase tells the slots before a step from those after it.
type phase int

const (
	before phase = iota
	after
)

// errNodes says that the diagram has become too large.
var errNodes = errors.New("the decision diagram has too many nodes")

func newDiagram() (*diagram, error) {
	b, err := rudd.New(2*slotBits*maxSlots, rudd.Maxnodesize(maxNodes), rudd.Cachesize(1<<16))
	if err != nil {
		return nil, fmt.Errorf("a decision diagram: %w", err)
	}
	return &diagram{b}, nil
}

// variable is that of a bit of a slot.
func (d *diagram) variable(slot, bit int, p phase) int { return 2*(slot*slotBits+bit) + int(p) }

// is is the set in which a slot has a value.
func (d *diagram) is(slot, value int, p phase) set {
	out := d.b.True()
	for bit := range slotBits {
		if v := d.variable(slot, bit, p); value>>bit&1 != 0 {
			out = d.b.And(out, d.b.Ithvar(v))
		} else {
			out = d.b.And(out, d.b.NIthvar(v))
		}
	}
	return out
}

// same is the set in which a slot has after the step the value that another had before.
func (d *diagram) same(to, from int) set {
	out := d.b.True()
	for bit := range slotBits {
		out = d.b.And(out, d.b.Equiv(d.b.Ithvar(d.variable(to, bit, after)),
			d.b.Ithvar(d.variable(from, bit, before))))
	}
	return out
}

func (d *diagram) and(a, b set) set    { return d.b.And(a, b) }
func (d *diagram) or(a, b set) set     { return d.b.Or(a, b) }
func (d *diagram) empty(a set) bool    { return d.b.Equal(a, d.b.False()) }
func (d *diagram) equal(a, b set) bool { return d.b.Equal(a, b) }
func (d *diagram) all() set            { return d.b.True() }
func (d *diagram) none() set           { return d.b.False() }

// within reports whether a is a subset of b.
func (d *diagram) within(a, b set) bool { return d.empty(d.b.And(a, d.b.Not(b))) }

// failed reports whether an operation was refused. All sets since then mean nothing.
func (d *diagram) failed() error {
	if d.b.Errored() {
		return fmt.Errorf("%w: %s", errNodes, d.b.Error())
	}
	return nil
}

// forget drops what a set says of slots.
func (d *diagram) forget(a set, slots []int, p phase) set {
	var vars []int
	for _, s := range slots {
		for bit := range slotBits {
			vars = append(vars, d.variable(s, bit, p))
		}
	}
	if len(vars) == 0 {
		return a
	}
	return d.b.Exist(a, d.b.Makeset(vars))
}

// step makes slots after a step those before the next one. Nothing is known of others.
func (d *diagram) step(a set, slots int) (set, error) {
	var from, to []int
	for s := range slots {
		for bit := range slotBits {
			from = append(from, d.variable(s, bit, after))
			to = append(to, d.variable(s, bit, before))
		}
	}
	if len(from) == 0 {
		return a, nil
	}
	r, err := d.b.NewReplacer(from, to)
	if err != nil {
		return a, fmt.Errorf("slots of the next step: %w", err)
	}
	return d.b.Replace(a, r), nil
}

// errMany ends an enumeration.
var errMany = errors.New("too many valuations")

// valuations lists what slots can be, of which a set says something and of no others; false: they are more
// than most.
func (d *diagram) valuations(a set, slots []int, most int) ([][]int, bool) {
	var out [][]int
	err := d.b.Allsat(func(bits []int) error {
		list := [][]int{nil}
		for _, s := range slots {
			values := []int{0}
			for bit := range slotBits {
				switch v := bits[d.variable(s, bit, before)]; {
				case v > 0:
					for i := range values {
						values[i] |= 1 << bit
					}
				case v < 0:
					for _, w := range values {
						values = append(values, w|1<<bit)
					}
				}
			}
			var longer [][]int
			for _, l := range list {
				for _, v := range values {
					longer = append(longer, append(l[:len(l):len(l)], v))
				}
			}
			if list = longer; len(list)+len(out) > most {
				return errMany
			}
		}
		out = append(out, list...)
		return nil
	}, a)
	return out, err == nil
}
