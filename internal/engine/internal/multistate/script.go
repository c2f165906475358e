package multistate

import "encoding/binary"

// Script tells how a step went: where there were several ways, the one that was taken, and
// where the step was cut. With it the step can be made again, from a state that is known
// less well or better: what it does not decide there is decided by the solver.
type Script struct {
	choices []choice
	cut     int   // edges after which the step ended at the head of a loop; 0: elsewhere
	stops   []int // edges after which each thread came to a step that others can tell
	wakes   []int // threads that went on in the step of another one
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
	b = appendUvarint(b, uint64(s.cut))
	b = appendUvarint(b, uint64(len(s.choices)))
	last := 0
	for _, c := range s.choices {
		b = appendUvarint(b, uint64(c.edge-last))
		b = appendUvarint(b, c.value)
		last = c.edge
	}
	b = appendUvarint(b, uint64(len(s.stops)))
	for _, n := range s.stops {
		b = appendUvarint(b, uint64(n))
	}
	b = appendUvarint(b, uint64(len(s.wakes)))
	for _, n := range s.wakes {
		b = appendUvarint(b, uint64(n))
	}
	return b
}

// ReadScript reads what Append has written, and returns the rest.
func ReadScript(b []byte) (Script, []byte) {
	var s Script
	var v uint64
	v, b = uvarint(b)
	s.cut = int(v)
	n, b := uvarint(b)
	edge := 0
	for range n {
		v, b = uvarint(b)
		edge += int(v)
		v, b = uvarint(b)
		s.choices = append(s.choices, choice{edge, v})
	}
	if n, b = uvarint(b); n > 0 {
		for range n {
			v, b = uvarint(b)
			s.stops = append(s.stops, int(v))
		}
	}
	n, b = uvarint(b)
	for range n {
		v, b = uvarint(b)
		s.wakes = append(s.wakes, int(v))
	}
	return s, b
}

func appendUvarint(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

func uvarint(b []byte) (uint64, []byte) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil
	}
	return v, b[n:]
}
