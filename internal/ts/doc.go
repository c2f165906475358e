// Package ts is symbolic transition systems: finitely many processes that step
// one at a time over variables whose initial values, guards and updates are terms.
//
// # Main types
//
//	System       variables, processes, instructions, goals
//	Var          a state variable: a program counter, a local or a shared one
//	Instruction  an atomic step of a process: guard, updates, what it reads and writes
//	Goal         a set of states that is looked for: a violation of the property
//	State        a concrete state: its steps are computed
//	Path         instructions with the values of inputs, up to a goal
//	Projection   a path whose steps are all needed for the values of some variables
//
// The package knows no programs. Package fromcfa makes systems of them, and package reduce makes systems
// smaller. Interchangeable finds processes that are the same.
//
// # Example
//
//	for i := range sys.Instructions {
//		in := &sys.Instructions[i]
//		fmt.Println(sys.Processes[in.Process].Name, in.From, in.To, sys.Terms.String(in.Guard))
//	}
//
// # Source
//
// H. Saissi, P. Bokor, N. Suri, "PBMC: Symbolic Program Slicing for Program Verification", sections 4 and
// 5.1.
//
// # Known limits
//
// The instructions of a process at one location must exclude each other. An array has a power of two of
// places in terms, whatever its number of elements. Concrete states take few values of inputs, see Choices.
package ts
