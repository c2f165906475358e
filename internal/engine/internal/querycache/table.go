package querycache

import (
	"bytes"
	"math"
	"sync"
)

// table holds answers by query, divided into shards with a lock each.
type table struct {
	shards [numShards]shard
}

const (
	numShards = 16
	// slotBytes is what an entry costs besides its bytes, roughly.
	slotBytes = 160
)

// shard is a part of a table. Its slots form a ring in the order of use, with slot 0 as its anchor: the
// entry used last comes first.
type shard struct {
	mu      sync.Mutex
	byHash  map[uint64]int32 // the first slot with a hash
	slots   []slot
	free    []int32
	bytes   int64
	budget  int64
	dropped int64
}

type slot struct {
	entry
	hash       uint64
	earlier    bool // from a file
	used       bool // found by Get
	same       int32
	prev, next int32
}

// entry is a query with its answer.
type entry struct {
	query, answer []byte
	// age is the generation of the main file in which the entry was used last.
	age uint64
}

func (e *entry) bytes() int64 { return slotBytes + int64(len(e.query)) + int64(len(e.answer)) }

func newTable(budget int64) *table {
	t := &table{}
	for i := range t.shards {
		s := &t.shards[i]
		s.byHash, s.slots, s.budget = map[uint64]int32{}, make([]slot, 1), budget/numShards
	}
	return t
}

// hash spreads queries over shards; it is the same in each process, so that what is dropped is, too.
// It is FNV-1a by words.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for ; len(b) >= 8; b = b[8:] {
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(
			b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		h = (h ^ w) * 1099511628211
		h ^= h >> 29
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>32
}

func (t *table) shard(h uint64) *shard { return &t.shards[h%numShards] }

// get returns an answer, which must not be written to.
func (t *table) get(query []byte) (answer []byte, earlier, ok bool) {
	h := hash(query)
	s := t.shard(h)
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(h, query)
	if i == 0 {
		return nil, false, false
	}
	s.unlink(i)
	s.linkFirst(i)
	x := &s.slots[i]
	x.used = true
	return x.answer, x.earlier, true
}

// add enters an entry unless its query is known, and reports whether it was entered. The slices
// belong to the table from now on. If it is, then is called before anybody else can change the entry; nil:
// nothing is.
func (t *table) add(e entry, earlier bool, then func()) bool {
	h := hash(e.query)
	s := t.shard(h)
	s.mu.Lock()
	defer s.mu.Unlock()
	size := e.bytes()
	if size > s.budget || s.find(h, e.query) != 0 {
		return false
	}
	for s.bytes+size > s.budget || len(s.slots) == math.MaxInt32 {
		s.remove(s.slots[0].prev)
		s.dropped++
	}
	var i int32
	if n := len(s.free); n > 0 {
		i = s.free[n-1]
		s.free = s.free[:n-1]
	} else {
		i = int32(len(s.slots))
		s.slots = append(s.slots, slot{})
	}
	s.slots[i] = slot{entry: e, hash: h, earlier: earlier, same: s.byHash[h]}
	s.byHash[h] = i
	s.bytes += size
	s.linkFirst(i)
	if then != nil {
		then()
	}
	return true
}

// drop removes the entry of a query, and reports whether there was one. Then is as with add.
func (t *table) drop(query []byte, then func()) bool {
	h := hash(query)
	s := t.shard(h)
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find(h, query)
	if i == 0 {
		return false
	}
	s.remove(i)
	if then != nil {
		then()
	}
	return true
}

// used calls visit for the queries from files that were found by get.
func (t *table) used(visit func(query []byte)) {
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		for k := range s.slots {
			if x := &s.slots[k]; x.used && x.earlier {
				visit(x.query)
			}
		}
		s.mu.Unlock()
	}
}

// usage returns how many entries there are, their size, and how many were dropped for lack of room.
func (t *table) usage() (entries, size, dropped int64) {
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		entries += int64(len(s.slots) - 1 - len(s.free))
		size += s.bytes
		dropped += s.dropped
		s.mu.Unlock()
	}
	return entries, size, dropped
}

// find returns the slot of a query; 0: there is none.
func (s *shard) find(h uint64, query []byte) int32 {
	i := s.byHash[h]
	for i != 0 && !bytes.Equal(s.slots[i].query, query) {
		i = s.slots[i].same
	}
	return i
}

func (s *shard) remove(i int32) {
	x := s.slots[i]
	s.unlink(i)
	if at := s.byHash[x.hash]; at != i {
		for s.slots[at].same != i {
			at = s.slots[at].same
		}
		s.slots[at].same = x.same
	} else if x.same != 0 {
		s.byHash[x.hash] = x.same
	} else {
		delete(s.byHash, x.hash)
	}
	s.bytes -= x.bytes()
	s.slots[i] = slot{}
	s.free = append(s.free, i)
}

func (s *shard) unlink(i int32) {
	p, n := s.slots[i].prev, s.slots[i].next
	s.slots[p].next, s.slots[n].prev = n, p
}

func (s *shard) linkFirst(i int32) {
	n := s.slots[0].next
	s.slots[i].prev, s.slots[i].next = 0, n
	s.slots[0].next, s.slots[n].prev = i, i
}
