package axioms

import "whittle.dev/internal/cfa"

// rc11 is the model of "Repairing sequential consistency", figure 2; "" or the axiom that is broken.
func (r *relations) rc11() string {
	if !r.sb.or(r.rf).acyclic() {
		return "no value out of thin air"
	}
	hb := r.happensBefore()
	if !hb.acyclic() {
		return "happens-before"
	}
	eco := r.rf.or(r.mo, r.rb).closed()
	if eco.meets(hb) {
		return "coherence"
	}
	if !r.psc(hb, eco).acyclic() {
		return "order of sequentially consistent events"
	}
	return ""
}

// happensBefore is (sb | sw)+.
func (r *relations) happensBefore() relation {
	hb := r.sb.copy()
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == Read && e.Order != cfa.Plain {
			r.synchronise(i, hb)
		}
	}
	hb.close()
	return hb
}

// synchronise adds the edges sw that end with an atomic read: from each write, or release fence before it,
// of whose release sequence the read sees a part. The sequence is followed backwards: through the
// read-modify-writes to the write at its head.
func (r *relations) synchronise(read int, sw relation) {
	var ends []int
	if r.Events[read].acquires() {
		ends = append(ends, read)
	}
	for f := range r.Events {
		if e := &r.Events[f]; e.Kind == Fence && e.acquires() && r.po.has(read, f) {
			ends = append(ends, f)
		}
	}
	for w := r.Events[read].From; ; w = r.Events[r.Events[w].Pair].From {
		head := &r.Events[w]
		if head.Thread == Initial {
			return
		}
		if head.Order != cfa.Plain {
			for s := range r.Events {
				e := &r.Events[s]
				if e.releases() && (s == w || e.Kind == Fence && r.po.has(s, w)) {
					for _, end := range ends {
						sw.add(s, end)
					}
				}
			}
		}
		if head.Pair == None {
			return
		}
	}
}

// psc is the partial order that the sequentially consistent events must have, section 3.3:
//
//	scb      = sb | sb≠place;hb;sb≠place | hb=place | mo | rb
//	psc_base = ([SC] | [Fsc];hb?) ; scb ; ([SC] | hb?;[Fsc])
//	psc_F    = [Fsc] ; (hb | hb;eco;hb) ; [Fsc]
func (r *relations) psc(hb, eco relation) relation {
	n := len(r.Events)
	left, right, fences := empty(n), empty(n), empty(n)
	any := false
	for a := range r.Events {
		e := &r.Events[a]
		if e.Order != cfa.SeqCst {
			continue
		}
		any = true
		left.add(a, a)
		right.add(a, a)
		if e.Kind == Fence {
			fences.add(a, a)
		}
	}
	if !any {
		return left
	}
	left = left.or(fences.then(hb))
	right = right.or(hb.then(fences))
	away := r.other(r.sb)
	scb := r.sb.or(away.then(hb).then(away), r.same(hb), r.mo, r.rb)
	base := left.then(scb).then(right)
	return base.or(fences.then(hb.or(hb.then(eco).then(hb))).then(fences))
}

// Races lists the pairs of events that race in RC11: two accesses to one place in different threads, one of
// them a write and one of them plain, that happens-before does not order.
func Races(g *Graph) [][2]int {
	r := relate(g)
	hb := r.happensBefore()
	var races [][2]int
	for b := range g.Events {
		y := &g.Events[b]
		for a := range b {
			x := &g.Events[a]
			if r.samePlace(a, b) && x.Thread != y.Thread && x.Thread != Initial && y.Thread != Initial &&
				(x.Kind == Write || y.Kind == Write) && (x.Order == cfa.Plain || y.Order == cfa.Plain) &&
				!hb.has(a, b) && !hb.has(b, a) {
				races = append(races, [2]int{a, b})
			}
		}
	}
	return races
}
