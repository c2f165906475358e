package words

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// shapes lists every operator with the widths of operands and result.
func shapes(w uint8) (ns []node) {
	un := func(o Op, aw, rw uint8, k uint64) {
		ns = append(ns, node{op: o, w: rw, aw: aw, a: 0, b: -1, c: -1, k: k})
	}
	bin := func(o Op, aw, rw uint8) { ns = append(ns, node{op: o, w: rw, aw: aw, a: 0, b: 1, c: -1}) }
	un(OpNot, w, w, 0)
	un(OpNeg, w, w, 0)
	un(OpZeroExt, w, w+2, 0)
	un(OpSignExt, w, w+2, 0)
	if w > 2 {
		un(OpExtract, w, w-2, 1)
	}
	for o := OpAnd; o <= OpAShr; o++ {
		bin(o, w, w)
	}
	for o := OpEq; o <= OpSlt; o++ {
		bin(o, w, 1)
	}
	bin(OpConcat, w, 2*w)
	ns = append(ns, node{op: OpIte, w: w, aw: 1, a: 2, b: 0, c: 1})
	return ns
}

// around returns a domain that holds all values of a random set, and the set.
func around(r *rand.Rand, w uint8) (d domain, set []uint64) {
	m := ones(w)
	n := 1 + r.IntN(4)
	for i := range n {
		x := r.Uint64() & m
		s := single(w, x)
		if i == 0 {
			d = s
		} else {
			d = d.join(&s)
		}
		set = append(set, x)
	}
	if r.IntN(3) == 0 {
		d = full(w)
	}
	if !d.tighten(w) {
		panic("a set with members is empty")
	}
	return d, set
}

// TestReviseKeepsSolutions checks for all values of small operands that revision removes none that is part of
// a solution, and that a domain without solutions left is found empty once all operands are known.
func TestReviseKeepsSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, w := range []uint8{1, 2, 3, 4} {
		for _, n := range shapes(w) {
			t.Run(fmt.Sprint("op ", n.op, " width ", w), func(t *testing.T) {
				for range 300 {
					reviseOnce(t, r, n, w)
				}
			})
		}
	}
}

func reviseOnce(t *testing.T, r *rand.Rand, n node, w uint8) {
	p := newProgram([]node{{w: w}, {w: w}, {w: 1}, n})
	p.start(nil)
	for i := range p.prop.doms {
		p.prop.doms[i], _ = around(r, p.code.nodes[i].w)
	}
	before := append([]domain(nil), p.prop.doms...)
	ok := p.prop.revise(3)
	solutions := 0
	p.search.vals = make([]uint64, 4)
	for a := range ones(w) + 1 {
		for b := range ones(w) + 1 {
			for c := range uint64(2) {
				p.search.vals[0], p.search.vals[1], p.search.vals[2] = a, b, c
				p.search.vals[3] = p.search.evalNode(&p.code.nodes[3])
				in := true
				for i, x := range p.search.vals {
					in = in && before[i].contains(x, signBit(p.code.nodes[i].w))
				}
				if !in {
					continue
				}
				solutions++
				for i, x := range p.search.vals {
					if !ok || !p.prop.doms[i].contains(x, signBit(p.code.nodes[i].w)) {
						t.Fatalf("%+v: %d is lost at %d: values %v, before %+v, after %+v", n, x, i,
							p.search.vals,
							before, p.prop.doms)
					}
				}
			}
		}
	}
	single := before[0].isSingle() && before[1].isSingle() && before[2].isSingle()
	if ok && single && solutions == 0 {
		t.Fatalf("%+v: no contradiction in %+v", n, before)
	}
}

// TestTighten compares tighten with the set of values that are in all views.
func TestTighten(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		w := uint8(1 + r.IntN(6))
		m := ones(w)
		d := full(w)
		for range 1 + r.IntN(3) {
			e, _ := around(r, w)
			d = d.meet(&e)
		}
		if r.IntN(2) == 0 {
			d.lo, d.slo = max(d.lo, r.Uint64()&m), max(d.slo, r.Uint64()&m)
		}
		got := d
		ok := got.tighten(w)
		any := false
		for x := range m + 1 {
			if d.contains(x, signBit(w)) {
				any = true
				if !ok || !got.contains(x, signBit(w)) {
					t.Fatalf("%+v loses %d: %+v", d, x, got)
				}
			}
		}
		if ok && got.isSingle() && !any {
			t.Fatalf("%+v is empty: %+v", d, got)
		}
		if ok {
			for _, x := range []uint64{got.pick(r.Uint64() & m), got.lo, got.hi} {
				if got.one&^x != 0 || x&^got.may != 0 || x < got.lo || x > got.hi {
					t.Fatalf("%d is not in %+v", x, got)
				}
			}
		}
	}
}

func TestWideDomains(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, w := range []uint8{31, 32, 62, 63, 64} {
		for _, n := range shapes(w) {
			if n.w > 64 {
				continue
			}
			for range 200 {
				p := newProgram([]node{{w: w}, {w: w}, {w: 1}, n})
				p.start(nil)
				var sets [3][]uint64
				for i := range sets {
					p.prop.doms[i], sets[i] = around(r, p.code.nodes[i].w)
				}
				if r.IntN(2) == 0 { // small amounts and factors
					x := r.Uint64() % 70 & ones(w)
					p.prop.doms[1], sets[1] = single(w, x), []uint64{x}
				}
				vals := []uint64{sets[0][0], sets[1][0], sets[2][0], 0}
				p.search.vals = vals
				vals[3] = p.search.evalNode(&p.code.nodes[3])
				if r.IntN(2) == 0 {
					p.prop.doms[3] = single(n.w, vals[3])
				}
				before := append([]domain(nil), p.prop.doms...)
				if !p.prop.revise(3) {
					t.Fatalf("%+v: false contradiction: values %v of %+v", n, vals, before)
				}
				for i, x := range vals {
					if !p.prop.doms[i].contains(x, signBit(p.code.nodes[i].w)) {
						t.Fatalf("%+v: %d is lost at %d: values %v, before %+v, after %+v", n, x, i, vals,
							before, p.prop.doms)
					}
				}
			}
		}
	}
}

// contains reports whether x may be a value.
func (d *domain) contains(x, sign uint64) bool {
	return d.one&^x == 0 && x&^d.may == 0 && d.lo <= x && x <= d.hi && d.slo <= x^sign && x^sign <= d.shi
}

// newProgram returns a program of nodes that were not compiled from terms.
func newProgram(nodes []node) *Program {
	p := New(nil)
	p.code.nodes = nodes
	return p
}
