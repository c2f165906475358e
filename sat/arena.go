package sat

// Clauses of three or more literals live in one flat array of 32-bit words, so
// that the collector of Go sees no pointers and a clause costs three words and
// its literals. A clause is named by the index of its first word:
//
//	word 0   number of literals
//	word 1   flags (low byte), use counter, glue (high 24 bits)
//	word 2   position where the last search for a replacement watch ended
//	         (Gent, "Optimal implementation of watched literals", JAIR 2013);
//	         during a collection the new address of a moved clause
//	word 3.. literals; the first two are the watched ones
//
// Binary clauses are not stored here: each is two entries of occurrence lists.

// cref names a clause of the arena. References 0 and 1 are never a clause.
type cref = uint32

const (
	noClause   cref = 0 // no conflict, no reason
	litsClause cref = 1 // the clause in core.confl

	headerWords = 3

	flagLearnt   = 1 << 0 // redundant: may be dropped
	flagGarbage  = 1 << 1 // dropped; still in the arena
	flagLocked   = 1 << 2 // reason of an assigned literal (only during reduce and collect)
	flagMoved    = 1 << 3 // copied by the running collection
	flagTemp     = 1 << 4 // an explanation of a theory: never watched
	flagVivified = 1 << 5 // tried by vivification since it last changed
	usedShift    = 6      // two bits: recently used in conflict analysis
	usedMask     = 3 << usedShift
	glueShift    = 8
	maxGlue      = 1<<24 - 1
)

// reason says why a variable has its value. The zero reason is a decision, an assumption, or a unit clause.
//
//	0 c(31)        the clause c of the arena
//	1 0 lit(30)    a binary clause with this other, false, literal
//	1 1 t(30)      theory number t, not yet explained
type reason uint32

const (
	noReason     reason = 0
	reasonTagged reason = 1 << 31
	reasonTheory reason = 3 << 30
	reasonMask   reason = 1<<30 - 1
)

func binaryReason(other Lit) reason { return reasonTagged | reason(other) }

func (r reason) isClause() bool { return r&reasonTagged == 0 && r != 0 }
func (r reason) isBinary() bool { return r&reasonTheory == reasonTagged }
func (r reason) isTheory() bool { return r&reasonTheory == reasonTheory }
func (r reason) other() Lit     { return Lit(r & reasonMask) }
func (r reason) theory() int    { return int(r & reasonMask) }

// lits is the literals of clause c, shared with the arena.
func (db *clauseDB) lits(c cref) []Lit {
	n := cref(db.words[c])
	return db.words[c+headerWords : c+headerWords+n : c+headerWords+n]
}

func (db *clauseDB) glue(c cref) int      { return int(db.words[c+1] >> glueShift) }
func (db *clauseDB) garbage(c cref) bool  { return db.words[c+1]&flagGarbage != 0 }
func (db *clauseDB) isLearnt(c cref) bool { return db.words[c+1]&flagLearnt != 0 }

func (db *clauseDB) setGlue(c cref, glue int) {
	db.words[c+1] = db.words[c+1]&(1<<glueShift-1) | Lit(min(glue, maxGlue))<<glueShift
}

func (db *clauseDB) setUsed(c cref, used Lit) {
	db.words[c+1] = db.words[c+1]&^usedMask | used<<usedShift
}

// alloc writes a clause to the end of the arena.
func (db *clauseDB) alloc(lits []Lit, flags uint32, glue int) cref {
	need := len(db.words) + headerWords + len(lits)
	if need > cap(db.words) {
		db.grow(need)
	}
	c := cref(len(db.words))
	db.words = append(db.words, Lit(len(lits)), Lit(flags|uint32(min(glue, maxGlue))<<glueShift), 2)
	db.words = append(db.words, lits...)
	return c
}

// grow makes room for need words. It grows by a quarter rather than by
// doubling, so that the arena does not jump past a memory limit. Where it is full,
// the search ends at the next check, so that no caller has to unwind.
func (db *clauseDB) grow(need int) {
	if cap(db.spare) >= need {
		db.words, db.spare = append(db.spare[:0], db.words...), db.words[:0]
		return
	}
	size := max(need, cap(db.words)+cap(db.words)/4, 1<<10)
	if int64(size) > 1<<31-1 {
		size = 1<<31 - 1
		db.full = true
	}
	db.spare = nil // too small from now on
	grown := make([]Lit, len(db.words), size)
	copy(grown, db.words)
	db.words = grown
}
