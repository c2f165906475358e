package sat

// The clause database: which clauses there are, and where propagation finds them. How
// a clause is stored is said in arena.go.

// watch is an entry of an occurrence list of a long clause. If the blocker, a
// literal of the clause, is true, the clause need not be looked at.
type watch struct {
	c       cref
	blocker Lit
}

// occ is what must be visited when a literal becomes true: the clauses that watch its complement.
type occ struct {
	bins  []Lit   // the other literal of each binary clause
	longs []watch // the longer clauses
}

// clauseDB holds the clauses.
type clauseDB struct {
	words  []Lit // the arena
	spare  []Lit // memory for the next collection
	wasted int   // words of garbage in the arena
	full   bool  // there are more words than can be numbered

	irredundant []cref
	learnts     []cref
	temps       []cref   // explanations of theories
	occs        []occ    // by literal
	bins        int      // number of binary clauses
	learntBins  []uint64 // redundant binary clauses, see [clauseDB.addLearntBinary]

	proof proofLog
}

// reuse makes db empty, in the memory of another one.
func (db *clauseDB) reuse(old *clauseDB) {
	*db = clauseDB{
		words:       append(old.words[:0], 0, 0),
		spare:       old.spare[:0],
		irredundant: old.irredundant[:0],
		learnts:     old.learnts[:0],
		occs:        append(old.occs[:0], occ{}, occ{}),
	}
}

// newVar makes room for the occurrences of a variable.
func (db *clauseDB) newVar() {
	n := len(db.occs)
	if n+2 > cap(db.occs) {
		db.occs = append(db.occs, occ{}, occ{})
		return
	}
	db.occs = db.occs[:n+2] // the lists may have memory, see NewFrom
	for i := n; i < n+2; i++ {
		o := &db.occs[i]
		o.bins, o.longs = o.bins[:0], o.longs[:0]
	}
}

func (db *clauseDB) addBinary(a, b Lit) {
	db.bins++
	db.occs[a^1].bins = append(db.occs[a^1].bins, b)
	db.occs[b^1].bins = append(db.occs[b^1].bins, a)
}

// addLearntBinary adds a binary clause that may be dropped again.
func (db *clauseDB) addLearntBinary(a, b Lit) {
	db.learntBins = append(db.learntBins, uint64(min(a, b))<<32|uint64(max(a, b)))
	db.addBinary(a, b)
}

// addLong allocates and watches a clause of three or more literals.
func (db *clauseDB) addLong(lits []Lit, flags uint32, glue int) cref {
	c := db.alloc(lits, flags, glue)
	db.watch(c, lits[0], lits[1])
	return c
}

func (db *clauseDB) watch(c cref, a, b Lit) {
	db.occs[a^1].longs = append(db.occs[a^1].longs, watch{c, b})
	db.occs[b^1].longs = append(db.occs[b^1].longs, watch{c, a})
}

// unwatch removes the watches of c.
func (db *clauseDB) unwatch(c cref) {
	lits := db.lits(c)
	for _, l := range lits[:2] {
		ws := db.occs[l^1].longs
		for i := range ws {
			if ws[i].c == c {
				copy(ws[i:], ws[i+1:])
				db.occs[l^1].longs = ws[:len(ws)-1]
				break
			}
		}
	}
}

// drop deletes a clause. Its words stay until the next collection, its watches
// until then too: the caller must collect before the next propagation.
func (db *clauseDB) drop(c cref) {
	db.proof.delete(db.lits(c))
	db.words[c+1] |= flagGarbage
	db.wasted += headerWords + int(db.words[c])
}
