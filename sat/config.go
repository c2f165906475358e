package sat

// Config holds what a caller may want to change. The zero value is the recommended configuration.
type Config struct {
	// Proof receives every clause that is added, derived or deleted; nil for none.
	Proof Proof

	// Work receives, now and then while Solve runs, how much was done since the last time: the
	// places of memory that propagation has looked at. What it receives depends on the clauses alone. nil:
	// not reported.
	Work func(ticks int64)

	// Learnt receives good clauses that the search has derived, see [MaxShared], with their glue, the number
	// of decision levels in them: they follow from the clauses and theories alone, whatever is assumed. The
	// slice is only valid during the call. nil: they are not wanted. Another solver of the same clauses takes
	// them by [Solver.AddLearnt].
	Learnt func(clause []Lit, glue int)

	// Phase is the value that variables are first decided to.
	Phase bool

	// Heuristics that may be switched off, mostly to test the others.
	NoStable     bool // stay in focused mode (VMTF, fast restarts)
	NoFocused    bool // stay in stable mode (VSIDS, slow restarts)
	NoMinimize   bool // no minimisation of learnt clauses
	NoShrink     bool // no all-UIP shrinking
	NoReasonBump bool // bump only what was resolved upon
	NoWalk       bool // no local search
	NoReduce     bool // keep all learnt clauses
	NoVivify     bool // no vivification
	NoProbe      bool // no failed-literal probing

	NoSubsume   bool // no subsumption of irredundant clauses
	NoEquate    bool // no substitution of equivalent literals
	NoEliminate bool // no elimination of variables

	// rush makes restarts, reductions, inprocessing and mode switches happen every few conflicts, for tests.
	rush bool

	// Debug, if set, is called with every clause that the solver derives, so that a test can check it (for
	// instance against a known model). The slice is only valid during the call.
	Debug func(clause []Lit)
}

// MaxShared is the greatest length of clauses that Config.Learnt receives.
const MaxShared = 20

// sharedGlue is the greatest glue of those that are longer than two literals.
const sharedGlue = 4

// scale is n, or much less under the configuration for tests.
func (c *Config) scale(n int64) int64 {
	if c.rush {
		return max(1, n/100)
	}
	return n
}

// Stats counts what a solver has done since its creation.
type Stats struct {
	Solves       int64 // calls of Solve
	Decisions    int64 // decisions, assumptions not counted
	Conflicts    int64 // conflicts analysed
	Propagations int64 // literals propagated by clauses
	Restarts     int64 // restarts
	Reductions   int64 // reductions of the learnt clauses
	Collections  int64 // collections of the clause arena
	Rephases     int64 // resets of the saved phases
	ModeSwitches int64 // switches between focused and stable mode
	Learnt       int64 // learnt clauses
	LearntLits   int64 // literals of learnt clauses after minimisation
	Minimized    int64 // literals removed by minimisation
	Subsumed     int64 // learnt clauses subsumed by a later one
	Vivified     int64 // clauses shortened or removed by vivification
	Lucky        int64 // formulas satisfied by equal phases
	Walks        int64 // local searches
	Probed       int64 // failed literals found by probing
	Strengthened int64 // literals removed from irredundant clauses by subsumption
	Duplicates   int64 // binary clauses that were there twice
	Eliminated   int64 // variables eliminated
	Substituted  int64 // variables replaced by an equivalent literal
	Restored     int64 // eliminated variables that were named again
	TheoryProps  int64 // literals propagated by theories
	TheoryConfl  int64 // conflicts found by theories
	Explained    int64 // theory propagations that had to be explained
	Lemmas       int64 // clauses added by theories during search
	FinalChecks  int64 // complete assignments shown to the theories

	Vars    int   // variables created
	Fixed   int   // variables with a value at level 0
	Clauses int   // irredundant clauses of three or more literals now held
	Learnts int   // learnt clauses of three or more literals now held
	Bins    int   // binary clauses now held
	Bytes   int64 // bytes of the clause arena
}
