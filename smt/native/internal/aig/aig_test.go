package aig

import (
	"math/rand/v2"
	"testing"
)

// table evaluates a literal of a graph with four inputs (gates 1 to 4) to its truth table.
func table(g *Graph, l Lit, memo map[uint32]uint16) uint16 {
	inputs := [...]uint16{0xaaaa, 0xcccc, 0xf0f0, 0xff00}
	n := l.Node()
	v, ok := memo[n]
	if !ok {
		p := &g.gates[n]
		switch {
		case n == 0:
		case n <= 4:
			v = inputs[n-1]
		default:
			a, b := table(g, p.F0, memo), table(g, p.F1, memo)
			switch p.Kind() {
			case And:
				v = a & b
			case Xor:
				v = a ^ b
			case Ite:
				v = a&b | ^a&table(g, p.F2, memo)
			case Maj:
				c := table(g, p.F2, memo)
				v = a&b | a&c | b&c
			}
		}
		memo[n] = v
	}
	return v ^ -uint16(l.Sign())
}

// TestGates builds random networks and compares each gate, however it was
// rewritten, with the function that was asked for.
func TestGates(t *testing.T) {
	for seed := range 400 {
		r := rand.New(rand.NewPCG(9, uint64(seed)))
		g := NewGraph()
		pool := []Lit{False}
		for range 4 {
			pool = append(pool, g.Input())
		}
		memo := map[uint32]uint16{}
		pick := func() Lit {
			// Recent gates more often, so that operands have operands in common.
			i := len(pool) - 1 - r.IntN(min(len(pool), 12))
			if r.IntN(4) == 0 {
				i = r.IntN(len(pool))
			}
			return pool[i] ^ Lit(r.IntN(2))
		}
		for range 120 {
			a, b, c := pick(), pick(), pick()
			x, y, z := table(g, a, memo), table(g, b, memo), table(g, c, memo)
			before := len(g.gates)
			var l Lit
			var want uint16
			switch r.IntN(4) {
			case 0:
				l, want = g.And(a, b), x&y
			case 1:
				l, want = g.Xor(a, b), x^y
			case 2:
				l, want = g.Ite(a, b, c), x&y|^x&z
			default:
				l, want = g.maj(a, b, c), x&y|x&z|y&z
			}
			if got := table(g, l, memo); got != want {
				t.Fatalf("seed %d: table %04x, want %04x", seed, got, want)
			}
			if n := len(g.gates) - before; n > 2 {
				t.Fatalf("seed %d: one operation made %d gates", seed, n)
			}
			pool = append(pool, l)
		}
		for n := range g.gates {
			if g.sig[n]&3 != uint64(table(g, Lit(n<<1), memo)&1|table(g, Lit(n<<1), memo)>>15<<1) {
				t.Fatalf("seed %d: gate %d is simulated wrongly", seed, n)
			}
		}
	}
}

// TestGatesNormal checks that equal functions built in common ways are one gate.
func TestGatesNormal(t *testing.T) {
	g := NewGraph()
	a, b, c := g.Input(), g.Input(), g.Input()
	for _, e := range []struct {
		name     string
		got, was Lit
	}{
		{"and commutes", g.And(a, b), g.And(b, a)},
		{"and absorbs", g.And(a, g.Or(a, b)), a},
		{"and substitutes", g.And(a, g.Or(a^1, b)), g.And(a, b)},
		{"resolution", g.Or(g.And(a, b), g.And(a, b^1)), a},
		{"xor cancels", g.Xor(g.Xor(a, b), b), a},
		{"xor shares", g.Xor(g.Xor(a, b), g.Xor(b, c)), g.Xor(a, c)},
		{"xor of conjunction", g.Xor(a, g.And(a, b)), g.And(a, b^1)},
		{"xor from disjunction", g.And(g.Or(a, b), g.And(a, b)^1), g.Xor(a, b)},
		{"ite of complements", g.Ite(a, b, b^1), g.Xnor(a, b)},
		{"ite nested", g.Ite(a, b, g.Ite(a, c, b^1)), g.Xnor(a, b)},
		{"ite merged", g.Ite(a, b, g.Ite(c, b, a)), g.Ite(g.Or(a, c), b, a)},
		{"majority of complements", g.maj(a, a^1, c), c},
		{"majority is self-dual", g.maj(a^1, b^1, c^1), g.maj(c, b, a) ^ 1},
	} {
		if e.got != e.was {
			t.Errorf("%s: literal %d, want %d", e.name, e.got, e.was)
		}
	}
}
