package aig

// Every gate carries a signature: its values under 64 fixed assignments of the inputs. A conjunction whose
// signatures have a common bit is satisfiable, and that assignment is a model: many easy queries need no
// clauses at all. The idea is the random simulation of equivalence checkers (Kuehlmann and Krohm,
// "Equivalence checking using cuts and heaps", DAC 1997).
//
// Pattern 0 is all zeros and pattern 1 all ones; the others are pseudo-random
// with densities of ones around a half and a quarter, from a fixed seed.

// inputSig returns the signature of the next input.
func (g *Graph) inputSig() uint64 {
	x := g.random()
	sparse := x & g.random()
	const half = 0xffff_ffff << 32
	return (x&half|sparse&^half)&^1 | 2
}

// random is the generator splitmix64 of Steele, Lea and Flood (OOPSLA 2014).
func (g *Graph) random() uint64 {
	g.rnd += 0x9e3779b97f4a7c15
	z := g.rnd
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Signature returns the simulated values of l.
func (g *Graph) Signature(l Lit) uint64 { return g.sig[l>>1] ^ -uint64(l&1) }

// eval64 computes a gate bitwise from the signatures of its operands.
func (g *Graph) eval64(k Kind, a, b, c Lit) uint64 {
	x, y := g.Signature(a), g.Signature(b)
	switch k {
	case And:
		return x & y
	case Xor:
		return x ^ y
	case Ite:
		return x&y | ^x&g.Signature(c)
	default:
		z := g.Signature(c)
		return x&y | z&(x|y)
	}
}
