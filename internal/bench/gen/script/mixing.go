package script

import (
	"fmt"
	"math/bits"
)

// expression is a mixing function written once for texts and once for numbers: each
// operation is done on both.
type expression struct {
	s *Script
	w int
}

// number is a text and its value for the secret input.
type number struct {
	text  string
	value uint64
}

func (e expression) con(v uint64) number { return number{con(e.w, v), v & mask(e.w)} }

func (e expression) make(text string, value uint64) number {
	return number{e.s.def(e.w, text), value & mask(e.w)}
}

func (e expression) add(a, b number) number { return e.make(add(a.text, b.text), a.value+b.value) }
func (e expression) mul(a, b number) number { return e.make(mul(a.text, b.text), a.value*b.value) }
func (e expression) xor(a, b number) number { return e.make(xor(a.text, b.text), a.value^b.value) }

func (e expression) shift(a number, by int) number {
	if by < 0 {
		return e.make(shr(a.text, con(e.w, uint64(-by))), a.value>>-by)
	}
	return e.make(shl(a.text, con(e.w, uint64(by))), a.value<<by)
}

func (e expression) rotate(a number, by int) number {
	return e.make(rotate(by, a.text), a.value<<by|a.value>>(e.w-by))
}

// inputs are numbers of which the low free bits are unknown, and the other ones are those of the secret.
func (e expression) inputs(seed uint64, n, free int) []number {
	r := source(seed)
	out := make([]number, n)
	for i := range out {
		v := r.Uint64() & mask(e.w)
		f := min(max(free-i*e.w, 0), e.w)
		switch {
		case f == 0:
			out[i] = e.con(v)
		case f == e.w:
			out[i] = number{e.s.vec(fmt.Sprintf("m%d", i), e.w), v}
		default:
			x := e.s.vec(fmt.Sprintf("m%d", i), f)
			out[i] = number{e.s.def(e.w, app("concat", con(e.w-f, v>>f), x)), v}
		}
	}
	return out
}

// equal asserts that the outputs have the values of the secret; if other is set the last
// one has a bit changed.
func (e expression) equal(other bool, outputs ...number) {
	for i, o := range outputs {
		v := o.value
		if other && i == len(outputs)-1 {
			v ^= 1 << (e.w / 2)
		}
		e.s.assert(eq(o.text, con(e.w, v)))
	}
}

// Finalizer asks for the input of w bits to rounds of multiplications and shifts, as hash tables use them,
// from the output. Satisfiable. The rounds are a bijection; if other is set, the input is known but for its
// low free bits and the output is that of none of these, all but certainly: unsatisfiable.
func Finalizer(seed uint64, w, rounds, free int, other bool) *Script {
	s := newScript("QF_BV")
	e := expression{s, w}
	v := e.inputs(seed, 1, free)[0]
	r := source(seed + 1)
	for range rounds {
		v = e.xor(v, e.shift(v, -w/2))
		v = e.mul(v, e.con(r.Uint64()|1))
		v = e.xor(v, e.shift(v, -w/3))
	}
	e.equal(other, v)
	return s
}

// Text asks for n bytes from their hash of 32 bits, multiplied and mixed byte by byte (Fowler,
// Noll, Vo). All bytes are lower-case letters. Satisfiable.
func Text(seed uint64, n int) *Script {
	s := newScript("QF_BV")
	e := expression{s, 32}
	r := source(seed)
	h := e.con(0x811c9dc5)
	for i := range n {
		x := s.vec(fmt.Sprintf("c%d", i), 8)
		s.assert(app("bvuge", x, con(8, 'a')))
		s.assert(app("bvule", x, con(8, 'z')))
		h = e.xor(h, number{wide(24, x), 'a' + r.Uint64N(26)})
		h = e.mul(h, e.con(0x01000193))
	}
	e.equal(false, h)
	return s
}

// Additions is like Text with a hash of additions, shifts and xors (Jenkins).
func Additions(seed uint64, n int) *Script {
	s := newScript("QF_BV")
	e := expression{s, 32}
	r := source(seed)
	h := e.con(0)
	for i := range n {
		x := s.vec(fmt.Sprintf("c%d", i), 8)
		s.assert(app("bvuge", x, con(8, 'a')))
		s.assert(app("bvule", x, con(8, 'z')))
		h = e.add(h, number{wide(24, x), 'a' + r.Uint64N(26)})
		h = e.add(h, e.shift(h, 10))
		h = e.xor(h, e.shift(h, -6))
	}
	h = e.add(h, e.shift(h, 3))
	h = e.xor(h, e.shift(h, -11))
	h = e.add(h, e.shift(h, 15))
	e.equal(false, h)
	return s
}

// Cipher asks for the key of a block cipher of additions, rotations and xors (after Beaulieu and others,
// "Speck", 2013) of two words of w bits, from so many pairs of blocks and so many rounds; the low free
// bits of the key of two words are unknown. Satisfiable; if other is set, the last block has a bit
// changed: unsatisfiable, all but certainly.
func Cipher(seed uint64, w, rounds, pairs, free int, other bool) *Script {
	s := newScript("QF_BV")
	e := expression{s, w}
	key := e.inputs(seed, 2, free)
	r := source(seed + 1)
	// The key of each round, the schedule being a round of its own.
	var keys []number
	a, b := key[0], key[1]
	for i := range rounds {
		keys = append(keys, a)
		b = e.xor(e.add(e.rotate(b, w-w/2+1), a), e.con(uint64(i)))
		a = e.xor(e.rotate(a, 3), b)
	}
	var outputs []number
	for range pairs {
		x, y := e.con(r.Uint64()), e.con(r.Uint64())
		for i := range rounds {
			x = e.xor(e.add(e.rotate(x, w-w/2+1), y), keys[i])
			y = e.xor(e.rotate(y, 3), x)
		}
		outputs = append(outputs, x, y)
	}
	e.equal(other, outputs...)
	return s
}

// Digest asks for the low free bits of a message of four words of 32 bits from what so many steps of the kind
// of MD4 make of it. Satisfiable; if other is set a bit is changed: unsatisfiable, all but certainly.
func Digest(seed uint64, steps, free int, other bool) *Script {
	s := newScript("QF_BV")
	e := expression{s, 32}
	m := e.inputs(seed, 4, free)
	a, b, c, d := e.con(0x67452301), e.con(0xefcdab89), e.con(0x98badcfe), e.con(0x10325476)
	for i := range steps {
		f := e.make(or(and(b.text, c.text), and(app("bvnot", b.text), d.text)),
			b.value&c.value|^b.value&d.value)
		if i/4%2 == 1 {
			f = e.xor(b, e.xor(c, d))
		}
		t := e.add(e.add(a, f), e.add(m[(i*5+i/4)%4], e.con(0x5a827999*uint64(i/4))))
		a, b, c, d = d, e.rotate(t, []int{3, 7, 11, 19}[i%4]), b, c
	}
	e.equal(other, a, b, c, d)
	return s
}

// Generator asks for the state of a linear congruential generator of w bits from the high
// bits of so many outputs. Satisfiable; if other is set the last output is wrong in a bit.
func Generator(seed uint64, w, outputs, high int, other bool) *Script {
	s := newScript("QF_BV")
	e := expression{s, w}
	r := source(seed)
	v := number{s.vec("state", w), r.Uint64() & mask(w)}
	a, c := e.con(r.Uint64()&^7|5), e.con(r.Uint64()|1)
	for i := range outputs {
		v = e.add(e.mul(v, a), c)
		out := v.value >> (w - high)
		if other && i == outputs-1 {
			out ^= 1
		}
		s.assert(eq(extract(w-1, w-high, v.text), con(high, out)))
	}
	return s
}

// Boxes asks for a key of 16 bits for each of the rounds of a substitution and permutation network of 16
// bits, from pairs of blocks. The box is an array, constant but not known as one to the solver, of 16 places
// of four bits. Satisfiable; if other is set the last block is wrong in a bit.
func Boxes(seed uint64, rounds, pairs int, other bool) *Script {
	s := newScript("QF_ABV")
	r := source(seed)
	box := s.array("box", 4, 4)
	table := r.Perm(16)
	for i, v := range table {
		s.assert(eq(sel(box, con(4, uint64(i))), con(4, uint64(v))))
	}
	keys := s.vecs("k", rounds+1, 16)
	secret := make([]uint64, rounds+1)
	for i := range secret {
		secret[i] = r.Uint64() & 0xffff
	}
	for p := range pairs {
		v := r.Uint64() & 0xffff
		t := con(16, v)
		for i := range rounds + 1 {
			t = s.def(16, xor(t, keys[i]))
			v ^= secret[i]
			if i == rounds {
				break
			}
			parts, value := "", uint64(0)
			for k := 3; k >= 0; k-- {
				parts += " " + sel(box, extract(4*k+3, 4*k, t))
				value |= uint64(table[v>>(4*k)&15]) << (4 * k)
			}
			sub := s.def(16, "(concat"+parts+")")
			// Bit 4i+j goes to 4j+i.
			moved, out := "", uint64(0)
			for k := 15; k >= 0; k-- {
				from := k%4*4 + k/4
				moved += " " + extract(from, from, sub)
				out |= value >> from & 1 << k
			}
			t, v = s.def(16, "(concat"+moved+")"), out
		}
		if other && p == pairs-1 {
			v ^= 1 << (bits.Len64(v) / 2)
		}
		s.assert(eq(t, con(16, v)))
	}
	return s
}
