// Package factor factors common conjuncts out of disjunctions: (a & b) | (a & c) becomes a & (b | c), at all
// levels (V. Kolesnykov, "SMT-based Model Checking of Concurrent Programs", 2020, section 3.3).
//
// # Main types
//
//	Factorer   simplifies formulas of one store
//
// # Example
//
//	f := factor.New(st)
//	t = f.Apply(t) // equivalent to what t was
//
// # Known limits
//
// Only conjuncts that all disjuncts have are taken out. What is inside of other terms, conditions of ite
// among them, stays as it is.
package factor
