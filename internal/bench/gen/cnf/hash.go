package cnf

// Hash is a compression function with a reduced number of steps.
type Hash struct {
	Steps func(f *Formula, message []Word, steps int) []Word // the state after so many steps
	Name  string
}

// MD4 has the steps of MD4 (RFC 1320), 48 at most; SHA1 those of SHA-1 (FIPS 180-4), 80 at most.
var (
	MD4  = Hash{md4, "md4"}
	SHA1 = Hash{sha1, "sha1"}
)

// Inversion asks for a message block of which only the low free bits are unknown, the
// rest being random, and whose state after so many steps is that of a random block of
// the same kind. If other is set, one bit of that state is changed, and as the state
// has many more bits than are free, no message is left, all but certainly.
func Inversion(h Hash, seed uint64, steps, free int, other bool) *Formula {
	f := &Formula{}
	message, solution := block(f, seed, free)
	want := h.Steps(&Formula{}, solution, steps)
	got := h.Steps(f, message, steps)
	for i := range got {
		for j := range got[i] {
			// Constants of the other formula: its true literal is positive.
			v := !want[i][j].Negated()
			if other && i == 0 && j == 0 {
				v = !v
			}
			f.Equal(got[i][j], f.Bool(v))
		}
	}
	return f
}

// block returns a message of 16 words whose first free bits are unknown, and a constant one that agrees where
// it is known. The constants of both are the same literals: variable 1 is true.
func block(f *Formula, seed uint64, free int) (message, solution []Word) {
	r := source(seed)
	f.True()
	for i := range 16 {
		v := r.Uint64() & 0xffffffff
		w := f.Constant(32, v)
		solution = append(solution, append(Word(nil), w...))
		for j := range w {
			if 32*i+j < free {
				w[j] = f.Var()
			}
		}
		message = append(message, w)
	}
	return message, solution
}

func md4(f *Formula, message []Word, steps int) []Word {
	a, b := f.Constant(32, 0x67452301), f.Constant(32, 0xefcdab89)
	c, d := f.Constant(32, 0x98badcfe), f.Constant(32, 0x10325476)
	shifts := [3][4]int{{3, 7, 11, 19}, {3, 5, 9, 13}, {3, 9, 11, 15}}
	// In the third round the words come in the order of the reversed bits.
	reversed := [16]int{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}
	for i := range steps {
		var mixed, word Word
		var add uint64
		switch i / 16 {
		case 0:
			mixed, word = f.choose(b, c, d), message[i]
		case 1:
			mixed, word, add = f.majority(b, c, d), message[i%16/4+i%4*4], 0x5a827999
		default:
			mixed, word, add = f.parityOf(b, c, d), message[reversed[i%16]], 0x6ed9eba1
		}
		sum := f.Plus(f.Plus(a, mixed), f.Plus(word, f.Constant(32, add)))
		a, b, c, d = d, sum.RotateLeft(shifts[i/16][i%4]), b, c
	}
	return []Word{a, b, c, d}
}

func sha1(f *Formula, message []Word, steps int) []Word {
	a, b := f.Constant(32, 0x67452301), f.Constant(32, 0xefcdab89)
	c, d, e := f.Constant(32, 0x98badcfe), f.Constant(32, 0x10325476), f.Constant(32, 0xc3d2e1f0)
	words := append([]Word(nil), message...)
	for i := range steps {
		if i >= 16 {
			w := f.parityOf(f.Bitwise(f.Xor, words[i-3], words[i-8]), words[i-14], words[i-16])
			words = append(words, w.RotateLeft(1))
		}
		var mixed Word
		var add uint64
		switch i / 20 {
		case 0:
			mixed, add = f.choose(b, c, d), 0x5a827999
		case 1:
			mixed, add = f.parityOf(b, c, d), 0x6ed9eba1
		case 2:
			mixed, add = f.majority(b, c, d), 0x8f1bbcdc
		default:
			mixed, add = f.parityOf(b, c, d), 0xca62c1d6
		}
		sum := f.Plus(f.Plus(a.RotateLeft(5), mixed), f.Plus(e, f.Plus(words[i], f.Constant(32, add))))
		a, b, c, d, e = sum, a, b.RotateLeft(30), c, d
	}
	return []Word{a, b, c, d, e}
}

func (f *Formula) choose(s, a, b Word) Word {
	out := make(Word, len(a))
	for i := range a {
		out[i] = f.Mux(s[i], a[i], b[i])
	}
	return out
}

func (f *Formula) majority(a, b, c Word) Word {
	out := make(Word, len(a))
	for i := range a {
		out[i] = f.Majority(a[i], b[i], c[i])
	}
	return out
}

func (f *Formula) parityOf(a, b, c Word) Word {
	return f.Bitwise(f.Xor, f.Bitwise(f.Xor, a, b), c)
}

// Xorshift asks for the state of a generator of n bits (Marsaglia: "Xorshift RNGs", 2003) with
// a multiplication after each step, from the high bits of count outputs. Satisfiable
// if the outputs are those of some state, which they are unless other is set; then the last
// one has a bit changed, and enough of them determine the state.
func Xorshift(seed uint64, n, count, high int, other bool) *Formula {
	f := &Formula{}
	r := source(seed)
	mask := uint64(1)<<n - 1
	value := r.Uint64()&mask | 1
	factor := r.Uint64()&mask | 1
	state := f.Input(n)
	f.Clause(state...)
	for k := range count {
		for _, by := range []int{n/4 + 1, -(n/3 + 1), n/2 + 1} {
			state = f.Bitwise(f.Xor, state, f.shift(state, by))
			value ^= shift(value, by) & mask
		}
		out := f.Multiply(ShiftAdd, state, f.Constant(n, factor))[:n]
		want := value * factor & mask
		if other && k == count-1 {
			want ^= 1 << (n - 1)
		}
		for i := n - high; i < n; i++ {
			f.Equal(out[i], f.Bool(want>>i&1 != 0))
		}
	}
	return f
}

// shift moves the bits of a up by so many places, or down if by is negative.
func (f *Formula) shift(a Word, by int) Word {
	out := make(Word, len(a))
	for i := range out {
		out[i] = f.False()
		if j := i - by; j >= 0 && j < len(a) {
			out[i] = a[j]
		}
	}
	return out
}

func shift(v uint64, by int) uint64 {
	if by < 0 {
		return v >> -by
	}
	return v << by
}
