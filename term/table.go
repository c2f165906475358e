package term

import (
	"math/bits"
	"slices"
)

// table is an open-addressing hash table from the content of a node to its handle. An entry is the hash in
// the upper and the handle in the lower 32 bits, so that probing touches a node only when the hashes agree,
// and growing touches no node at all. The zero entry is free.
//
// The entries of one cache line form a bucket, filled from its beginning, and a full bucket overflows into
// the next. A bucket is compared as a whole and without branches: with a branch for each entry the processor
// guesses wrong at almost every lookup and then waits for memory, which halves the speed of large tables.
type table struct {
	buckets []bucket
	used    int
}

type bucket [8]uint64

const (
	minTable    = 1 << 7 // buckets
	bucketBytes = 64
)

const (
	mixA = 0xa0761d6478bd642f
	mixB = 0xe7037ed1a0b428db
)

func mix(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x^mixA, y^mixB)
	return hi ^ lo
}

func hashNode(h uint32, a, b, c Term) uint32 {
	return uint32(mix(uint64(h)<<32|uint64(a), uint64(b)<<32|uint64(c)))
}

func hashWords(h uint32, ws []Term) uint32 {
	x := mix(uint64(h), uint64(len(ws)))
	for ; len(ws) >= 2; ws = ws[2:] {
		x = mix(x, uint64(ws[0])<<32|uint64(ws[1]))
	}
	if len(ws) == 1 {
		x = mix(x, uint64(ws[0]))
	}
	return uint32(x)
}

func hashName(name string) uint32 {
	x := uint64(len(name))
	for ; len(name) >= 8; name = name[8:] {
		x = mix(x, uint64(name[0])|uint64(name[1])<<8|uint64(name[2])<<16|uint64(name[3])<<24|
			uint64(name[4])<<32|uint64(name[5])<<40|uint64(name[6])<<48|uint64(name[7])<<56)
	}
	var rest uint64
	for i := 0; i < len(name); i++ {
		rest = rest<<8 | uint64(name[i])
	}
	return uint32(mix(x, rest))
}

// match returns a mask of the entries of b with the given hash.
func (b *bucket) match(hash uint32) uint32 {
	h := uint64(hash)
	return uint32(((b[0]>>32^h)-1)>>63 |
		((b[1]>>32^h)-1)>>63<<1 |
		((b[2]>>32^h)-1)>>63<<2 |
		((b[3]>>32^h)-1)>>63<<3 |
		((b[4]>>32^h)-1)>>63<<4 |
		((b[5]>>32^h)-1)>>63<<5 |
		((b[6]>>32^h)-1)>>63<<6 |
		((b[7]>>32^h)-1)>>63<<7)
}

// findNode looks for an inline node.
func (t *table) findNode(s *Store, hash uint32, h uint32, a, b, c Term) Term {
	mask := uint32(len(t.buckets) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		bu := &t.buckets[i]
		for m := bu.match(hash); m != 0; m &= m - 1 {
			x := Term(bu[bits.TrailingZeros32(m)&7])
			if n := s.node(x); n.head == h && n.arg[0] == a && n.arg[1] == b && n.arg[2] == c {
				return x // not a free entry either: the node of None is zero
			}
		}
		if bu[7] == 0 {
			return None
		}
	}
}

// findWords looks for a spilled node with the given content.
func (t *table) findWords(s *Store, hash uint32, h uint32, ws []Term) Term {
	mask := uint32(len(t.buckets) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		bu := &t.buckets[i]
		for m := bu.match(hash); m != 0; m &= m - 1 {
			x := Term(bu[bits.TrailingZeros32(m)&7])
			if n := s.node(x); n.head == h && slices.Equal(s.words.at(n), ws) {
				return x
			}
		}
		if bu[7] == 0 {
			return None
		}
	}
}

// findName looks for a symbol, of whatever sort.
func (t *table) findName(s *Store, hash uint32, name string) Term {
	mask := uint32(len(t.buckets) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		bu := &t.buckets[i]
		for m := bu.match(hash); m != 0; m &= m - 1 {
			x := Term(bu[bits.TrailingZeros32(m)&7])
			if n := s.node(x); n.op() == OpSymbol && string(s.names.at(n)) == name {
				return x
			}
		}
		if bu[7] == 0 {
			return None
		}
	}
}

// insert adds an entry that is not there yet. It keeps the table at most half full.
func (t *table) insert(s *Store, hash uint32, x Term) {
	if t.used >= 4*len(t.buckets) {
		t.enlarge(s)
	}
	t.place(uint64(hash)<<32 | uint64(x))
	t.used++
}

func (t *table) place(e uint64) {
	mask := uint32(len(t.buckets) - 1)
	for i := uint32(e>>32) & mask; ; i = (i + 1) & mask {
		bu := &t.buckets[i]
		if bu[7] != 0 {
			continue
		}
		k := 0
		for bu[k&7] != 0 {
			k++
		}
		bu[k&7] = e
		return
	}
}

func (t *table) enlarge(s *Store) {
	old := t.buckets
	s.grow(2 * bucketBytes * len(old))
	t.buckets = make([]bucket, 2*len(old))
	for i := range old {
		for _, e := range old[i] {
			if e != 0 {
				t.place(e)
			}
		}
	}
	s.bytes -= bucketBytes * len(old)
}
