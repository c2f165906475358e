package numbers

import (
	"math/big"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/linear"
)

// Div returns the quotient of an integer f by an integer k that is not 0, such that the remainder is at least
// 0 and less than |k|.
func (t *Table) Div(f linear.Form, k rational.Rat) linear.Form {
	if k.Sign() < 0 {
		return t.Div(f, k.Neg()).Scale(rational.Of(-1))
	}
	// Multiples of k come out.
	out, rest := linear.Form{}, linear.Form{}
	for _, m := range f.Terms {
		if c := m.Coef.Div(k); c.IsInt() {
			out.Terms = append(out.Terms, linear.Monomial{Var: m.Var, Coef: c})
		} else {
			rest.Terms = append(rest.Terms, m)
		}
	}
	out.Const = f.Const.Div(k).Floor()
	rest.Const = f.Const.Sub(out.Const.Mul(k))
	if rest.IsConst() {
		return out
	}
	return out.Add(t.derive(unknown{kind: quotient, a: rest, by: k}, true))
}

// Mod returns the remainder that belongs to Div.
func (t *Table) Mod(f linear.Form, k rational.Rat) linear.Form {
	return f.Sub(t.Div(f, k).Scale(k))
}

// Floor returns the greatest integer that is at most f.
func (t *Table) Floor(f linear.Form) linear.Form {
	out, rest := linear.Form{}, linear.Form{}
	for _, m := range f.Terms {
		if t.Vars.IsInt(m.Var) && m.Coef.IsInt() {
			out.Terms = append(out.Terms, m)
		} else {
			rest.Terms = append(rest.Terms, m)
		}
	}
	out.Const = f.Const.Floor()
	rest.Const = f.Const.Sub(out.Const)
	if rest.IsConst() {
		return out
	}
	return out.Add(t.derive(unknown{kind: floor, a: rest}, true))
}

// FromBits returns the number of a vector, the lowest bit first, in two's complement if signed.
func (t *Table) FromBits(v []aig.Lit, signed bool) linear.Form {
	parts := make([]linear.Form, 0, len(v))
	one := linear.Number(rational.Of(1))
	for i, l := range v {
		if l == aig.False {
			continue
		}
		weight := powerOfTwo(i)
		if signed && i == len(v)-1 {
			weight = weight.Neg()
		}
		parts = append(parts, t.Choose(l, one, linear.Form{}, true).Scale(weight))
	}
	return linear.Sum(parts...)
}

// ToBits returns the lowest w bits of an integer in two's complement.
func (t *Table) ToBits(f linear.Form, w int) []aig.Lit {
	if f.IsConst() {
		x := f.Const.Big().Num()
		out := make([]aig.Lit, w)
		m := new(big.Int).And(x, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1)))
		for i := range out {
			out[i] = aig.Lit(m.Bit(i))
		}
		return out
	}
	key := string(f.Key([]byte{byte(w), byte(w >> 8), byte(w >> 16)}))
	if v, ok := t.bits[key]; ok {
		return v
	}
	out := make([]aig.Lit, w)
	for i := range out {
		id := int32(len(t.Atoms))
		out[i] = t.input(id)
		t.Atoms = append(t.Atoms, Atom{Lit: out[i], Axiom: aig.True, isBit: true, integer: f, all: out})
	}
	if t.bits == nil {
		t.bits = map[string][]aig.Lit{}
	}
	t.bits[key] = out
	return out
}

// AxiomOf returns what must hold for an atom to mean what it does: of a bit, that the number is the sum of
// its bits and a multiple of 2^w.
func (t *Table) AxiomOf(id int32) aig.Lit {
	a := &t.Atoms[id]
	if !a.isBit {
		return aig.True
	}
	f, v := a.integer, a.all
	multiple := t.derive(unknown{kind: quotient, a: f, by: powerOfTwo(len(v))}, true)
	return t.Equal(f.Sub(multiple.Scale(powerOfTwo(len(v)))).Sub(t.FromBits(v, false)))
}

func powerOfTwo(i int) rational.Rat {
	if i < 62 {
		return rational.Of(1 << i)
	}
	return rational.FromBig(new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(i))))
}
