package trace

import (
	"fmt"
	"math/big"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Kind names the operation of a Step.
type Kind string

// The kinds of steps.
const (
	KindAssign    Kind = "assign"
	KindInput     Kind = "input" // Havoc
	KindLoad      Kind = "load"
	KindStore     Kind = "store"
	KindBegin     Kind = "begin" // of the outermost atomic section
	KindEnd       Kind = "end"   // of the outermost atomic section
	KindSpawn     Kind = "spawn"
	KindJoin      Kind = "join"
	KindCall      Kind = "call"
	KindReturn    Kind = "return"
	KindBranch    Kind = "branch" // an Assume where there was a choice of edges
	KindAlloc     Kind = "alloc"
	KindFree      Kind = "free"
	KindFence     Kind = "fence"
	KindExit      Kind = "exit"
	KindPrint     Kind = "print"
	KindViolation Kind = "violation"
	KindUB        Kind = "undefined"
	KindDeadlock  Kind = "deadlock" // a thread that can never go on
	KindJump      Kind = "jump"     // turns of a loop, of which Message says how many, that are no steps here
)

var kinds = map[Kind]bool{
	KindAssign: true, KindInput: true, KindLoad: true, KindStore: true, KindBegin: true, KindEnd: true,
	KindSpawn: true, KindJoin: true, KindCall: true, KindReturn: true, KindBranch: true, KindAlloc: true,
	KindFree: true, KindFence: true, KindExit: true, KindPrint: true, KindViolation: true, KindUB: true,
	KindDeadlock: true, KindJump: true,
}

// Value is a concrete bit-vector or truth value with the way people want to see it.
type Value struct {
	Bits   uint64 `json:"bits"`
	High   uint64 `json:"high,omitempty"` // bits 64 to 127
	Width  int    `json:"width"`          // 0 for a truth value
	Signed bool   `json:"signed,omitempty"`
	// Name is the name of a pointer, "&x", when it is known.
	Name string `json:"name,omitempty"`
}

// String prints the name of a pointer, else the value in decimal, or as true or false.
func (v Value) String() string {
	switch {
	case v.Name != "":
		return v.Name
	case v.Width == 0:
		return fmt.Sprint(v.Bits != 0)
	case v.Width > 64:
		b := new(big.Int).SetUint64(v.High)
		b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(v.Bits))
		if v.Signed && v.Width <= 128 && b.Bit(v.Width-1) == 1 {
			b.Sub(b, new(big.Int).Lsh(big.NewInt(1), uint(v.Width)))
		}
		return b.String()
	case v.Signed:
		shift := 64 - uint(v.Width)
		return fmt.Sprint(int64(v.Bits<<shift) >> shift)
	}
	return fmt.Sprint(v.Bits)
}

// Assignment is a register that got a value.
type Assignment struct {
	Name  string `json:"name"`           // "main::i"
	Type  string `json:"type,omitempty"` // source type; empty for registers made by the lowering
	Value Value  `json:"value"`
}

// InputNote is an input that was chosen during a step.
type InputNote struct {
	Kind InputKind `json:"kind"`
	// What names the input: "__VERIFIER_nondet_int()", "address of a", "initial byte 3 of buf".
	What  string `json:"what"`
	Value Value  `json:"value"`
	// Unread is set for the content of an uninitialised variable that gets a value before it is read.
	Unread bool `json:"unread,omitempty"`
	// Fails is the function that allocates and returns null where Value is not zero; empty: it is another
	// input.
	Fails string `json:"fails,omitempty"`
}

// Failed reports whether an allocation fails by the input.
func (n InputNote) Failed() bool { return n.Fails != "" && n.Value.Bits != 0 }

// SizeOf stands before the name of an object in the name of what the library keeps in front of it: its size.
const SizeOf = "size of "

// SyncNote labels an atomic section that stands for a library operation.
type SyncNote struct {
	Kind   cfa.SyncKind `json:"kind"`
	Object string       `json:"object,omitempty"` // "m", or its address
}

// Step is one executed edge as people see it.
type Step struct {
	Key
	// ThreadName is the procedure that the thread started with.
	ThreadName string `json:"thread_name"`
	Kind       Kind   `json:"kind"`
	// Visible is set for steps that other threads may see or be ordered
	// with: accesses, sections, spawns, joins, exits.
	Visible bool `json:"visible,omitempty"`
	// Switch is set where another thread ran before.
	Switch bool `json:"switch,omitempty"`
	// Section numbers the atomic sections of the trace from 1; 0 outside.
	Section int `json:"section,omitempty"`
	// Proc is the running procedure, Depth the number of its callers; Model is set inside the library models.
	Proc  string `json:"proc"`
	Depth int    `json:"depth,omitempty"`
	Model bool   `json:"model,omitempty"`
	// Outer is set where no procedure of the program has called those that run, all of which are models.
	Outer bool `json:"-"`

	Pos    source.Pos `json:"-"`
	Where  string     `json:"where,omitempty"`  // Pos as file:line:column
	Source string     `json:"source,omitempty"` // the source line, trimmed
	Text   string     `json:"text,omitempty"`   // the source expression or statement
	// User is the position of the innermost call in a procedure that is not
	// a library model; it is Pos itself outside of models.
	User      source.Pos `json:"-"`
	UserWhere string     `json:"user_where,omitempty"`
	// Function is the procedure that User is in, Begin where that is defined.
	Function string     `json:"-"`
	Begin    source.Pos `json:"-"`
	// Macro is the place in the definition of a macro of what stands at User, where the macro is used.
	Macro      source.Pos `json:"-"`
	MacroWhere string     `json:"macro_where,omitempty"`

	// Distance is 1 for what the violation depends on at once, one more for what these steps depend on, and
	// so
	// on; 0: nothing that leads to the violation depends on the step, or it is not known.
	Distance int `json:"-"`

	// Object names what a Load, Store, Alloc or Free touches ("queue.items[3]"); Addr is its address.
	Object string `json:"object,omitempty"`
	Addr   uint64 `json:"addr,omitempty"`
	// Access is the source expression by which a Load or Store follows a
	// pointer ("p->next"), where that is short.
	Access string `json:"access,omitempty"`
	// Atomic is set for a Load or Store that is an atomic operation.
	Atomic bool `json:"atomic,omitempty"`
	// Value is what was read, written, chosen, assigned, returned or exited with.
	Value *Value `json:"value,omitempty"`
	// ReadFrom is, for a Load, one more than the index in Trace.Steps of the
	// last Store to the first byte read, when another thread made it; else 0.
	ReadFrom int `json:"read_from,omitempty"`
	// Unseen is, for a Load in a weak memory model, one more than the index of a Store of another thread that
	// stands before it and overwrites what it reads; else 0.
	Unseen int `json:"unseen,omitempty"`
	// Assigned is the register that got a value.
	Assigned *Assignment `json:"assigned,omitempty"`
	// Inputs are the inputs chosen by this step.
	Inputs []InputNote `json:"inputs,omitempty"`
	// Sync explains a KindBegin step.
	Sync *SyncNote `json:"sync,omitempty"`
	// Wait says, for KindDeadlock, what the thread waits for.
	Wait *Wait `json:"wait,omitempty"`
	// Child is, for a Spawn, the index of the new thread; for a Join that of the thread that was waited for.
	Child int `json:"child,omitempty"`
	// Behaviour is the kind of undefined behaviour that a KindViolation is of, if it is one.
	Behaviour property.Behaviour `json:"behaviour,omitempty"`
	// Message is the text of a violation, of undefined behaviour, of printed output, the name of a procedure
	// called or spawned, or, for a Return of a library model, the error that it returns: "EPERM".
	Message string `json:"message,omitempty"`
	// Brief is Message without what Trace.Lives tells, if that is less.
	Brief string `json:"-"`
}
