package modular

// vocabulary is a set of candidates, and the number of threads in a view.
type vocabulary struct {
	k, rounds int
	// compare adds comparisons of variables, imply implications between shared ones.
	compare, imply bool
	// when adds implications that samples suggest.
	when bool
	// drift adds what holds of variables that grow together.
	drift bool
	// failing leaves out all but the conditions of threads that may come to an error as the table tells.
	failing bool
}

// vocabularies are tried one after the other.
var vocabularies = []vocabulary{
	{k: 1, rounds: 1},
	{k: 1, rounds: 1, compare: true},
	{k: 1, rounds: 2, compare: true},
	{k: 1, rounds: 2, compare: true, drift: true},
	{k: 2, rounds: 1, compare: true},
	{k: 1, rounds: 1, compare: true, imply: true},
	{k: 2, rounds: 2, compare: true, imply: true},
}

// early is how many vocabularies are tried before elements of arrays are followed.
const early = 2

// pairs are tried at last, with locals that are not read any more: a ticket that has been compared says that
// no other thread has it.
var pairs = []vocabulary{{k: 2, rounds: 1, compare: true}}

// nodes are tried with one object of the heap.
var nodes = []vocabulary{
	{k: 1, rounds: 1, compare: true, failing: true},
	{k: 1, rounds: 1, compare: true},
	{k: 1, rounds: 2, compare: true},
}

// joins are tried with ids of threads.
var joins = []vocabulary{{k: 1, rounds: 1, compare: true}, {k: 2, rounds: 1, compare: true}}

// counts are tried with counters, alone with those of places where one thread was seen at a time, and counted
// at last.
var (
	first   = []vocabulary{{k: 1, rounds: 1}, {k: 1, rounds: 1, when: true}}
	counts  = []vocabulary{{k: 1, rounds: 1}, {k: 1, rounds: 1, compare: true}, {k: 1, rounds: 1, when: true}}
	alone   = []vocabulary{{k: 1, rounds: 1}, {k: 1, rounds: 1, when: true}}
	counted = []vocabulary{{k: 2, rounds: 1}, {k: 2, rounds: 1, when: true}}
)
