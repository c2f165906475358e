// Package lower turns the typed syntax trees of a C program into its automata. It is given the functions that
// the front end lowers itself (see package builtin), and, for a program of another front end, what lowers the
// bodies of its functions (see package foreign).
//
// A lowerer holds what is known of the program as a whole: units, entities with their linkage, objects. The
// lowering of one function has parts for expressions, statements, calls, and so on, which hold each other as
// expressions hold statements and calls in C: so they are one package. What computes with values and with
// steps alone lies below, in value and flow.
//
// Only what can be reached is lowered: the entry function, what it calls, and
// functions whose address is taken.
//
//   - A scalar local whose address is not taken is a register. Its uninitialised
//     value is an input at its declaration. Other locals are objects that are
//     allocated when the function begins and freed when it returns.
//   - Objects of static storage have fixed addresses, so an address constant is
//     a constant term. An extern object without a definition is an input.
//   - A thread-local scalar whose address is not taken is a register of the
//     thread; others are objects that every thread makes at its start.
//   - One Load or Store for each access to a scalar; operands from left to right;
//     a compound assignment whose right side calls a function reads its left
//     side last, as compilers do. && || ?: are terms where the later operands
//     take no steps, and branches elsewhere.
//   - A bit-field is read and written in the fewest bytes that contain it.
//   - Structs and unions are copied part by part. A function gets a struct
//     argument by its address and copies it; it returns a struct through a
//     buffer of its caller, whose address is its first parameter.
//   - GNU vectors are copied, passed and returned like structs; an operator works
//     on each element without promoting it and puts the result into memory.
//   - Variable arguments are put into memory in slots of eight bytes, whose
//     address is the last parameter.
//   - Signed arithmetic wraps. Under no-overflow each signed operation has a
//     branch to a violation. A shift amount counts modulo the width of the
//     promoted left operand. Division by zero is undefined behaviour.
//   - _Atomic objects, __atomic and __sync built-ins: a load or store is one
//     step with its order, anything else one atomic section. A weak
//     compare-exchange may fail for no reason.
//   - A function named __VERIFIER_atomic_... is an atomic section as a whole.
//   - A call of reach_error, __VERIFIER_error or __assert_fail is a violation of
//     unreach-call, whatever the program defines these to do; when another
//     property is checked they are functions like any other.
//   - A function without definition and without model is an input, with a
//     warning; its effects are ignored. Known functions of the C library whose
//     effects matter are not ignored: their call is not supported.
//   - What is not supported becomes an Unsupported edge that names it. It
//     counts only if it is reached.
package lower
