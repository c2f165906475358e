package analysis

// strided is a set of values of a bit-vector of at most 64 bits: Lo, Lo+Step,
// Lo+2*Step and so on up to Hi, going round the circle of unsigned numbers
// (T. Reps and G. Balakrishnan, "Improved memory-access analysis for x86
// executables", 2008). Step is 0 exactly if there is one value, and divides
// Hi-Lo otherwise.
type strided struct {
	Interval
	Step uint64
}

func everything(width int) strided { return strided{full(width), 1} }

func single(width int, v uint64) strided { return strided{just(width, v), 0} }

// plain gives an interval the step 1.
func plain(a Interval) strided {
	if a.Lo == a.Hi {
		return strided{a, 0}
	}
	return strided{a, 1}
}

// stepped gives an interval a step that it is known to have from Lo on.
func stepped(a Interval, step uint64) strided {
	switch {
	case a.Lo == a.Hi:
		return strided{a, 0}
	case step == 0 || a.IsFull():
		return strided{a, 1}
	}
	a.Hi -= a.steps() % step
	a.Hi &= maskOf(a.Width)
	if a.Lo == a.Hi {
		step = 0
	}
	return strided{a, step}
}

// contains reports whether b is a subset of a.
func (a strided) contains(b strided) bool {
	if a == b || a.IsFull() {
		return true
	}
	if !a.Interval.contains(b.Interval) {
		return false
	}
	return a.Step <= 1 || ((b.Lo-a.Lo)&maskOf(a.Width))%a.Step == 0 && b.Step%a.Step == 0
}

// join returns a small set over both.
func (a strided) join(b strided) strided { return a.over(b, a.Interval.join(b.Interval)) }

// over returns an interval that contains a and b with the step that they have
// in common.
func (a strided) over(b strided, j Interval) strided {
	if a.contains(b) && j.contains(a.Interval) && a.steps() == j.steps() {
		return a
	}
	if j.IsFull() {
		return everything(j.Width)
	}
	m := maskOf(j.Width)
	step := gcd(gcd(a.Step, b.Step), gcd((a.Lo-j.Lo)&m, (b.Lo-j.Lo)&m))
	return stepped(j, max(step, 1))
}

// within returns the part of a that lies in an interval; false when there is
// none. (Of a part in two pieces it is all of a.)
func (a strided) within(b Interval) (strided, bool) {
	c, ok := a.Interval.meet(b)
	if !ok {
		return a, false
	}
	if a.Step <= 1 || !a.Interval.contains(c) {
		if a.Step > 1 {
			return a, true
		}
		return plain(c), true
	}
	m := maskOf(a.Width)
	ahead := (c.Lo - a.Lo) & m
	skip := (a.Step - ahead%a.Step) % a.Step
	if skip > c.steps() {
		return a, false
	}
	c.Lo = (c.Lo + skip) & m
	return stepped(c, a.Step), true
}

func (a strided) add(b strided) strided {
	s := a.Interval.add(b.Interval)
	if s.IsFull() {
		return everything(a.Width)
	}
	return stepped(s, max(gcd(a.Step, b.Step), 1))
}

func (a strided) neg() strided { return strided{a.Interval.neg(), a.Step} }

func (a strided) not() strided { return strided{a.Interval.not(), a.Step} }

func (a strided) mulConst(k uint64) strided {
	m := maskOf(a.Width)
	k &= m
	if k > m>>1+1 { // half of the circle is its own negative
		return a.neg().mulConst(-k)
	}
	s := a.Interval.mulConst(k)
	if s.IsFull() || s.Lo == s.Hi {
		return plain(s)
	}
	return stepped(s, max(a.Step, 1)*k)
}

func (a strided) zeroExt(by int) strided {
	if a.Lo > a.Hi {
		return plain(a.Interval.zeroExt(by))
	}
	return stepped(a.Interval.zeroExt(by), max(a.Step, 1))
}

func (a strided) signExt(by int) strided {
	lo, hi := a.Signed()
	s := a.Interval.signExt(by)
	if uint64(lo)&maskOf(a.Width) != a.Lo || uint64(hi)&maskOf(a.Width) != a.Hi {
		return plain(s)
	}
	return stepped(s, max(a.Step, 1))
}

func (a strided) low(width int) strided {
	s := a.Interval.low(width)
	if s.IsFull() {
		return everything(width)
	}
	return stepped(s, max(a.Step, 1))
}

// thresholds are values at which widening stops, ascending as unsigned numbers.
type thresholds []uint64

// widen returns a set over both: a side of a that moves goes on to the next
// threshold.
func (a strided) widen(b strided, stops thresholds) strided {
	if a.contains(b) {
		return a
	}
	w := a.Width
	m := maskOf(w)
	j := a.join(b)
	if j.IsFull() || w == 1 {
		return j
	}
	lo, hi := j.Lo, j.Hi
	if !a.Interval.contains(b.Interval) {
		if (a.Hi-j.Lo)&m != j.steps() {
			hi = stops.up(hi, w)
		}
		if a.Lo != j.Lo {
			lo = stops.down(lo, w)
		}
	}
	up, down := (hi-j.Hi)&m, (j.Lo-lo)&m
	if up >= m-j.steps() || down >= m-j.steps()-up {
		return everything(w)
	}
	if j.Step > 1 { // stay on the values that the step reaches
		up -= up % j.Step
		down -= down % j.Step
	}
	return stepped(span(w, j.Lo-down, j.Hi+up), max(j.Step, 1))
}

// up returns the first threshold from v on upwards, or the end of the signed or
// unsigned numbers.
func (s thresholds) up(v uint64, width int) uint64 {
	m := maskOf(width)
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
func (s thresholds) down(v uint64, width int) uint64 {
	m := maskOf(width)
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
