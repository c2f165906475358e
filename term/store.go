package term

import (
	"fmt"
	"slices"
)

// Store holds terms, each distinct term once. A store belongs to one goroutine
// until it is frozen; see [Store.Freeze] and [Store.Fork].
type Store struct {
	chunks []*nodeChunk
	next   Term // handle of the next new term
	words  slab[Term]
	names  slab[byte]
	tab    table

	arraySorts []arraySort
	funcSorts  []funcSort
	sortNames  []string // of uninterpreted sorts

	bases     []*Store // frozen stores below this one, oldest first
	baseLimit Term     // handles below it belong to a base
	frozen    bool
	count     int

	fresh  int // number of names that Fresh has tried
	bytes  int
	budget func(bytes int) error

	depth   int    // nesting of rewrites, see deeper
	work    int    // rewrites that are still allowed
	scratch []Term // operand buffer of the n-ary constructors
}

// Handles that are the same in every store.
const (
	falseTerm Term = 1
	trueTerm  Term = 2
)

// NewStore returns an empty store.
func NewStore() *Store {
	s := &Store{next: 1, tab: table{buckets: make([]bucket, minTable)}, bytes: bucketBytes * minTable}
	s.intern(head(OpConst, Bool), 0, 0, 0)
	s.intern(head(OpConst, Bool), 0, 1, 0)
	return s
}

// Freeze makes the store read-only for good: constructors that would make a new
// term panic. Inspection, evaluation and printing may then go on in many
// goroutines at once; constructors may not (not even of terms that exist). A store that is frozen may be
// frozen again by several goroutines at once.
func (s *Store) Freeze() {
	if s.frozen {
		return
	}
	s.frozen = true
	s.budget = nil
}

// Fork returns a new store over the frozen store s. All terms of s are terms of the fork, with the same
// handles; new terms are seen by the fork alone. Forks of one store may be made and used at the same time,
// each by its own goroutine. The fork has no budget until it gets one. Fork panics unless s is frozen.
func (s *Store) Fork() *Store {
	if !s.frozen {
		panic("term: Fork of a store that is not frozen")
	}
	n, m := len(s.chunks), len(s.bases)
	f := &Store{
		chunks:     s.chunks[:n:n],
		words:      s.words.seal(),
		names:      s.names.seal(),
		tab:        table{buckets: make([]bucket, minTable)},
		arraySorts: slices.Clip(s.arraySorts),
		funcSorts:  slices.Clip(s.funcSorts),
		sortNames:  slices.Clip(s.sortNames),
		bases:      append(s.bases[:m:m], s),
		// New terms start a chunk, so that reading a node is the same for terms of the base and of the fork.
		next:  Term(n) << chunkBits,
		count: s.count,
		fresh: s.fresh,
		bytes: bucketBytes * minTable,
	}
	f.baseLimit = f.next
	return f
}

// NumTerms returns the number of terms in the store, those of its bases included.
func (s *Store) NumTerms() int { return s.count }

// Limit returns a bound of the handles: every term of the store is below it. It
// is meant for tables that are indexed by terms.
func (s *Store) Limit() Term { return s.next }

// Bytes returns the memory held by the store itself, without its bases.
func (s *Store) Bytes() int { return s.bytes }

// Exhausted is the value that a constructor panics with when the budget of its
// store refuses memory. [Recover] turns it into an error.
type Exhausted struct{ Err error }

// Error implements error.
func (e *Exhausted) Error() string { return "term store: " + e.Err.Error() }

// Unwrap returns the error of the budget.
func (e *Exhausted) Unwrap() error { return e.Err }

// Recover is for a deferred call at the top of work that may exhaust a store:
//
//	defer term.Recover(&err)
//
// It sets *err if the work ended by an [Exhausted] panic, and lets all other
// panics pass. The store stays usable for inspection.
func Recover(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Exhausted:
		*err = r
	default:
		panic(r)
	}
}

// SetBudget makes the store ask before each growth, with the number of bytes it is about to allocate. An
// error refuses them: the constructor panics with an [*Exhausted], and no term is lost or half made.
func (s *Store) SetBudget(budget func(bytes int) error) { s.budget = budget }

func (s *Store) grow(bytes int) {
	if s.budget != nil {
		if err := s.budget(bytes); err != nil {
			s.depth = 0
			panic(&Exhausted{Err: err})
		}
	}
	s.bytes += bytes
}

func (s *Store) mustBeOpen() {
	if s.frozen {
		panic("term: new term in a frozen store")
	}
}

func (s *Store) node(t Term) *node { return &s.chunks[t>>chunkBits][t%chunkSize] }

// intern returns the term of an inline node, making it if it is new.
func (s *Store) intern(h uint32, a, b, c Term) Term {
	hash := hashNode(h, a, b, c)
	if s.baseLimit != 0 && s.maybeBase(h, a, b, c) {
		for _, base := range s.bases {
			if t := base.tab.findNode(s, hash, h, a, b, c); t != None {
				return t
			}
		}
	}
	if t := s.tab.findNode(s, hash, h, a, b, c); t != None {
		return t
	}
	return s.add(hash, node{h, [3]Term{a, b, c}})
}

// maybeBase reports whether a base may have a term: not if an operand is new.
func (s *Store) maybeBase(h uint32, a, b, c Term) bool {
	n := node{head: h}
	switch k := opTable[n.op()].args; {
	case k == 1:
		return a < s.baseLimit
	case k == 0:
		return true
	}
	return a < s.baseLimit && b < s.baseLimit && c < s.baseLimit
}

// internWords returns the term of a node whose content spills.
func (s *Store) internWords(h uint32, ws []Term) Term {
	h |= spillFlag
	hash := hashWords(h, ws)
	for _, base := range s.bases {
		if t := base.tab.findWords(s, hash, h, ws); t != None {
			return t
		}
	}
	if t := s.tab.findWords(s, hash, h, ws); t != None {
		return t
	}
	s.mustBeOpen()
	to, chunk, offset := s.words.room(s, len(ws), wordChunk, 4)
	copy(to, ws)
	return s.add(hash, node{h, [3]Term{chunk, offset, Term(len(ws))}})
}

// internArgs returns the term of an n-ary operator. It keeps no reference to args.
func (s *Store) internArgs(op Op, sort Sort, args []Term) Term {
	h := head(op, sort)
	switch len(args) {
	case 1:
		return s.intern(h, args[0], 0, 0)
	case 2:
		return s.intern(h, args[0], args[1], 0)
	case 3:
		return s.intern(h, args[0], args[1], args[2])
	}
	return s.internWords(h, args)
}

func (s *Store) add(hash uint32, n node) Term {
	s.mustBeOpen()
	t := s.next
	if int(t>>chunkBits) == len(s.chunks) {
		if t>>chunkBits == 1<<(32-chunkBits)-1 {
			s.depth = 0
			panic(&Exhausted{Err: fmt.Errorf("no handle is left after %d terms", s.count)})
		}
		s.grow(chunkSize * 16)
		s.chunks = append(s.chunks, new(nodeChunk))
	}
	s.tab.insert(s, hash, t)
	s.chunks[t>>chunkBits][t%chunkSize] = n
	s.next++
	s.count++
	return t
}

// Rewrites call constructors, which rewrite in turn. The bounds below keep that
// affordable: no constructor recurses over a whole term however deep that is, and
// none takes exponential time on a term whose tree is much larger than its DAG.
const (
	maxDepth = 48   // nested rewrites
	maxWork  = 1024 // rewrites below one constructor that is not nested
)

// deeper opens a nested rewrite; it reports false at a bound, and the caller must
// then build the plain term. Each true needs one s.depth--.
func (s *Store) deeper() bool {
	if s.depth == 0 {
		s.work = maxWork
	}
	if s.depth >= maxDepth || s.work == 0 {
		return false
	}
	s.depth++
	s.work--
	return true
}

// Frozen reports whether the store takes no new terms.
func (s *Store) Frozen() bool { return s.frozen }
