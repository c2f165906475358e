// Package term holds the formulas of SMT-LIB: hash-consed, simplified as they are
// made, over Bool, bit-vectors, Int, Real, arrays, uninterpreted functions and sorts.
//
// # Types
//
//	Store      all terms, each distinct one once; makes and inspects them
//	Term       a 32-bit handle of a term in a store; == is structural equality
//	Sort       the sort of a term, comparable with ==
//	Op         the operator at the top of a term
//	Value      the value of a term, also of wide bit-vectors, of arrays and of functions
//	Evaluator, Substituter, Importer
//	           algorithms that keep what they computed over several calls
//
// # Example
//
//	s := term.NewStore()
//	x := s.Symbol("x", term.BitVec(32))
//	t := s.Eq(s.BVAdd(x, s.BV(32, 1)), s.BV(32, 3))
//	fmt.Println(s.String(t)) // (= x #x00000002)
//	v, err := s.Eval(t, term.Map{x: term.BVValue(32, 2)})
//	fmt.Println(v, err) // true <nil>
//
// # What a store guarantees
//
// A term is immutable and lives as long as its store. A store belongs to one goroutine. [Store.Freeze] makes
// it read-only; then any number of goroutines may inspect, evaluate and print its terms, and each may
// [Store.Fork] a store of its own over it, without locks. Handles of the base are valid in all its forks.
//
// Terms are 16-byte nodes in chunks without pointers, found by an open-addressing table, so the garbage
// collector has nothing to follow, and each growth may be refused by a budget ([Store.SetBudget], [Recover]).
//
// # What the constructors simplify
//
// Constructors apply local rules: literals are computed, units, complements and
// repetitions vanish, and a few forms are normal:
//
//   - Conjunctions and disjunctions are flat sets, sorted by handle. => is or, xor is
//     not =, distinct of two operands is not =.
//   - A literal stands last in = and in commutative operators; other operands are
//     sorted by handle. Sums gather literals at the top.
//   - Comparisons are bvult, bvslt and <=, or their negation.
//   - Sums of Int and Real are linear: one monomial for each atom, in the order of handles, the literal last. <=
//     and = have the sum of atoms left, with coprime integers for coefficients and a positive first one, and the
//     literal right, rounded where atoms are Int; bounds of Int are upper ones or their negation, lower bounds of
//     Real are (<= literal sum), and two atoms are equal as (= x y). div and mod by a literal take a positive one,
//     and terms with coefficients below it and no common divisor. to_real stands at atoms.
//   - Shifts and rotations by a literal, masks, and unsigned division by powers of
//     two are concat, extract and extensions; concatenations nest to the right; zeros
//     at the top are zero_extend. Signed division by a power of two is an addition
//     and a shift.
//   - bvnand, bvnor, bvxnor, bvcomp, repeat, bvnego, bvusubo, bvsdivo, abs, divisible,
//     is_int, and the comparisons >, >=, < of numbers are expressed by other operators. The
//     list of [Op] marks these "derived".
//
// A rule looks at a bounded part of its operands: no constructor costs more than
// a bounded number of steps, but for the width of bit-vectors and the number of
// operands, and nothing recurses over a term. The simplified form may depend on the order in
// which terms were made (operands are sorted by handle), never on anything else.
//
// Ill-sorted operands are a programmer's error: constructors panic. Readers of
// input ask [Store.SortOf] first.
//
// # Sources
//
// The meaning of the operators is that of the SMT-LIB theories Core, FixedSizeBitVectors (with the overflow
// predicates and conversions of version 2.7), Ints, Reals, Reals_Ints and ArraysEx. bvudiv and bvurem by zero
// give all ones and the dividend, and the signed operators follow. SMT-LIB leaves div, mod and / by zero
// open: constructors leave them alone, and evaluation takes 0, the dividend and 0.
//
// # Limits
//
// There are no quantifiers, floating-point numbers, strings or data types, and functions are only applied:
// they are not compared, chosen by ite, stored or passed ([Store.Func]). Widths
// end at [MaxWidth] bits; a store holds up to 2^32 terms. Terms are never freed singly: drop the store, or
// work in a fork. The characters | and \ of symbol names cannot be printed in SMT-LIB and become _.
package term
