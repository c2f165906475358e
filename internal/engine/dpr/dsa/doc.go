// Package dsa follows a concrete execution in dynamic single assignment form, the representation of the
// paper on dynamic path reduction (Yang et al., SPIN 2009, section 2.1), and computes what its values
// depend on.
//
// A [Walker] is told of each executed edge. For each register and each byte of memory it keeps a value of a
// [Domain]: which choices it depends on, or a term over inputs. Where the sides of a branch meet, the
// domain merges what the executed side has left with what the other sides may have set: the definition
// that the paper's transforming statements lack.
//
// # Main types
//
//	Walker   follows an execution
//	Domain   computes with values
//	Point    a branch that was executed, for the domain
//
// # Known limits
//
// One thread. Stores of other sides are known as places in objects (package scope).
package dsa
