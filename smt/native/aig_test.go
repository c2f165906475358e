package native

import (
	"math/rand/v2"
	"testing"
)

// table evaluates a literal of a graph with four inputs (gates 1 to 4) to its truth table.
func table(g *graph, l lit, memo map[uint32]uint16) uint16 {
	inputs := [...]uint16{0xaaaa, 0xcccc, 0xf0f0, 0xff00}
	n := l.node()
	v, ok := memo[n]
	if !ok {
		p := &g.gates[n]
		switch {
		case n == 0:
		case n <= 4:
			v = inputs[n-1]
		default:
			a, b := table(g, p.f0, memo), table(g, p.f1, memo)
			switch p.kind() {
			case kAnd:
				v = a & b
			case kXor:
				v = a ^ b
			case kIte:
				v = a&b | ^a&table(g, p.f2, memo)
			case kMaj:
				c := table(g, p.f2, memo)
				v = a&b | a&c | b&c
			}
		}
		memo[n] = v
	}
	return v ^ -uint16(l.sign())
}

// TestGates builds random networks and compares each gate, however it was
// rewritten, with the function that was asked for.
func TestGates(t *testing.T) {
	for seed := range 400 {
		r := rand.New(rand.NewPCG(9, uint64(seed)))
		g := newGraph()
		pool := []lit{falseLit}
		for range 4 {
			pool = append(pool, g.input())
		}
		memo := map[uint32]uint16{}
		pick := func() lit {
			// Recent gates more often, so that operands have operands in common.
			i := len(pool) - 1 - r.IntN(min(len(pool), 12))
			if r.IntN(4) == 0 {
				i = r.IntN(len(pool))
			}
			return pool[i] ^ lit(r.IntN(2))
		}
		for range 120 {
			a, b, c := pick(), pick(), pick()
			x, y, z := table(g, a, memo), table(g, b, memo), table(g, c, memo)
			before := len(g.gates)
			var l lit
			var want uint16
			switch r.IntN(4) {
			case 0:
				l, want = g.and(a, b), x&y
			case 1:
				l, want = g.xor(a, b), x^y
			case 2:
				l, want = g.ite(a, b, c), x&y|^x&z
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
			if g.sig[n]&3 != uint64(table(g, lit(n<<1), memo)&1|table(g, lit(n<<1), memo)>>15<<1) {
				t.Fatalf("seed %d: gate %d is simulated wrongly", seed, n)
			}
		}
	}
}

// TestGatesNormal checks that equal functions built in common ways are one gate.
func TestGatesNormal(t *testing.T) {
	g := newGraph()
	a, b, c := g.input(), g.input(), g.input()
	for _, e := range []struct {
		name     string
		got, was lit
	}{
		{"and commutes", g.and(a, b), g.and(b, a)},
		{"and absorbs", g.and(a, g.or(a, b)), a},
		{"and substitutes", g.and(a, g.or(a^1, b)), g.and(a, b)},
		{"resolution", g.or(g.and(a, b), g.and(a, b^1)), a},
		{"xor cancels", g.xor(g.xor(a, b), b), a},
		{"xor shares", g.xor(g.xor(a, b), g.xor(b, c)), g.xor(a, c)},
		{"xor of conjunction", g.xor(a, g.and(a, b)), g.and(a, b^1)},
		{"xor from disjunction", g.and(g.or(a, b), g.and(a, b)^1), g.xor(a, b)},
		{"ite of complements", g.ite(a, b, b^1), g.xnor(a, b)},
		{"ite nested", g.ite(a, b, g.ite(a, c, b^1)), g.xnor(a, b)},
		{"ite merged", g.ite(a, b, g.ite(c, b, a)), g.ite(g.or(a, c), b, a)},
		{"majority of complements", g.maj(a, a^1, c), c},
		{"majority is self-dual", g.maj(a^1, b^1, c^1), g.maj(c, b, a) ^ 1},
	} {
		if e.got != e.was {
			t.Errorf("%s: literal %d, want %d", e.name, e.got, e.was)
		}
	}
}
