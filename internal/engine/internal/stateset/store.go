package stateset

import (
	"encoding/binary"
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

// Counts tells how states and slices were compared.
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

// pair asks whether slice a is a part of slice b.
type pair struct{ a, b int32 }

// shard holds the states of some explicit parts.
type shard struct {
	mu       sync.Mutex
	explicit map[[16]byte]int32 // -1: a state without slots; else index in variants
	variants [][]variant
}

func (st *Store) shard(key [16]byte) *shard { return &st.shards[key[0]%numShards] }

// addExplicit enters a state without slots.
func (sh *shard) addExplicit(key [16]byte, st *Store) bool {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if _, seen := sh.explicit[key]; seen {
		return false
	}
	sh.explicit[key] = -1
	st.states.Add(1)
	return true
}

// add enters a state if those with the same explicit part are no more than seen; else it returns them, in the
// order in which they were entered.
func (sh *shard) add(key [16]byte, v variant, seen int, st *Store) (list []variant, added bool) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	i, ok := sh.explicit[key]
	if !ok {
		i = int32(len(sh.variants))
		sh.variants = append(sh.variants, nil)
		sh.explicit[key] = i
	}
	if list := sh.variants[i]; len(list) > seen {
		return list, false
	}
	sh.variants[i] = append(sh.variants[i], v)
	st.states.Add(1)
	st.variants.Add(1)
	return nil, true
}

// answers are what comparisons of slices found.
type answers struct {
	mu    sync.RWMutex
	known map[pair]bool
}

func (st *Store) answer(p pair) (sub, known bool) {
	a := &st.answers[uint32(p.a*31+p.b)%numShards]
	a.mu.RLock()
	defer a.mu.RUnlock()
	sub, known = a.known[p]
	return sub, known
}

func (st *Store) remember(p pair, sub bool) {
	if st.cfg.NoCache {
		return
	}
	a := &st.answers[uint32(p.a*31+p.b)%numShards]
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[p] = sub
}

// sliceTable holds the slices, each once.
type sliceTable struct {
	mu      sync.RWMutex
	byText  map[string]int32 // by the number of slots and the text
	records []*record
}

// record is a slice as all goroutines see it.
type record struct {
	text   string // the slots, then the conjuncts, by package portable
	slots  int
	points [][]term.Value // some of the values, by slot; guarded by sliceTable.mu
}

func (t *sliceTable) len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.records)
}

// enter returns the number of a slice, and whether it is new. The text alone does not name it: a slot that is
// a truth value reads like a conjunct.
func (t *sliceTable) enter(text []byte, slots int) (int32, bool) {
	head := binary.AppendUvarint(nil, uint64(slots))
	key := string(append(head, text...))
	t.mu.Lock()
	defer t.mu.Unlock()
	if i, ok := t.byText[key]; ok {
		return i, false
	}
	i := int32(len(t.records))
	t.records = append(t.records, &record{text: key[len(head):], slots: slots})
	t.byText[key] = i
	return i, true
}

func (t *sliceTable) record(i int32) *record {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.records[i]
}

// points returns the values that are kept with a slice.
func (t *sliceTable) points(i int32) [][]term.Value {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.records[i].points
}

// addPoint keeps a value with a slice, unless it has enough.
func (t *sliceTable) addPoint(i int32, p []term.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.records[i]; len(r.points) < maxPoints {
		r.points = append(r.points[:len(r.points):len(r.points)], p)
	}
}
