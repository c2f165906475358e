package rational

// A Value is R + D*delta for an infinitesimal positive delta; they are ordered by R, then by D. The zero
// value is 0.
type Value struct{ R, D Rat }

// Exactly returns r as a Value.
func Exactly(r Rat) Value { return Value{R: r} }

// Above returns r + delta, the least value greater than r.
func Above(r Rat) Value { return Value{r, Rat{n: 1}} }

// Below returns r - delta, the greatest value less than r.
func Below(r Rat) Value { return Value{r, Rat{n: -1}} }

// Add returns x + y.
func (x Value) Add(y Value) Value {
	if x.D.IsZero() && y.D.IsZero() {
		return Value{R: x.R.Add(y.R)}
	}
	return Value{x.R.Add(y.R), x.D.Add(y.D)}
}

// Sub returns x - y.
func (x Value) Sub(y Value) Value { return x.Add(y.Neg()) }

// Neg returns -x.
func (x Value) Neg() Value { return Value{x.R.Neg(), x.D.Neg()} }

// Mul returns x * k.
func (x Value) Mul(k Rat) Value {
	if x.D.IsZero() {
		return Value{R: x.R.Mul(k)}
	}
	return Value{x.R.Mul(k), x.D.Mul(k)}
}

// MulInt returns x * k.
func (x Value) MulInt(k Int) Value {
	if x.D.IsZero() {
		return Value{R: x.R.MulInt(k)}
	}
	return Value{x.R.MulInt(k), x.D.MulInt(k)}
}

// DivInt returns x / k.
func (x Value) DivInt(k Int) Value {
	if x.D.IsZero() {
		return Value{R: x.R.DivInt(k)}
	}
	return Value{x.R.DivInt(k), x.D.DivInt(k)}
}

// Cmp returns -1, 0 or 1 as x is less than, equal to or greater than y.
func (x Value) Cmp(y Value) int {
	if c := x.R.Cmp(y.R); c != 0 {
		return c
	}
	return x.D.Cmp(y.D)
}

// Less reports x < y.
func (x Value) Less(y Value) bool { return x.Cmp(y) < 0 }

// Equal reports x = y.
func (x Value) Equal(y Value) bool { return x.R.Equal(y.R) && x.D.Equal(y.D) }

// IsZero reports that x is 0.
func (x Value) IsZero() bool { return x.R.IsZero() && x.D.IsZero() }

// IsInt reports that x is an integer, without an infinitesimal part.
func (x Value) IsInt() bool { return x.D.IsZero() && x.R.IsInt() }

// Sign returns -1, 0 or 1.
func (x Value) Sign() int {
	if s := x.R.Sign(); s != 0 {
		return s
	}
	return x.D.Sign()
}

// Floor returns the greatest integer that is at most x.
func (x Value) Floor() Rat {
	if x.D.Sign() < 0 && x.R.IsInt() {
		return x.R.Sub(Of(1))
	}
	return x.R.Floor()
}

// Ceil returns the least integer that is at least x.
func (x Value) Ceil() Rat { return x.Neg().Floor().Neg() }

// String returns x as in 7/3 or 7/3 - 2*delta.
func (x Value) String() string {
	switch x.D.Sign() {
	case 0:
		return x.R.String()
	case 1:
		return x.R.String() + " + " + x.D.String() + "*delta"
	}
	return x.R.String() + " - " + x.D.Neg().String() + "*delta"
}
