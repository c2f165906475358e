package instrument

import (
	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/source"
)

// Lowering is what has to be known of how a program was lowered.
type Lowering struct {
	Program *cfa.Program
	Units   []*Unit
	Types   *repr.Types
	// Nodes are the parts of the program that edges stem from, and BitFields those that expressions
	// designate.
	Nodes     map[cfa.EdgeID]cc.Node
	BitFields map[cc.Node]*repr.BitField
	Entry     string   // the function of the initial thread
	Args      []string // of main; nil: they are inputs
	// Reachability says that failed assertions are the property.
	Reachability bool
	// External is what a name of external linkage stands for in the program, or in the library models.
	External func(name string, model bool) *Symbol
	// Builtin says how a call of a function is lowered if the program does not define it.
	Builtin func(name string) Builtin
	// Errno is the model that sets errno; nil: the program does not look at it.
	Errno func() *Symbol
	// AtEnd is the model that runs what atexit, or at_quick_exit, has registered; "" if the program does not
	// use the function.
	AtEnd func(function string) string
}

// Builtin says by which tables of the lowering a function is known.
type Builtin struct {
	Always   bool // it is lowered directly even if the program defines it
	Compiler bool // it is a built-in of the compiler or of verification tasks
	Direct   bool // it is a library function that is lowered directly
	Library  bool // the same, or it gives an input
}

// Unit is a translation unit.
type Unit struct {
	AST   *cc.AST
	Model bool // the unit of the library models
	Pos   func(token.Position) source.Pos
	// Declared lists the names of external linkage that the unit declares.
	Declared func() []string
	// Find is what a name stands for in the unit, Internal the same if it has internal linkage, and Resolve
	// what a declarator stands for; nil: nothing.
	Find, Internal func(name string) *Symbol
	Resolve        func(*cc.Declarator) *Symbol
}

// Symbol is a function or an object with linkage, or a static local.
type Symbol struct {
	Name      string
	Model     bool // of the library models
	Decl      *cc.Declarator
	Signature *cc.FunctionType       // of functions, else nil
	Def       *cc.FunctionDefinition // nil: it is an object, or defined nowhere
	Synth     bool                   // the lowering makes its body
	Lowered   bool                   // the function can be reached
	Defined   bool                   // the object is, tentatively or with an initialiser
	Used      bool                   // its address is
}
