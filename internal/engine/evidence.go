package engine

import "whittle.dev/internal/source"

// Evidence is what a result rests on at one place of the program, for people. A Task asks for it by Explain.
type Evidence struct {
	Kind EvidenceKind
	Pos  source.Pos
	// Text says it in a few words, about the place: "at most 4 iterations".
	Text string
	// Object is the place in memory that evidence of protection is about: "pool.size".
	Object string
	// Count is the number that the text is about, or 0.
	Count int
}

// EvidenceKind classifies evidence.
type EvidenceKind string

// The kinds of evidence.
const (
	// EvidenceBound: a loop, a recursion or a creation of threads that no execution takes further.
	EvidenceBound EvidenceKind = "bound"
	// EvidenceReached: one that some execution may take further than was looked at.
	EvidenceReached EvidenceKind = "reached"
	// EvidenceStates: how many sets of states have a thread at the place.
	EvidenceStates EvidenceKind = "states"
	// EvidencePredicates: what is known of some sets of states that have a thread at the place.
	EvidencePredicates EvidenceKind = "predicates"
	// EvidenceProtection: what keeps the accesses to a place in memory apart, at the first of them.
	EvidenceProtection EvidenceKind = "protection"
)
