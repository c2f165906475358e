// Package formula makes the formula of an execution of dynamic path reduction: what holds of every execution
// that goes as this one does wherever it makes the same choices.
//
// Let P be the program, pi an execution, and P_pi the program P in which each side of a branch that pi did
// not take sets what it may set to anything, may come to a violation if one lies in it, and may end. A set L
// of choices of pi is a reason if P_pi with these choices comes to no violation: then P with these choices
// comes to none either. An [Execution] has P_pi as terms, in dynamic single assignment form (Yang et al.,
// SPIN 2009, section 2.1), made by a walk along pi (package dsa):
//
//   - an assignment is a substitution, as in the weakest precondition of section 2.2
//   - where the sides of a branch meet, what one of them may set is ite(taken, value, anything): the phi
//     function of the paper's figure 2, which its explanations (definition 4) leave out
//   - a question for each branch of which another side may come to a violation: is it taken?
//
// # Main types
//
//	Execution   the formula of one execution: Choices and Questions
//	Clause      a conjunct of the weakest precondition, for the learning of the paper
//
// # Known limits
//
// One thread. The questions about accesses are those of package scope: whether it is this address, and
// whether its object may have been freed on another side.
package formula
