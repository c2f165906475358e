// Package builtin lowers calls of functions that the front end knows: those of the compiler, of verification
// tasks and of other tools' dialects, the intrinsics of the library models, and library functions whose calls
// tell more than their models could, such as printf with its format. The lowering of C (package lower) knows
// them by an interface.
package builtin
