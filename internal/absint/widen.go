package absint

// Thresholds are values at which widening stops, ascending as unsigned numbers.
type Thresholds []uint64

// Widen returns a set over both: a side of a that moves goes on to the next threshold.
func (a Strided) Widen(b Strided, stops Thresholds) Strided {
	if a.Contains(b) {
		return a
	}
	w := a.Width
	m := Mask(w)
	j := a.Join(b)
	if j.IsFull() || w == 1 {
		return j
	}
	lo, hi := j.Lo, j.Hi
	if !a.Interval.Contains(b.Interval) {
		if (a.Hi-j.Lo)&m != j.steps() {
			hi = stops.up(hi, w)
		}
		if a.Lo != j.Lo {
			lo = stops.down(lo, w)
		}
	}
	up, down := (hi-j.Hi)&m, (j.Lo-lo)&m
	if up >= m-j.steps() || down >= m-j.steps()-up {
		return Everything(w)
	}
	if j.Step > 1 { // stay on the values that the step reaches
		up -= up % j.Step
		down -= down % j.Step
	}
	return Stepped(Span(w, j.Lo-down, j.Hi+up), max(j.Step, 1))
}

// up returns the first threshold from v on upwards, or the end of the signed or unsigned numbers.
func (s Thresholds) up(v uint64, width int) uint64 {
	m := Mask(width)
	best := m
	if half := m >> 1; v <= half {
		best = half
	}
	for _, t := range s {
		if t &= m; t >= v && t < best {
			best = t
		}
	}
	return best
}

// down returns the first threshold from v on downwards.
func (s Thresholds) down(v uint64, width int) uint64 {
	m := Mask(width)
	best := uint64(0)
	if half := m >> 1; v > half {
		best = half + 1
	}
	for _, t := range s {
		if t &= m; t <= v && t > best {
			best = t
		}
	}
	return best
}
