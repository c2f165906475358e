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
	litsClause cref = 1 // the clause in Solver.confl

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

// reason says why a variable has its value. The zero reason is a decision, an
// assumption, or a unit clause.
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
func (s *Solver) lits(c cref) []Lit {
	n := cref(s.arena[c])
	return s.arena[c+headerWords : c+headerWords+n : c+headerWords+n]
}

func (s *Solver) glue(c cref) int      { return int(s.arena[c+1] >> glueShift) }
func (s *Solver) garbage(c cref) bool  { return s.arena[c+1]&flagGarbage != 0 }
func (s *Solver) isLearnt(c cref) bool { return s.arena[c+1]&flagLearnt != 0 }

func (s *Solver) setGlue(c cref, glue int) {
	s.arena[c+1] = s.arena[c+1]&(1<<glueShift-1) | Lit(min(glue, maxGlue))<<glueShift
}

func (s *Solver) setUsed(c cref, used Lit) {
	s.arena[c+1] = s.arena[c+1]&^usedMask | used<<usedShift
}

// alloc writes a clause to the end of the arena.
func (s *Solver) alloc(lits []Lit, flags uint32, glue int) cref {
	need := len(s.arena) + headerWords + len(lits)
	if need > cap(s.arena) {
		s.growArena(need)
	}
	c := cref(len(s.arena))
	s.arena = append(s.arena, Lit(len(lits)), Lit(flags|uint32(min(glue, maxGlue))<<glueShift), 2)
	s.arena = append(s.arena, lits...)
	return c
}

// growArena makes room for need words. It grows by a quarter rather than by
// doubling, so that the arena does not jump past a memory limit. Where it is full,
// the search ends at the next check, so that no caller has to unwind.
func (s *Solver) growArena(need int) {
	if cap(s.spare) >= need {
		s.arena, s.spare = append(s.spare[:0], s.arena...), s.arena[:0]
		return
	}
	size := max(need, cap(s.arena)+cap(s.arena)/4, 1<<10)
	if int64(size) > 1<<31-1 {
		size = 1<<31 - 1
		s.outOfMemory = true
	}
	s.spare = nil // too small from now on
	grown := make([]Lit, len(s.arena), size)
	copy(grown, s.arena)
	s.arena = grown
}
