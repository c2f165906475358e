package lib_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// env has the values of variables: numbers, and 0 and 1 for Bool.
type env map[string]uint64

// expr is a term as text, and its meaning.
type expr struct {
	text string
	eval func(env) uint64
}

// quantGen makes random formulas with quantifiers over bit-vectors of one width, and
// computes what they mean by listing all values.
type quantGen struct {
	r     *rand.Rand
	w     int
	vecs  []string // variables in scope
	bools []string
	next  int
}

func (g *quantGen) mask() uint64 { return 1<<g.w - 1 }

func (g *quantGen) variable(list []string) expr {
	name := list[g.r.IntN(len(list))]
	return expr{name, func(e env) uint64 { return e[name] }}
}

func (g *quantGen) vec(depth int) expr {
	if depth == 0 || g.r.IntN(5) == 0 {
		if g.r.IntN(4) == 0 {
			v := g.r.Uint64N(1 << g.w)
			return expr{fmt.Sprintf("(_ bv%d %d)", v, g.w), func(env) uint64 { return v }}
		}
		return g.variable(g.vecs)
	}
	m := g.mask()
	a := g.vec(depth - 1)
	if g.r.IntN(8) == 0 {
		c, b := g.formula(depth-1, 0), g.vec(depth-1)
		return expr{fmt.Sprintf("(ite %s %s %s)", c.text, a.text, b.text), func(e env) uint64 {
			if c.eval(e) != 0 {
				return a.eval(e)
			}
			return b.eval(e)
		}}
	}
	if g.r.IntN(8) == 0 {
		return expr{"(bvnot " + a.text + ")", func(e env) uint64 { return ^a.eval(e) & m }}
	}
	b := g.vec(depth - 1)
	if g.r.IntN(10) == 0 { // a let that shadows
		name := g.vecs[g.r.IntN(len(g.vecs))]
		c := g.vec(depth - 1)
		return expr{fmt.Sprintf("(let ((%s %s)) (bvadd %s %s))", name, c.text, a.text, b.text),
			func(e env) uint64 {
				v, old := c.eval(e), e[name]
				e[name] = v
				v = (a.eval(e) + b.eval(e)) & m
				e[name] = old
				return v
			}}
	}
	ops := []struct {
		name string
		f    func(x, y uint64) uint64
	}{
		{"bvadd", func(x, y uint64) uint64 { return (x + y) & m }},
		{"bvsub", func(x, y uint64) uint64 { return (x - y) & m }},
		{"bvmul", func(x, y uint64) uint64 { return x * y & m }},
		{"bvand", func(x, y uint64) uint64 { return x & y }},
		{"bvor", func(x, y uint64) uint64 { return x | y }},
		{"bvxor", func(x, y uint64) uint64 { return x ^ y }},
		{"bvudiv", func(x, y uint64) uint64 {
			if y == 0 {
				return m
			}
			return x / y
		}},
		{"bvurem", func(x, y uint64) uint64 {
			if y == 0 {
				return x
			}
			return x % y
		}},
		{"bvshl", func(x, y uint64) uint64 { return x << y & m }},
		{"bvlshr", func(x, y uint64) uint64 { return x >> y }},
	}
	op := ops[g.r.IntN(len(ops))]
	return expr{fmt.Sprintf("(%s %s %s)", op.name, a.text, b.text),
		func(e env) uint64 { return op.f(a.eval(e), b.eval(e)) }}
}

func toBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// formula makes a formula with at most quants nested quantifiers.
func (g *quantGen) formula(depth, quants int) expr {
	if quants > 0 && depth > 0 && g.r.IntN(3) > 0 {
		return g.quantified(depth, quants)
	}
	if depth == 0 || g.r.IntN(8) == 0 {
		return g.variable(g.bools)
	}
	d := depth - 1
	switch g.r.IntN(8) {
	case 0:
		a := g.formula(d, quants)
		return expr{"(not " + a.text + ")", func(e env) uint64 { return 1 - a.eval(e) }}
	case 1, 2, 3:
		a, b := g.formula(d, quants), g.formula(d, quants)
		name := []string{"and", "or", "=>", "or", "and", "=", "xor"}[g.r.IntN(7)]
		return expr{fmt.Sprintf("(%s %s %s)", name, a.text, b.text), func(e env) uint64 {
			x, y := a.eval(e), b.eval(e)
			switch name {
			case "and":
				return x & y
			case "or":
				return x | y
			case "=>":
				return 1 - x | y
			case "=":
				return 1 ^ x ^ y
			}
			return x ^ y
		}}
	}
	a, b := g.vec(d), g.vec(d)
	half := uint64(1) << (g.w - 1)
	ops := []struct {
		name string
		f    func(x, y uint64) bool
	}{
		{"=", func(x, y uint64) bool { return x == y }},
		{"distinct", func(x, y uint64) bool { return x != y }},
		{"bvult", func(x, y uint64) bool { return x < y }},
		{"bvuge", func(x, y uint64) bool { return x >= y }},
		{"bvsle", func(x, y uint64) bool { return x^half <= y^half }},
	}
	op := ops[g.r.IntN(len(ops))]
	return expr{fmt.Sprintf("(%s %s %s)", op.name, a.text, b.text),
		func(e env) uint64 { return toBit(op.f(a.eval(e), b.eval(e))) }}
}

// quantified makes a quantifier over one or two variables, whose names may shadow others.
func (g *quantGen) quantified(depth, quants int) expr {
	vecs, bools := g.vecs, g.bools
	defer func() { g.vecs, g.bools = vecs, bools }()
	var names, decls []string
	var limits []uint64
	for i := range 1 + g.r.IntN(2) {
		g.next++
		name := fmt.Sprintf("q%d", g.next)
		shadow := i == 0 && g.r.IntN(5) == 0
		if shadow {
			name = vecs[g.r.IntN(len(vecs))]
		}
		if !shadow && g.r.IntN(6) == 0 {
			g.bools = append(g.bools[:len(g.bools):len(g.bools)], name)
			limits = append(limits, 2)
			decls = append(decls, "("+name+" Bool)")
		} else {
			g.vecs = append(g.vecs[:len(g.vecs):len(g.vecs)], name)
			limits = append(limits, 1<<g.w)
			decls = append(decls, fmt.Sprintf("(%s (_ BitVec %d))", name, g.w))
		}
		names = append(names, name)
	}
	all := g.r.IntN(2) == 0
	body := g.formula(depth-1, quants-1)
	kind := "exists"
	if all {
		kind = "forall"
	}
	var try func(e env, i int) bool // that all, or one, of the values do
	try = func(e env, i int) bool {
		if i == len(names) {
			return body.eval(e) != 0
		}
		for v := range limits[i] {
			e[names[i]] = v
			if try(e, i+1) != all {
				return !all
			}
		}
		return all
	}
	return expr{fmt.Sprintf("(%s (%s) %s)", kind, strings.Join(decls, " "), body.text), func(e env) uint64 {
		old := make([]uint64, len(names))
		for i, n := range names {
			old[i] = e[n]
		}
		r := try(e, 0)
		for i, n := range names {
			e[n] = old[i]
		}
		return toBit(r)
	}}
}

func (g *quantGen) declarations() string {
	return fmt.Sprintf("(declare-const x (_ BitVec %[1]d))(declare-const y (_ BitVec %[1]d))(declare-const "+
		"p Bool)(declare-const r Bool)\n", g.w)
}

func newQuantGen(seed uint64, w int) *quantGen {
	return &quantGen{r: rand.New(rand.NewPCG(seed, 17)), w: w, vecs: []string{"x", "y"},
		bools: []string{"p", "r"}}
}

// satisfiable lists the values of the free variables.
func (g *quantGen) satisfiable(fs []expr) bool {
	for x := range uint64(1) << g.w {
		for y := range uint64(1) << g.w {
			for b := range uint64(4) {
				if holdIn(fs, env{"x": x, "y": y, "p": b & 1, "r": b >> 1}) {
					return true
				}
			}
		}
	}
	return false
}

func holdIn(fs []expr, e env) bool {
	for _, f := range fs {
		if f.eval(e) == 0 {
			return false
		}
	}
	return true
}
