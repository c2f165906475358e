package term

import "math/bits"

// table is an open-addressing hash table from the content of a node to its
// handle. An entry is the hash in the upper and the handle in the lower 32 bits,
// so that probing touches a node only when the hashes agree, and growing touches
// no node at all. The zero entry is free.
type table struct {
	entries []uint64
	used    int
}

const minTable = 1 << 10

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

// findNode looks for an inline node.
func (t *table) findNode(s *Store, hash uint32, h uint32, a, b, c Term) Term {
	mask := uint32(len(t.entries) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		e := t.entries[i]
		if e == 0 {
			return None
		}
		if uint32(e>>32) == hash {
			n := s.node(Term(e))
			if n.head == h && n.arg[0] == a && n.arg[1] == b && n.arg[2] == c {
				return Term(e)
			}
		}
	}
}

// findWords looks for a spilled node with the given content.
func (t *table) findWords(s *Store, hash uint32, h uint32, ws []Term) Term {
	mask := uint32(len(t.entries) - 1)
probe:
	for i := hash & mask; ; i = (i + 1) & mask {
		e := t.entries[i]
		if e == 0 {
			return None
		}
		if uint32(e>>32) != hash {
			continue
		}
		n := s.node(Term(e))
		if n.head != h || int(n.arg[2]) != len(ws) {
			continue
		}
		for j, w := range s.words.at(n) {
			if w != ws[j] {
				continue probe
			}
		}
		return Term(e)
	}
}

// findName looks for a symbol, of whatever sort.
func (t *table) findName(s *Store, hash uint32, name string) Term {
	mask := uint32(len(t.entries) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		e := t.entries[i]
		if e == 0 {
			return None
		}
		if uint32(e>>32) == hash {
			n := s.node(Term(e))
			if n.op() == OpSymbol && string(s.names.at(n)) == name {
				return Term(e)
			}
		}
	}
}

// insert adds an entry that is not there yet. It keeps the table at most 5/8 full.
func (t *table) insert(s *Store, hash uint32, x Term) {
	if t.used*8 >= len(t.entries)*5 {
		t.enlarge(s)
	}
	t.place(uint64(hash)<<32 | uint64(x))
	t.used++
}

func (t *table) place(e uint64) {
	mask := uint32(len(t.entries) - 1)
	i := uint32(e>>32) & mask
	for t.entries[i] != 0 {
		i = (i + 1) & mask
	}
	t.entries[i] = e
}

func (t *table) enlarge(s *Store) {
	old := t.entries
	s.grow(8 * 2 * len(old))
	t.entries = make([]uint64, 2*len(old))
	for _, e := range old {
		if e != 0 {
			t.place(e)
		}
	}
	s.bytes -= 8 * len(old)
}
