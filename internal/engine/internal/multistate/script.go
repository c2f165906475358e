package multistate

import (
	"encoding/binary"

	"whittle.dev/internal/engine/internal/portable"
)

// Script says how a step went: where there were several ways, the one that was taken, and
// where the step was cut. With it the step can be made again, from a state that is known
// less well or better: what it does not decide there is decided by the solver.
type Script struct {
	choices []choice
	cut     int   // edges after which the step ended at the head of a loop; 0: elsewhere
	stops   []int // edges after which each thread came to a step that others can tell
	wakes   []int // threads that went on in the step of another one
	length  int   // edges of the step; 0: that is not known. It is not part of what Append writes.
}

// choice is a decision before the edge with a number, counted from 1: an alternative, or the value
// of an address.
type choice struct {
	edge  int
	value uint64
}

func (s *Script) add(edge int, value uint64) { s.choices = append(s.choices, choice{edge, value}) }

func (s Script) clone() Script {
	s.choices = append([]choice(nil), s.choices...)
	s.stops = append([]int(nil), s.stops...)
	s.wakes = append([]int(nil), s.wakes...)
	return s
}

// Append appends a compact form of the script.
func (s Script) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(s.cut))
	b = binary.AppendUvarint(b, uint64(len(s.choices)))
	last := 0
	for _, c := range s.choices {
		b = binary.AppendUvarint(b, uint64(c.edge-last))
		b = binary.AppendUvarint(b, c.value)
		last = c.edge
	}
	for _, list := range [...][]int{s.stops, s.wakes} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, n := range list {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	return b
}

// ReadScript reads what Append has written, and returns the rest.
func ReadScript(b []byte) (Script, []byte) {
	r := portable.Bytes{Rest: b}
	s := Script{cut: int(r.Uvarint())}
	edge := 0
	for range r.Uvarint() {
		edge += int(r.Uvarint())
		s.add(edge, r.Uvarint())
	}
	for _, list := range [...]*[]int{&s.stops, &s.wakes} {
		for range r.Uvarint() {
			*list = append(*list, int(r.Uvarint()))
		}
	}
	return s, r.Rest
}
