package cache

import (
	"math"
	"sync"

	"whittle.dev/smt"
)

// Entry is a remembered answer about a normalised conjunction.
type Entry struct {
	// Status is smt.Sat or smt.Unsat; Unknown is never remembered.
	Status smt.Status
	// Model holds, for Sat, the values of the symbols, in the order of their numbers.
	Model []byte
	// Core lists, for Unsat, the numbers of conjuncts that suffice for it.
	Core []int32
}

// bytes is what an entry costs, roughly: its slot, its place in the map and what it points to.
func (e *Entry) bytes() int64 { return 160 + int64(len(e.Model)) + 4*int64(len(e.Core)) }

// Cache remembers answers by key, up to a budget of memory; the least recently used
// ones are forgotten first. Any number of solvers, of any stores and in any
// goroutines, may share one.
type Cache struct {
	shards []shard
	budget int64 // of a shard
}

// DefaultBytes is the budget of a cache that is given none.
const DefaultBytes = 64 << 20

// NewCache returns an empty cache that holds about the given number of bytes; 0 is
// DefaultBytes.
func NewCache(bytes int64) *Cache {
	if bytes <= 0 {
		bytes = DefaultBytes
	}
	n := 16
	if bytes < 1<<20 {
		n = 1 // so that a tiny budget is not divided to nothing
	}
	c := &Cache{shards: make([]shard, n), budget: bytes / int64(n)}
	for i := range c.shards {
		c.shards[i].byKey = map[Key]int32{}
	}
	return c
}

// shard is a part of the cache with a lock of its own. Its slots form a ring in the
// order of use; slot 0 is the ring's anchor.
type shard struct {
	mu      sync.Mutex
	byKey   map[Key]int32
	slots   []slot
	free    []int32
	bytes   int64
	evicted int64
}

type slot struct {
	key        Key
	entry      Entry
	prev, next int32
}

func (c *Cache) shard(k Key) *shard { return &c.shards[int(k[0])%len(c.shards)] }

// Get returns the entry of a key. Its slices must not be written.
func (c *Cache) Get(k Key) (Entry, bool) {
	s := c.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	i, ok := s.byKey[k]
	if !ok {
		return Entry{}, false
	}
	s.unlink(i)
	s.linkFirst(i)
	return s.slots[i].entry, true
}

// Put remembers an entry, in place of any that the key had. The slices belong to the
// cache from now on. An entry that is larger than the budget is not remembered.
func (c *Cache) Put(k Key, e Entry) {
	s := c.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(k)
	size := e.bytes()
	if size > c.budget || len(s.slots) == math.MaxInt32 {
		return
	}
	for s.bytes+size > c.budget {
		s.remove(s.slots[s.slots[0].prev].key)
		s.evicted++
	}
	if len(s.slots) == 0 {
		s.slots = append(s.slots, slot{})
	}
	i := int32(len(s.slots))
	if n := len(s.free); n > 0 {
		i = s.free[n-1]
		s.free = s.free[:n-1]
	} else {
		s.slots = append(s.slots, slot{})
	}
	s.slots[i] = slot{key: k, entry: e}
	s.byKey[k] = i
	s.bytes += size
	s.linkFirst(i)
}

// Remove forgets the entry of a key.
func (c *Cache) Remove(k Key) {
	s := c.shard(k)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(k)
}

// Usage is what a cache holds and has dropped.
type Usage struct {
	Entries int64 // entries held
	Bytes   int64 // their size, estimated
	Evicted int64 // entries dropped for lack of room
}

// Usage returns what the cache holds.
func (c *Cache) Usage() Usage {
	var u Usage
	for i := range c.shards {
		s := &c.shards[i]
		s.mu.Lock()
		u.Entries += int64(len(s.byKey))
		u.Bytes += s.bytes
		u.Evicted += s.evicted
		s.mu.Unlock()
	}
	return u
}

func (s *shard) remove(k Key) {
	i, ok := s.byKey[k]
	if !ok {
		return
	}
	s.unlink(i)
	delete(s.byKey, k)
	s.bytes -= s.slots[i].entry.bytes()
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
