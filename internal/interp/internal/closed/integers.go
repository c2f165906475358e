package closed

import "math/big"

// integer is a polynomial over the integers in the number of the turn, by its coefficients in the binomial
// basis; nil is unknown.
type integer []*big.Int

// integer takes a value as an integer, for as many turns as it does not wrap around.
func (e *Evaluator) integer(v Value, signed bool) integer {
	if !v.Known() {
		return nil
	}
	x := make(integer, v.degree()+1)
	for k := range x {
		x[k] = new(big.Int).SetUint64(v.c[k])
		if (signed || k > 0) && x[k].Bit(v.Width-1) == 1 {
			x[k].Sub(x[k], power(v.Width))
		}
	}
	least, most := bounds(v.Width, signed)
	e.keep(x, least, most)
	return x
}

// bounds are the least and the greatest number of so many bits.
func bounds(width int, signed bool) (least, most *big.Int) {
	one := big.NewInt(1)
	if signed {
		return new(big.Int).Neg(power(width - 1)), new(big.Int).Sub(power(width-1), one)
	}
	return new(big.Int), new(big.Int).Sub(power(width), one)
}

func power(k int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(k)) }

// keep counts only turns in which x is between two numbers, between which it is in turn 0. A value whose
// differences have several signs may go anywhere.
func (e *Evaluator) keep(x integer, least, most *big.Int) {
	switch x.direction() {
	case 1:
		e.until(x.above(most, e.Turns))
	case -1:
		e.until(x.negated().above(new(big.Int).Neg(least), e.Turns))
	case mixed:
		e.until(1)
	}
}

// mixed is the direction of what may grow and fall.
const mixed = 2

// direction is 1 if x never falls, -1 if it never grows, and 0 if it is the same in every turn.
func (x integer) direction() int {
	d := 0
	for _, c := range x[1:] {
		switch s := c.Sign(); {
		case d == 0:
			d = s
		case s != 0 && s != d:
			return mixed
		}
	}
	return d
}

// above is the first turn in which x, which never falls, is greater than a number; if there is none among the
// first most ones it is most.
func (x integer) above(n *big.Int, most uint64) uint64 {
	from, to := uint64(0), most // in to or later
	for from < to {
		if mid := from + (to-from)/2; x.at(mid).Cmp(n) > 0 {
			to = mid
		} else {
			from = mid + 1
		}
	}
	return to
}

func (x integer) at(i uint64) *big.Int {
	sum := new(big.Int)
	for k, c := range x {
		sum.Add(sum, new(big.Int).Mul(c, binomial(i, k)))
	}
	return sum
}

func (x integer) negated() integer {
	y := make(integer, len(x))
	for k := range x {
		y[k] = new(big.Int).Neg(x[k])
	}
	return y
}

// plus is x + f*y; nil if one is unknown.
func (x integer) plus(f int64, y integer) integer {
	if x == nil || y == nil {
		return nil
	}
	z := make(integer, max(len(x), len(y)))
	for k := range z {
		z[k] = new(big.Int)
		if k < len(x) {
			z[k].Set(x[k])
		}
		if k < len(y) {
			z[k].Add(z[k], new(big.Int).Mul(big.NewInt(f), y[k]))
		}
	}
	return z
}

// times is x * y if one of them is the same in every turn, else nil.
func (x integer) times(y integer) integer {
	if len(x) == 1 {
		x, y = y, x
	}
	if len(x) == 0 || len(y) != 1 {
		return nil
	}
	z := make(integer, len(x))
	for k := range z {
		z[k] = new(big.Int).Mul(x[k], y[0])
	}
	return z
}

// within decides whether x is between two numbers, for as many turns as that stays so.
func (e *Evaluator) within(x integer, least, most *big.Int) Value {
	below := e.less(x, integer{least}, false)
	above := e.less(integer{most}, x, false)
	if !below.Known() || !above.Known() {
		return Value{}
	}
	return truth(below.c[0] == 0 && above.c[0] == 0)
}

// less decides whether x < y, or x <= y, for as many turns as that stays so.
func (e *Evaluator) less(x, y integer, orEqual bool) Value {
	d := x.plus(-1, y)
	if d == nil {
		return Value{}
	}
	if orEqual {
		d[0].Sub(d[0], big.NewInt(1))
	}
	holds := d[0].Sign() < 0
	switch way := d.direction(); {
	case way == mixed:
		return Value{}
	case holds && way == 1:
		e.until(d.above(big.NewInt(-1), e.Turns))
	case !holds && way == -1:
		e.until(d.negated().above(new(big.Int), e.Turns))
	}
	return truth(holds)
}
