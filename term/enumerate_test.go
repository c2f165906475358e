package term

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// Every expression of two operators over two variables and literals is built
// with and without simplification and compared on all values.

// app is an operator with its parameters.
type app struct {
	op     Op
	params []int
}

func unaryApps(w int) []app {
	apps := []app{{OpBVNot, nil}, {OpBVNeg, nil}, {OpBVNegO, nil}, {OpRepeat, []int{2}}}
	for p := range 3 {
		apps = append(apps, app{OpZeroExt, []int{p}}, app{OpSignExt, []int{p}}, app{OpRotateLeft, []int{p}})
	}
	apps = append(apps, app{OpRotateRight, []int{1}})
	for hi := range w {
		for lo := range hi + 1 {
			apps = append(apps, app{OpExtract, []int{hi, lo}})
		}
	}
	return apps
}

func binaryApps(boolean bool) []app {
	var apps []app
	ops := append([]Op{OpBVComp, OpConcat}, append(bvBinary, bvPredicate...)...)
	if boolean {
		ops = []Op{OpAnd, OpOr, OpXor, OpImplies, OpEq, OpDistinct}
	}
	for _, op := range ops {
		apps = append(apps, app{op, nil})
	}
	return apps
}

// pair is one expression built both ways.
type pair struct{ raw, built Term }

type enumerator struct {
	t    *testing.T
	s    *Store
	u    *truth
	vars []Term
	seen int
}

func (e *enumerator) make(a app, args ...pair) pair {
	var raws, builts []Term
	for _, x := range args {
		raws, builts = append(raws, x.raw), append(builts, x.built)
	}
	p := pair{e.s.MkRaw(a.op, a.params, raws...), e.s.Mk(a.op, a.params, builts...)}
	if s := e.s; s.Sort(p.raw) != s.Sort(p.built) {
		e.t.Fatalf("%s was built as %s of another sort", s.String(p.raw), s.String(p.built))
	}
	if d := e.u.differ(p.raw, p.built, e.vars); d != "" {
		e.t.Fatal(d)
	}
	e.seen++
	return p
}

// over applies every operator that takes p alone or with one of the leaves.
func (e *enumerator) over(p pair, leaves []pair, yield func(pair)) {
	s := e.s
	sort := s.Sort(p.raw)
	if sort == Bool {
		yield(e.make(app{OpNot, nil}, p))
	}
	if w := sort.Width(); w > 0 {
		for _, a := range unaryApps(w) {
			yield(e.make(a, p))
		}
	}
	for _, l := range leaves {
		ls := s.Sort(l.raw)
		if ls == Bool {
			for _, m := range leaves {
				if s.Sort(m.raw) == sort {
					yield(e.make(app{OpIte, nil}, l, p, m))
					yield(e.make(app{OpIte, nil}, l, m, p))
				}
				if sort == Bool {
					if s.Sort(m.raw) != Bool || l == m {
						yield(e.make(app{OpIte, nil}, p, m, m))
						for _, k := range leaves {
							if s.Sort(k.raw) == s.Sort(m.raw) {
								yield(e.make(app{OpIte, nil}, p, m, k))
							}
						}
					}
				}
			}
		}
		switch {
		case ls == sort:
			for _, a := range binaryApps(sort == Bool) {
				yield(e.make(a, p, l))
				yield(e.make(a, l, p))
			}
		case ls.IsBitVec() && sort.IsBitVec():
			yield(e.make(app{OpConcat, nil}, p, l))
			yield(e.make(app{OpConcat, nil}, l, p))
		}
	}
}

func TestEnumerateTwoOperators(t *testing.T) {
	for w := 1; w <= 3; w++ {
		s := NewStore()
		x, y, c := s.Symbol("x", BitVec(w)), s.Symbol("y", BitVec(w)), s.Symbol("c", Bool)
		e := &enumerator{t: t, s: s, u: exhaust(s, x, y, c), vars: []Term{x, y, c}}
		var leaves []pair
		for _, v := range []Term{x, y, c, s.True()} {
			leaves = append(leaves, pair{v, v})
		}
		for v := range uint64(1) << w {
			if w < 3 || v < 2 || v == 4 || v == 7 {
				leaves = append(leaves, pair{s.BV(w, v), s.BV(w, v)})
			}
		}
		var one []pair
		for _, l := range leaves {
			e.over(l, leaves, func(p pair) { one = append(one, p) })
		}
		for _, p := range one {
			e.over(p, leaves, func(pair) {})
			for k := range e.u.columns { // keep memory small
				if s.Op(k) != OpSymbol {
					delete(e.u.columns, k)
				}
			}
		}
		t.Logf("width %d: %d expressions", w, e.seen)
		if w == 2 && !testflag.Deep() {
			break // 3 has 20 times as many
		}
	}
}

// randomPair returns a random expression of the given depth, Bool or a bit-vector of width w.
type generator struct {
	e      *enumerator
	rng    *rand.Rand
	w      int
	leaves []pair
	pool   []pair // made so far, so that expressions share parts
}

func (g *generator) pick(sort Sort) pair {
	for range 8 {
		if p := g.pool[g.rng.IntN(len(g.pool))]; g.e.s.Sort(p.raw) == sort {
			return p
		}
	}
	for {
		if p := g.leaves[g.rng.IntN(len(g.leaves))]; g.e.s.Sort(p.raw) == sort {
			return p
		}
	}
}

// step makes one more expression of expressions of the pool.
func (g *generator) step() {
	e, s := g.e, g.e.s
	bv := BitVec(g.w)
	switch g.rng.IntN(10) {
	case 0:
		sort := bv
		if g.rng.IntN(2) == 0 {
			sort = Bool
		}
		g.pool = append(g.pool, e.make(app{OpIte, nil}, g.pick(Bool), g.pick(sort), g.pick(sort)))
	case 1:
		apps := []app{{OpAnd, nil}, {OpOr, nil}, {OpDistinct, nil}}
		n := 2 + g.rng.IntN(3)
		var args []pair
		for range n {
			args = append(args, g.pick(Bool))
		}
		g.pool = append(g.pool, e.make(apps[g.rng.IntN(3)], args...))
	case 2:
		apps := binaryApps(true)
		g.pool = append(g.pool, e.make(apps[g.rng.IntN(len(apps))], g.pick(Bool), g.pick(Bool)))
	case 3:
		g.pool = append(g.pool, e.make(app{OpNot, nil}, g.pick(Bool)))
	case 4, 5: // structure: to another width and back
		apps := unaryApps(g.w)
		p := e.make(apps[g.rng.IntN(len(apps))], g.pick(bv))
		if g.rng.IntN(2) == 0 && s.Sort(p.raw).IsBitVec() {
			p = e.make(app{OpConcat, nil}, p, g.pick(bv))
		}
		if s.Sort(p.raw).IsBitVec() {
			q := p
			if g.rng.IntN(2) == 0 {
				apps := bvPredicate
				if l := g.pool[g.rng.IntN(len(g.pool))]; s.Sort(l.raw) == s.Sort(p.raw) {
					q = l
				}
				lit := s.BV(s.Sort(p.raw).Width(), g.rng.Uint64())
				if q == p {
					q = pair{lit, lit}
				}
				g.pool = append(g.pool, e.make(app{apps[g.rng.IntN(len(apps))], nil}, p, q))
			}
			v := s.Sort(p.raw).Width()
			if v > 8 {
				lo := g.rng.IntN(v - 7)
				p = e.make(app{OpExtract, []int{lo + g.rng.IntN(8), lo}}, p)
				v = s.Sort(p.raw).Width()
			}
			switch {
			case v < g.w && g.rng.IntN(2) == 0:
				p = e.make(app{OpZeroExt, []int{g.w - v}}, p)
			case v < g.w:
				p = e.make(app{OpSignExt, []int{g.w - v}}, p)
			case v > g.w:
				lo := g.rng.IntN(v - g.w + 1)
				p = e.make(app{OpExtract, []int{lo + g.w - 1, lo}}, p)
			}
		}
		g.pool = append(g.pool, p)
	case 6:
		g.pool = append(g.pool, e.make(app{bvPredicate[g.rng.IntN(len(bvPredicate))], nil}, g.pick(bv),
			g.pick(bv)))
	default:
		g.pool = append(g.pool, e.make(app{bvBinary[g.rng.IntN(len(bvBinary))], nil}, g.pick(bv), g.pick(bv)))
	}
}

// TestRandomDAG compares random expressions with shared parts, built with and
// without simplification: on all values at small widths, on samples at 8 bits.
func TestRandomDAG(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	for _, w := range []int{1, 2, 3, 4, 5, 8} {
		for seed := range rounds {
			randomDAG(t, w, uint64(seed), 40)
		}
	}
}

func randomDAG(t *testing.T, w int, seed uint64, steps int) {
	rng := rand.New(rand.NewPCG(seed, uint64(w)))
	s := NewStore()
	vars := []Term{s.Symbol("x", BitVec(w)), s.Symbol("y", BitVec(w)), s.Symbol("c", Bool),
		s.Symbol("d", Bool)}
	var u *truth
	if w <= 3 {
		u = exhaust(s, vars...)
	} else {
		u = newTruth(s, 64)
		for _, x := range vars {
			col := make([]uint64, u.rows)
			for i := range col {
				col[i] = rng.Uint64() % (1 << max(1, s.Sort(x).Width()))
			}
			u.columns[x] = col
		}
	}
	g := &generator{e: &enumerator{t: t, s: s, u: u, vars: vars}, rng: rng, w: w}
	for _, v := range append(vars, s.True(), s.False(), s.BV(w, 0), s.BV(w, 1), s.BV(w, ^uint64(0)),
		s.BV(w, 1<<(w-1)), s.BV(w, rng.Uint64()), s.BV(w, rng.Uint64())) {
		g.leaves = append(g.leaves, pair{v, v})
	}
	g.pool = append(g.pool, g.leaves...)
	for range steps {
		g.step()
	}
}

// FuzzSimplify lets the fuzzer choose the seed, width and size of a random DAG.
func FuzzSimplify(f *testing.F) {
	f.Add(uint64(1), uint8(2), uint8(30))
	f.Fuzz(func(t *testing.T, seed uint64, w, steps uint8) {
		randomDAG(t, 1+int(w)%10, seed, int(steps))
	})
}
