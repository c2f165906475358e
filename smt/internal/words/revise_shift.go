package words

// reviseShift goes through the amounts that are possible, and keeps what any of
// them that fits the result allows.
func (p *propagator) reviseShift(i int32, n *node) bool {
	w := uint64(n.w)
	m, sign := ones(n.w), signBit(n.w)
	d, a, b := p.doms[i], p.doms[n.a], p.doms[n.b]
	var res, arg, by domain
	any := false
	take := func(r, x, k *domain) {
		if !any {
			res, arg, by = *r, *x, *k
			any = true
			return
		}
		res, arg, by = res.join(r), arg.join(x), by.join(k)
	}
	for k := b.lo; k <= b.hi && k < w; k++ {
		if b.one&^k|k&^b.may != 0 {
			continue
		}
		r, x := shifted(n, &a, &d, k, m, sign)
		if r.disjoint(&d) || x.disjoint(&a) {
			continue
		}
		amount := single(n.w, k)
		take(&r, &x, &amount)
	}
	if b.hi >= w { // all is shifted out
		r, x := single(n.w, 0), full(n.w)
		if n.op == OpAShr {
			r, x = shifted(n, &a, &d, w-1, m, sign)
		}
		if !r.disjoint(&d) && !x.disjoint(&a) {
			k := b
			k.lo = max(k.lo, w)
			take(&r, &x, &k)
		}
	}
	if !any {
		return false
	}
	return p.narrow(i, &res) && p.narrow(n.a, &arg) && p.narrow(n.b, &by)
}

// shifted returns the set of results of shifting a by k, below the width, and that of
// the operands whose results may be in d.
func shifted(n *node, a, d *domain, k, m, sign uint64) (r, x domain) {
	if k == 0 {
		return *a, *d
	}
	low := uint64(1)<<k - 1
	r, x = domain{hi: m, shi: m}, domain{hi: m, shi: m}
	switch n.op {
	case OpShl:
		r.one, r.may = a.one<<k&m, a.may<<k&m
		if a.hi <= m>>k {
			r.lo, r.hi = a.lo<<k, a.hi<<k
		}
		x.one, x.may = d.one>>k, (d.may>>k|^(m>>k))&m
	case OpLShr:
		r.one, r.may, r.lo, r.hi = a.one>>k, a.may>>k, a.lo>>k, a.hi>>k
		x.one, x.may = d.one<<k&m, (d.may<<k|low)&m
		x.lo, x.hi = min(d.lo, m>>k)<<k, min(d.hi, m>>k)<<k|low
	default:
		r.one = uint64(sext(n.w, a.one)>>k) & m
		r.may = uint64(sext(n.w, a.may)>>k) & m
		r.slo = uint64(sext(n.w, a.slo^sign)>>k)&m ^ sign
		r.shi = uint64(sext(n.w, a.shi^sign)>>k)&m ^ sign
		x.one, x.may = d.one<<k&m, (d.may<<k|low)&m
	}
	return r, x
}
