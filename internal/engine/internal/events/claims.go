package events

import ()

// claims asks what the options claim, each claim once, and lists in the graph what was relied on.
type claims struct {
	g      *Graph
	b      *builder
	opts   *Options
	uses   map[Use]bool
	locks  map[GuardedUse]bool
	stores map[Use]bool
	waits  map[Use]bool
}

// newClaims returns claims of which none was asked for.
func newClaims(b *builder, opts *Options) *claims {
	return &claims{g: b.g, b: b, opts: opts, uses: map[Use]bool{}, locks: map[GuardedUse]bool{},
		stores: map[Use]bool{}, waits: map[Use]bool{}}
}

// exclusive reports whether no other thread writes a place after the current one has started.
func (cl *claims) exclusive(p place) bool {
	if cl.opts.Exclusive == nil {
		return false
	}
	k := Use{cl.b.th.Key, p.addr, int(p.size)}
	return rely(cl.uses, &cl.g.Uses, k, func(k Use) bool {
		return cl.opts.Exclusive(k.Thread, k.Addr, k.Size)
	})
}

// rely asks a claim once, keeps the answer, and lists the claim if it was made.
func rely[K comparable](known map[K]bool, relied *[]K, k K, claim func(K) bool) bool {
	yes, ok := known[k]
	if !ok {
		yes = claim(k)
		known[k] = yes
		if yes {
			*relied = append(*relied, k)
		}
	}
	return yes
}

// guarded reports whether a place cannot be changed by other threads as long as
// the current one holds the given locks.
func (cl *claims) guarded(p place, held []Hold) bool {
	if cl.opts.Guarded == nil {
		return false
	}
	for _, h := range held {
		k := GuardedUse{Use{cl.b.th.Key, p.addr, int(p.size)}, h.Addr, h.Size}
		if rely(cl.locks, &cl.g.Guarded, k, cl.opts.Guarded) {
			return true
		}
	}
	return false
}

// distinct reports whether no store of the current thread at an unknown address is to a place.
func (cl *claims) distinct(p place) bool {
	if cl.opts.Distinct == nil {
		return false
	}
	return rely(cl.stores, &cl.g.Distinct, Use{cl.b.th.Key, p.addr, int(p.size)}, cl.opts.Distinct)
}

// unseen reports whether no other thread can tell that the current one took some locks.
func (cl *claims) unseen(locks []lockWord) bool {
	for _, w := range locks {
		use := Use{Addr: w.addr, Size: w.size}
		if !rely(cl.waits, &cl.g.Unseen, use, func(Use) bool { return cl.opts.Unseen(w.addr, w.size) }) {
			return false
		}
	}
	return true
}
