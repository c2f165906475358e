// Package value computes with the values of C and moves them to and from memory. Its types are stacked:
//
//   - Values makes constants and holds values in registers. A [Value] is a term with a type, or, for structs,
//     arrays and vectors, the address of its bytes.
//   - Memory loads and stores at a [Place], copies objects, and makes inputs.
//   - Arith converts values and applies operators, with checks for signed overflow and division by zero.
//   - Vectors does so element by element.
//
// All steps go through a [whittle.dev/internal/frontend/c/flow.Builder]; where that evaluates a constant
// expression, what would need a step is refused.
package value
