package native

import (
	"context"

	"whittle.dev/sat"
	"whittle.dev/smt/internal/words"
	"whittle.dev/smt/native/internal/aig"
)

// oneshot decides a small query that words left open, by gates and clauses that live for this query alone:
// they are made in memory that is used again and again, and the bits that words know are constants in them,
// which takes away much of the circuits. Nothing is learnt for later queries, so it is for those whose
// assertions are about to be popped.
type oneshot struct {
	g     *aig.Graph
	cnf   cnf
	sat   *sat.Solver
	bits  []aig.Lit // of all nodes
	at    []int     // by node: where its bits are
	facts []aig.Lit // what holds
	tmp   aig.Scratch
}

const (
	// oneshotConflicts bounds the effort. A harder query goes to the solver that keeps what it learns.
	oneshotConflicts = 2000

	maxOneshotNodes = 128
)

// vec returns the bits of a node.
func (o *oneshot) vec(p *words.Program, i int) []aig.Lit {
	from := o.at[i]
	return o.bits[from : from+p.Node(i).Width]
}

// decide answers whether what p asserts can all be true, after p.Solve found nothing. A model is p's.
func (o *oneshot) decide(ctx context.Context, p *words.Program, cfg *Config, stats *counters) words.Status {
	if p.Len() > maxOneshotNodes {
		return words.Unknown
	}
	o.start(cfg)
	for i := range p.Len() {
		if !o.blast(p, i) {
			return words.Unknown
		}
	}
	if o.g.Full {
		return words.Unknown
	}
	o.cnf.reset(o.g, o.sat)
	for _, l := range o.facts {
		if l == aig.False {
			return words.Unsat
		}
		o.cnf.assert(l, 0)
	}
	answer := o.sat.Solve(ctx)
	stats.drop(o.sat.Statistics())
	switch answer {
	case sat.Unsat:
		return words.Unsat
	case sat.Unknown:
		return words.Unknown
	}
	ok := p.Propose(nil, func(i int) (x uint64) {
		for j, l := range o.vec(p, i) {
			if l == aig.True || !l.IsConst() && o.cnf.has(l) &&
				o.sat.Value(o.cnf.vars[l.Node()]^sat.Lit(l.Sign())) {
				x |= 1 << j
			}
		}
		return x
	})
	if !ok {
		return words.Unknown
	}
	return words.Sat
}

// start empties gates and clauses.
func (o *oneshot) start(cfg *Config) {
	if o.g == nil {
		o.g = aig.NewGraph()
		o.sat = &sat.Solver{}
	} else {
		o.g.Reset()
	}
	c := cfg.SAT
	c.Phase = true // by measurement on random queries
	o.sat = sat.NewFrom(c, o.sat)
	limit := int64(oneshotConflicts)
	if cfg.Conflicts > 0 {
		limit = min(limit, cfg.Conflicts)
	}
	o.sat.LimitConflicts(limit)
	o.bits, o.at, o.facts = o.bits[:0], o.at[:0], o.facts[:0]
}

// blast makes the bits of node i. What is known of them replaces them, and holds.
func (o *oneshot) blast(p *words.Program, i int) bool {
	n := p.Node(i)
	one, may := p.Known(i)
	from := len(o.bits)
	o.at = append(o.at, from)
	for range n.Width {
		o.bits = append(o.bits, aig.False)
	}
	dst := o.bits[from:]
	if n.Op == words.OpInput {
		for j := range dst {
			switch {
			case one>>j&1 != 0:
				dst[j] = aig.True
			case may>>j&1 != 0:
				dst[j] = o.g.Input()
			}
		}
		return true
	}
	if !o.compute(p, &n, dst) {
		return false
	}
	o.tmp.Release()
	for j, l := range dst {
		known := aig.Lit(one >> j & 1)
		if one>>j&1 != may>>j&1 || l == known {
			continue
		}
		o.facts = append(o.facts, l^known^1)
		dst[j] = known
	}
	return true
}

// compute makes the bits of a node from those of its operands.
func (o *oneshot) compute(p *words.Program, n *words.Node, dst []aig.Lit) bool {
	g := o.g
	if n.Op == words.OpConst {
		for j := range dst {
			dst[j] = aig.Lit(n.K >> j & 1)
		}
		return true
	}
	a := o.vec(p, n.A)
	var b []aig.Lit
	if n.B >= 0 {
		b = o.vec(p, n.B)
	}
	switch n.Op {
	case words.OpNot:
		for j := range dst {
			dst[j] = a[j] ^ 1
		}
	case words.OpNeg:
		g.Negate(dst, a)
	case words.OpAnd:
		for j := range dst {
			dst[j] = g.And(a[j], b[j])
		}
	case words.OpOr:
		for j := range dst {
			dst[j] = g.Or(a[j], b[j])
		}
	case words.OpXor:
		for j := range dst {
			dst[j] = g.Xor(a[j], b[j])
		}
	case words.OpAdd:
		g.Add(dst, a, b, aig.False)
	case words.OpSub:
		g.Sub(dst, a, b)
	case words.OpMul:
		if !aig.Constant(a) && !aig.Constant(b) {
			return false // first see what simplification does to it
		}
		g.Mul(dst, a, b, &o.tmp)
	case words.OpShl:
		g.Shift(dst, a, b, true, aig.False, o.tmp.Get(len(a)))
	case words.OpLShr:
		g.Shift(dst, a, b, false, aig.False, o.tmp.Get(len(a)))
	case words.OpAShr:
		g.Shift(dst, a, b, false, a[len(a)-1], o.tmp.Get(len(a)))
	case words.OpEq:
		dst[0] = g.Equal(a, b, o.tmp.Get(len(a)))
	case words.OpUlt:
		dst[0] = g.Ult(a, b)
	case words.OpSlt:
		dst[0] = g.Slt(a, b)
	case words.OpIte:
		g.Choose(dst, a[0], b, o.vec(p, n.C))
	case words.OpConcat:
		copy(dst[copy(dst, b):], a)
	case words.OpExtract:
		copy(dst, a[n.K:])
	case words.OpZeroExt:
		copy(dst, a)
	case words.OpSignExt:
		for j := copy(dst, a); j < len(dst); j++ {
			dst[j] = a[len(a)-1]
		}
	default:
		return false // division, as for products
	}
	return true
}
