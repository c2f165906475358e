package native

import (
	"context"

	"whittle.dev/sat"
	"whittle.dev/smt/internal/words"
)

// oneshot decides a small query that words left open, by gates and clauses that live
// for this query alone: they are made in memory that is used again and again, and the
// bits that words know are constants in them, which takes away much of
// the circuits. Nothing is learnt for later queries, so it is for those whose
// assertions are about to be popped.
type oneshot struct {
	g     *graph
	cnf   cnf
	sat   *sat.Solver
	bits  []lit // of all nodes
	at    []int // by node: where its bits are
	facts []lit // what holds
	tmp   scratch
}

const (
	// oneshotConflicts bounds the effort. A harder query goes to the solver that keeps what
	// it learns.
	oneshotConflicts = 2000

	maxOneshotNodes = 128
)

// vec returns the bits of a node.
func (o *oneshot) vec(p *words.Program, i int) []lit {
	from := o.at[i]
	return o.bits[from : from+p.Node(i).Width]
}

// decide answers whether what p asserts can all be true, after p.Solve found nothing. A
// model is p's.
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
	if o.g.full {
		return words.Unknown
	}
	o.cnf.reset(o.g, o.sat)
	for _, l := range o.facts {
		if l == falseLit {
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
			if l == trueLit || !l.isConst() && o.cnf.has(l) &&
				o.sat.Value(o.cnf.vars[l.node()]^sat.Lit(l.sign())) {
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
		o.g = newGraph()
		o.sat = &sat.Solver{}
	} else {
		o.g.reset()
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
		o.bits = append(o.bits, falseLit)
	}
	dst := o.bits[from:]
	if n.Op == words.OpInput {
		for j := range dst {
			switch {
			case one>>j&1 != 0:
				dst[j] = trueLit
			case may>>j&1 != 0:
				dst[j] = o.g.input()
			}
		}
		return true
	}
	if !o.compute(p, &n, dst) {
		return false
	}
	o.tmp.release()
	for j, l := range dst {
		known := lit(one >> j & 1)
		if one>>j&1 != may>>j&1 || l == known {
			continue
		}
		o.facts = append(o.facts, l^known^1)
		dst[j] = known
	}
	return true
}

// compute makes the bits of a node from those of its operands.
func (o *oneshot) compute(p *words.Program, n *words.Node, dst []lit) bool {
	g := o.g
	if n.Op == words.OpConst {
		for j := range dst {
			dst[j] = lit(n.K >> j & 1)
		}
		return true
	}
	a := o.vec(p, n.A)
	var b []lit
	if n.B >= 0 {
		b = o.vec(p, n.B)
	}
	switch n.Op {
	case words.OpNot:
		for j := range dst {
			dst[j] = a[j] ^ 1
		}
	case words.OpNeg:
		g.negate(dst, a)
	case words.OpAnd:
		for j := range dst {
			dst[j] = g.and(a[j], b[j])
		}
	case words.OpOr:
		for j := range dst {
			dst[j] = g.or(a[j], b[j])
		}
	case words.OpXor:
		for j := range dst {
			dst[j] = g.xor(a[j], b[j])
		}
	case words.OpAdd:
		g.add(dst, a, b, falseLit)
	case words.OpSub:
		g.sub(dst, a, b)
	case words.OpMul:
		if !constant(a) && !constant(b) {
			return false // first see what simplification does to it
		}
		g.mul(dst, a, b, &o.tmp)
	case words.OpShl:
		g.shift(dst, a, b, true, falseLit, o.tmp.get(len(a)))
	case words.OpLShr:
		g.shift(dst, a, b, false, falseLit, o.tmp.get(len(a)))
	case words.OpAShr:
		g.shift(dst, a, b, false, a[len(a)-1], o.tmp.get(len(a)))
	case words.OpEq:
		dst[0] = g.equal(a, b, o.tmp.get(len(a)))
	case words.OpUlt:
		dst[0] = g.ult(a, b)
	case words.OpSlt:
		dst[0] = g.slt(a, b)
	case words.OpIte:
		g.choose(dst, a[0], b, o.vec(p, n.C))
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
