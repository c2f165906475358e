package querycache

import (
	"bytes"
	"context"
	"math/rand/v2"
	"sync/atomic"
)

// The kinds of queries, the first byte of each.
const (
	// Emptiness asks whether conjuncts can be satisfied.
	Emptiness byte = 1
	// Inclusion asks whether a slice is a part of another one.
	Inclusion byte = 2
)

// DefaultBytes is the budget of memory of a cache that is given none, and of the files of one program.
const DefaultBytes = 64 << 20

// Config says how a cache is kept. The zero Config is a cache in memory.
type Config struct {
	// Bytes is about how much memory the answers may take, and how large each file may become; the entries
	// that were not used for the longest time are dropped first. 0: DefaultBytes.
	Bytes int64
	// Dir is the folder in which answers are kept for later runs; empty: none.
	Dir string
	// Program identifies the program whose runs share their answers.
	Program []byte
	// Revision says what gave the answers; those of another revision are not believed. Revision() is one.
	Revision string
	// Verify tells callers, through Cache.Verify, to find out answers of earlier runs again.
	Verify bool
	// Others are asked about what is not known here, and told what is found out; nil: there are none. Key
	// authenticates answers to those who have it too; empty: those of others need a witness.
	Others Others
	Key    []byte
	// Wrong is told of an authentic answer of others that is wrong, from any goroutine; nil: not wanted.
	Wrong func(*WrongError)
	// Warn is told what is wrong with files, in one line each, from any goroutine; nil: not wanted.
	Warn func(string)
}

// Cache remembers answers. Its methods may be called from any number of goroutines, and those but Close on
// nil: a cache that remembers nothing.
type Cache struct {
	cfg     Config
	answers *table
	files   *folder // nil: in memory only

	hits, earlier, misses, stored, rejected atomic.Int64
	foreign, refused                        atomic.Int64
	loaded                                  int64
}

// Answer is what a cache knows about a query.
type Answer struct {
	// Bytes is what was stored. It must not be written to.
	Bytes []byte
	// Earlier: it is from an earlier run.
	Earlier bool
	// Foreign: it is from others, who Authentic says have the key of the run.
	Foreign, Authentic bool
}

// Counts says what a cache was asked and holds.
type Counts struct {
	Hits     int64 // queries with an answer
	Earlier  int64 // of these, with one from an earlier run
	Misses   int64 // queries without
	Stored   int64 // answers that were added by this run
	Rejected int64 // answers that turned out to be wrong
	Foreign  int64 // answers of others
	Refused  int64 // answers of others that cannot be read
	Loaded   int64 // entries read from files
	Entries  int64 // held now
	Bytes    int64 // their size, estimated
	Dropped  int64 // for lack of room
}

// Open returns a cache with the answers of earlier runs, if there is a folder. What is wrong with it is told
// by warnings; the cache goes on without. CheckFolder is for asking before whether it can be used.
func Open(ctx context.Context, cfg Config) *Cache {
	if cfg.Bytes <= 0 {
		cfg.Bytes = DefaultBytes
	}
	if cfg.Warn == nil {
		cfg.Warn = func(string) {}
	}
	c := &Cache{cfg: cfg, answers: newTable(cfg.Bytes)}
	if cfg.Dir == "" {
		return c
	}
	c.files = newFolder(cfg)
	for _, e := range c.files.load(ctx) {
		if c.answers.add(e, true, nil) {
			c.loaded++
		}
	}
	return c
}

// Get returns the answer to a query, if it is known.
func (c *Cache) Get(query []byte) (Answer, bool) {
	if c == nil {
		return Answer{}, false
	}
	a, earlier, ok := c.answers.get(query)
	switch {
	case !ok:
		if a, ok := c.ask(query); ok {
			c.foreign.Add(1)
			return a, true
		}
		c.misses.Add(1)
		return Answer{}, false
	case earlier:
		c.earlier.Add(1)
	}
	c.hits.Add(1)
	return Answer{Bytes: a, Earlier: earlier}, true
}

// Put remembers the answer to a query, which must not be empty, unless one is known. The slices are copied.
func (c *Cache) Put(query, answer []byte) {
	if c == nil || len(answer) == 0 {
		return
	}
	e := entry{query: string(query), answer: bytes.Clone(answer)}
	c.answers.add(e, false, func() {
		c.stored.Add(1)
		c.tell(query, answer)
		if c.files != nil {
			c.files.journal.append(e)
		}
	})
}

// Keep remembers an answer of others that the caller believes.
func (c *Cache) Keep(query []byte, a Answer) {
	if a.Foreign {
		c.answers.add(entry{query: string(query), answer: a.Bytes}, false, nil)
	}
}

// sample is a number by chance.
func (c *Cache) sample() uint32 { return rand.Uint32() }

// Reject forgets the answer to a query since it turned out to be wrong. The right one may then be put.
func (c *Cache) Reject(query []byte) {
	if c == nil {
		return
	}
	c.answers.drop(query, func() {
		c.rejected.Add(1)
		if c.files != nil {
			c.files.reject(query)
		}
	})
}

// Verify reports whether answers of earlier runs are to be found out again before they are believed.
func (c *Cache) Verify() bool { return c != nil && c.cfg.Verify }

// Warn tells the listener of the cache something about it.
func (c *Cache) Warn(message string) {
	if c != nil {
		c.cfg.Warn(message)
	}
}

// Counts returns the counters at this moment.
func (c *Cache) Counts() Counts {
	if c == nil {
		return Counts{}
	}
	n := Counts{
		Hits: c.hits.Load(), Earlier: c.earlier.Load(), Misses: c.misses.Load(), Stored: c.stored.Load(),
		Rejected: c.rejected.Load(), Loaded: c.loaded, Foreign: c.foreign.Load(), Refused: c.refused.Load(),
	}
	n.Entries, n.Bytes, n.Dropped = c.answers.usage()
	return n
}

// Close writes what is not written yet, and merges it with what other runs have left; once the context has
// ended that is left to a later run. The cache must not be used afterwards.
func (c *Cache) Close(ctx context.Context) {
	if c == nil || c.files == nil {
		return
	}
	c.files.close(ctx, c.answers.used())
	c.files = nil
}
