package querycache

import (
	"container/list"
	"hash/crc32"
	"sync"
)

// table holds answers by query, divided into shards with a lock each.
type table struct {
	shards [numShards]shard
}

const (
	numShards = 16
	// entryBytes is what an entry costs besides its bytes, roughly.
	entryBytes = 240
)

// shard is a part of a table.
type shard struct {
	mu      sync.Mutex
	byQuery map[string]*list.Element // of order
	order   list.List                // of *held: the entry used last comes first
	bytes   int64
	budget  int64
	dropped int64
}

// held is an entry of a table.
type held struct {
	entry
	earlier bool // from a file
	used    bool // found by get
}

// entry is a query with its answer.
type entry struct {
	query  string
	answer []byte
	// age is the generation of the main file in which the entry was used last.
	age uint64
}

func (e *entry) bytes() int64 { return entryBytes + int64(len(e.query)) + int64(len(e.answer)) }

func newTable(budget int64) *table {
	t := &table{}
	for i := range t.shards {
		t.shards[i].byQuery, t.shards[i].budget = map[string]*list.Element{}, budget/numShards
	}
	return t
}

// shard returns the shard of a query; it is the same in each process, so that what is dropped is, too.
func (t *table) shard(query []byte) *shard { return &t.shards[crc32.ChecksumIEEE(query)%numShards] }

// get returns an answer, which must not be written to.
func (t *table) get(query []byte) (answer []byte, earlier, ok bool) {
	s := t.shard(query)
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.byQuery[string(query)]
	if !ok {
		return nil, false, false
	}
	s.order.MoveToFront(at)
	h := at.Value.(*held)
	h.used = true
	return h.answer, h.earlier, true
}

// add enters an entry unless its query is known, and reports whether it was entered. The answer belongs to
// the table from now on. If it is, then is called before anybody else can change the entry; nil: nothing is.
func (t *table) add(e entry, earlier bool, then func()) bool {
	s := t.shard([]byte(e.query))
	s.mu.Lock()
	defer s.mu.Unlock()
	size := e.bytes()
	if _, known := s.byQuery[e.query]; known || size > s.budget {
		return false
	}
	for s.bytes+size > s.budget {
		s.remove(s.order.Back())
		s.dropped++
	}
	s.byQuery[e.query] = s.order.PushFront(&held{entry: e, earlier: earlier})
	s.bytes += size
	if then != nil {
		then()
	}
	return true
}

// drop removes the entry of a query, and reports whether there was one. Then is as with add.
func (t *table) drop(query []byte, then func()) bool {
	s := t.shard(query)
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.byQuery[string(query)]
	if !ok {
		return false
	}
	s.remove(at)
	if then != nil {
		then()
	}
	return true
}

// used is the set of the queries from files that were found by get.
func (t *table) used() map[string]bool {
	used := map[string]bool{}
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		for at := s.order.Front(); at != nil; at = at.Next() {
			if h := at.Value.(*held); h.used && h.earlier {
				used[h.query] = true
			}
		}
		s.mu.Unlock()
	}
	return used
}

// usage returns how many entries there are, their size, and how many were dropped for lack of room.
func (t *table) usage() (entries, size, dropped int64) {
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		entries += int64(s.order.Len())
		size += s.bytes
		dropped += s.dropped
		s.mu.Unlock()
	}
	return entries, size, dropped
}

func (s *shard) remove(at *list.Element) {
	e := s.order.Remove(at).(*held)
	delete(s.byQuery, e.query)
	s.bytes -= e.bytes()
}
