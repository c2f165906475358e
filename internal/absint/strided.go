package absint

// Strided is a set of values of a bit-vector of at most 64 bits: Lo, Lo+Step, Lo+2*Step and so on up to Hi,
// going round the circle of unsigned numbers (T. Reps and G. Balakrishnan, "Improved memory-access analysis
// for x86 executables", 2008). Step is 0 exactly if there is one value, and divides Hi-Lo otherwise.
type Strided struct {
	Interval
	Step uint64
}

// Everything contains every value of a width.
func Everything(width int) Strided { return Strided{Full(width), 1} }

// Single contains v alone.
func Single(width int, v uint64) Strided { return Strided{Just(width, v), 0} }

// Plain gives an interval the step 1.
func Plain(a Interval) Strided {
	if a.Lo == a.Hi {
		return Strided{a, 0}
	}
	return Strided{a, 1}
}

// Stepped gives an interval a step that it is known to have from Lo on.
func Stepped(a Interval, step uint64) Strided {
	switch {
	case a.Lo == a.Hi:
		return Strided{a, 0}
	case step == 0 || a.IsFull():
		return Strided{a, 1}
	}
	a.Hi -= a.steps() % step
	a.Hi &= Mask(a.Width)
	if a.Lo == a.Hi {
		step = 0
	}
	return Strided{a, step}
}

// Contains reports whether b is a subset of a.
func (a Strided) Contains(b Strided) bool {
	if a == b || a.IsFull() {
		return true
	}
	if !a.Interval.Contains(b.Interval) {
		return false
	}
	return a.Step <= 1 || ((b.Lo-a.Lo)&Mask(a.Width))%a.Step == 0 && b.Step%a.Step == 0
}

// Join returns a small set over both.
func (a Strided) Join(b Strided) Strided { return a.over(b, a.Interval.Join(b.Interval)) }

// over returns an interval that contains a and b with the step that they have in common.
func (a Strided) over(b Strided, j Interval) Strided {
	if a.Contains(b) && j.Contains(a.Interval) && a.steps() == j.steps() {
		return a
	}
	if j.IsFull() {
		return Everything(j.Width)
	}
	m := Mask(j.Width)
	step := GCD(GCD(a.Step, b.Step), GCD((a.Lo-j.Lo)&m, (b.Lo-j.Lo)&m))
	return Stepped(j, max(step, 1))
}

// Within returns the part of a that lies in an interval; false when there is
// none. (Of a part in two pieces it is all of a.)
func (a Strided) Within(b Interval) (Strided, bool) {
	c, ok := a.Interval.Meet(b)
	if !ok {
		return a, false
	}
	if a.Step <= 1 || !a.Interval.Contains(c) {
		if a.Step > 1 {
			return a, true
		}
		return Plain(c), true
	}
	m := Mask(a.Width)
	ahead := (c.Lo - a.Lo) & m
	skip := (a.Step - ahead%a.Step) % a.Step
	if skip > c.steps() {
		return a, false
	}
	c.Lo = (c.Lo + skip) & m
	return Stepped(c, a.Step), true
}

// Add returns a set over the sums.
func (a Strided) Add(b Strided) Strided {
	s := a.Interval.Add(b.Interval)
	if s.IsFull() {
		return Everything(a.Width)
	}
	return Stepped(s, max(GCD(a.Step, b.Step), 1))
}

// Neg returns the negatives.
func (a Strided) Neg() Strided { return Strided{a.Interval.Neg(), a.Step} }

// Not returns the complements.
func (a Strided) Not() Strided { return Strided{a.Interval.Not(), a.Step} }

// MulConst returns a set over the products with k.
func (a Strided) MulConst(k uint64) Strided {
	m := Mask(a.Width)
	k &= m
	if k > m>>1+1 { // half of the circle is its own negative
		return a.Neg().MulConst(-k)
	}
	s := a.Interval.MulConst(k)
	if s.IsFull() || s.Lo == s.Hi {
		return Plain(s)
	}
	return Stepped(s, max(a.Step, 1)*k)
}

// ZeroExt returns a set over the values with zeros in front.
func (a Strided) ZeroExt(by int) Strided {
	if a.Lo > a.Hi {
		return Plain(a.Interval.ZeroExt(by))
	}
	return Stepped(a.Interval.ZeroExt(by), max(a.Step, 1))
}

// SignExt returns a set over the values with copies of their sign in front.
func (a Strided) SignExt(by int) Strided {
	lo, hi := a.Signed()
	s := a.Interval.SignExt(by)
	if uint64(lo)&Mask(a.Width) != a.Lo || uint64(hi)&Mask(a.Width) != a.Hi {
		return Plain(s)
	}
	return Stepped(s, max(a.Step, 1))
}

// Low returns a set over the low bits.
func (a Strided) Low(width int) Strided {
	s := a.Interval.Low(width)
	if s.IsFull() {
		return Everything(width)
	}
	return Stepped(s, max(a.Step, 1))
}
