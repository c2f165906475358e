package stateset

import (
	"sync"
	"sync/atomic"

	"whittle.dev/internal/engine/internal/querycache"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Match says when a state counts as known.
type Match uint8

// The ways to match states.
const (
	// Subsume: a state was visited that has at least these values.
	Subsume Match = iota
	// Equal: a state with the same values was visited.
	Equal
	// None: never.
	None
)

// Config says how states are compared.
type Config struct {
	Match Match
	// Whole compares all slots at once.
	Whole bool
	// NoCache compares slices anew each time.
	NoCache bool
	// NoModels leaves out values that refute equality.
	NoModels bool
	// Rounds and Conflicts bound the effort for one comparison; 0: no bound.
	Rounds, Conflicts int64
	// Queries remembers answers for all of the run, and perhaps for later ones; nil: nothing does.
	Queries *querycache.Cache
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// Counts says how states and slices were compared.
type Counts struct {
	States    int64 // in the set
	Variants  int64 // of them, those with slots
	Slices    int64 // different ones
	Checks    int64 // comparisons of two slices, for equality or inclusion
	Syntactic int64 // of these, decided without any work
	Cached    int64 // known from before
	Model     int64 // refuted by a value that is kept
	Solver    int64 // given to the solver
	Unknown   int64 // of these, without an answer
}

// Each tells of the counts of comparisons, in a fixed order.
func (c Counts) Each(count func(name string, n int64)) {
	count("equality checks", c.Checks)
	count("equality syntactic", c.Syntactic)
	count("equality from the cache", c.Cached)
	count("equality refuted by a value", c.Model)
	count("equality by the solver", c.Solver)
	count("equality undecided", c.Unknown)
}

// Add adds the counts of comparisons of another view.
func (c *Counts) Add(d Counts) {
	c.Checks += d.Checks
	c.Syntactic += d.Syntactic
	c.Cached += d.Cached
	c.Model += d.Model
	c.Solver += d.Solver
	c.Unknown += d.Unknown
}

// Store is a set of multi-states that any number of goroutines fill, each by a [Set] of its own. What it
// keeps depends on no term store: explicit parts as hashes, slices as bytes.
type Store struct {
	cfg      Config
	shards   [numShards]shard
	slices   sliceTable
	answers  [numShards]answers
	states   atomic.Int64
	variants atomic.Int64
}

const numShards = 64

// New returns an empty store.
func New(cfg Config) *Store {
	st := &Store{cfg: cfg}
	for i := range st.shards {
		st.shards[i].explicit = map[[16]byte]int32{}
	}
	for i := range st.answers {
		st.answers[i].known = map[pair]bool{}
	}
	st.slices.byText = map[string]int32{}
	return st
}

// Size returns the numbers of states, of those with slots, and of different slices.
func (st *Store) Size() (states, variants, slices int64) {
	return st.states.Load(), st.variants.Load(), int64(st.slices.len())
}

// variant is what a state has beside its explicit part.
type variant struct {
	class  []int32 // by slot: its slice, numbered by first slot
	slices []int32 // by class
}

// shard holds the states of some explicit parts.
type shard struct {
	mu       sync.Mutex
	explicit map[[16]byte]int32 // negative: a state without slots, from -1 down; else index in variants
	bare     int32              // states without slots
	variants [][]variant
}

func (st *Store) shard(key [16]byte) *shard { return &st.shards[key[0]%numShards] }

// addExplicit enters a state without slots, and returns its number.
func (sh *shard) addExplicit(key [16]byte, st *Store) (int32, bool) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if i, seen := sh.explicit[key]; seen {
		return i, false
	}
	sh.bare++
	sh.explicit[key] = -sh.bare
	st.states.Add(1)
	return -sh.bare, true
}

// add enters a state if those with the same explicit part are no more than seen. It returns the index of
// these, and those that were there before, in the order in which they were entered.
func (sh *shard) add(key [16]byte, v variant, seen int, st *Store) (i int32, list []variant, added bool) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	i, ok := sh.explicit[key]
	if !ok {
		i = int32(len(sh.variants))
		sh.variants = append(sh.variants, nil)
		sh.explicit[key] = i
	}
	list = sh.variants[i]
	if len(list) > seen {
		return i, list, false
	}
	sh.variants[i] = append(list, v)
	st.states.Add(1)
	st.variants.Add(1)
	return i, list, true
}
