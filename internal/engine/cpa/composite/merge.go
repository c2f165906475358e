package composite

import "slices"

// Merge says which intermediate states become one. Two are only merged if they belong to the same block,
// their threads are at the same places and have gone round loops equally often, and one of them waits to be
// explored: of a state whose successors are known, nothing would be saved.
type Merge uint8

// The kinds of merges.
const (
	// NoData merges states with the same data alone, that is, the second one is covered.
	NoData Merge = iota
	// SameConstants merges states with the same constants: what differs depends on inputs.
	SameConstants
	// AnyData merges states whatever values they have: there is one path formula for each set of places.
	AnyData
)

// mergeIntermediate is the merge operator of the PredicateCPA (V. Kolesnykov, "SMT-based Model Checking of
// Concurrent Programs", 2020, equation 2.1): the path formula becomes the disjunction of both.
func (a *Analysis) mergeIntermediate(s, old *State) (*State, bool) {
	if a.cfg.Merge == NoData || old.explored || !slices.Equal(s.image.Order, old.image.Order) ||
		!slices.Equal(s.loops, old.loops) || same(s, old) {
		return old, false
	}
	st, ok := a.x.Join(old.MS, s.MS)
	if !ok {
		return old, false
	}
	a.Merged++
	out := *old
	out.MS, out.joined = st, true
	out.origins = append(slices.Clip(old.from()), s)
	return &out, true
}
