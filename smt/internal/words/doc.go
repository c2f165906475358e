// Package words decides small conjunctions over Bool and bit-vectors of at most 64 bits without clauses.
//
// Most queries of a path-by-path analysis are small: a dozen operators over few symbols. Translating them
// into gates and clauses costs more than deciding them. A [Program] evaluates whole words instead:
// propagation of known bits and intervals refutes many queries, local search finds most of the models. What
// is left is Unknown, and for a SAT solver to decide.
//
//	p := words.New(store)
//	mark := p.Mark()
//	if r, ok := p.Add(store.BVUlt(x, y)); ok {
//		p.Assert(r)
//		if p.Solve(nil, words.Thorough) == words.Sat {
//			v, _ := p.Value(x)
//		}
//	}
//	p.Release(mark)
//
// # Files
//
//	program.go, solve.go        the API; how a question is answered
//	compile.go                  nodes, and how terms become nodes
//	domain.go                   sets of values: known bits, unsigned and signed intervals
//	revise*.go, propagate.go    what operands and results tell of each other
//	relate.go                   equal nodes and orders between nodes
//	walk.go                     local search
//	split.go                    case distinctions
//
// # Sources
//
// The files name them. In short: known bits and intervals as in constraint programming over bit-vectors
// (Michel and Van Hentenryck, CP 2012), local search by inverting operators (Niemetz, Preiner and Biere, CAV
// 2016; Niemetz and Preiner, FMCAD 2020), congruence closure (Nelson and Oppen, JACM 1980).
//
// # Known limits
//
// Signed division, remainders, and overflow predicates are not compiled. An answer Unsat names no core.
package words
