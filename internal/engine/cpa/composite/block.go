package composite

// Block says where blocks end (adjustable-block encoding: D. Beyer, M. E. Keremoglu, P. Wendler, "Predicate
// Abstraction with Adjustable-Block Encoding", FMCAD 2010). The zero Block ends them at the heads of loops of
// any thread.
type Block struct {
	// Steps ends a block after so many steps; 0: that does not matter.
	Steps int
	// Functions ends a block also while a thread but the first is where its function begins, or has ended.
	// Other calls are copied into their callers, so that there are none.
	Functions bool
	// Never ends no block: each state is followed exactly.
	Never bool
}

// ends reports whether a block ends at a state.
func (b Block) ends(s *State) bool {
	switch {
	case b.Never:
		return false
	case b.Steps > 0 && s.steps >= b.Steps:
		return true
	}
	return len(s.loops) > 0 || b.Functions && s.MS.AtFunction()
}
