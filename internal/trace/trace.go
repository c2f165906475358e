package trace

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Version is the version of the format that Write produces and the only one that Read accepts.
const Version = 1

// Key names one execution of one edge.
type Key struct {
	// Thread is 0 for the initial thread; the others are numbered from 1 in
	// the order in which the schedule spawns them.
	Thread int `json:"thread"`
	// Origin is the edge in the program as lowered.
	Origin cfa.EdgeID `json:"origin"`
	// Occurrence counts from 0 the times that this thread executed this edge.
	Occurrence int `json:"occurrence"`
}

// String prints a key as "thread:origin:occurrence".
func (k Key) String() string { return fmt.Sprintf("%d:%d:%d", k.Thread, k.Origin, k.Occurrence) }

// StaticThread stands for the thread in the key of an InitByte input of a static object; the key's Origin is
// then the index of the object in Program.Objects and its Occurrence is 0.
const StaticThread = -1

// NoThread stands for the thread of a violation that belongs to no thread: a deadlock.
const NoThread = -1

// NoViolation is the Violation key of a deadlock of all threads: after the schedule every unfinished thread
// is disabled. That of a deadlock among some is the edge at which one of these waits.
var NoViolation = Key{Thread: NoThread, Origin: cfa.NoEdge}

// InputKind says what an input decides.
type InputKind uint8

// The kinds of inputs. The zero InputKind is no kind.
const (
	// Havoc is the value that the Havoc edge at Key assigns.
	Havoc InputKind = iota + 1
	// AllocAddr is the address of the object that the Alloc edge at Key creates.
	AllocAddr
	// ThreadID is the id of the thread that the Spawn edge at Key starts.
	ThreadID
	// InitByte is the initial content of the byte at Offset of the object that the Alloc edge at Key
	// created, or of a static object (see StaticThread).
	InitByte
	// Choice marks the Assume edge at Key as the one that was taken where several Assume edges that leave a
	// location had true conditions. Without an input the first of them is taken. Value is not used.
	Choice
)

var inputKindNames = [...]string{Havoc: "havoc", AllocAddr: "alloc-addr", ThreadID: "thread-id",
	InitByte: "init-byte", Choice: "choice"}

// String returns the name of the kind in the JSON format.
func (k InputKind) String() string {
	if k == 0 || int(k) >= len(inputKindNames) {
		return fmt.Sprintf("InputKind(%d)", uint8(k))
	}
	return inputKindNames[k]
}

// MarshalText writes the kind by its name.
func (k InputKind) MarshalText() ([]byte, error) {
	if k == 0 || int(k) >= len(inputKindNames) {
		return nil, fmt.Errorf("unknown kind of input %d", uint8(k))
	}
	return []byte(inputKindNames[k]), nil
}

// UnmarshalText reads the name of a kind.
func (k *InputKind) UnmarshalText(text []byte) error {
	for i, name := range inputKindNames {
		if i > 0 && name == string(text) {
			*k = InputKind(i)
			return nil
		}
	}
	return fmt.Errorf("unknown kind of input %q", text)
}

// Input is a value that the program leaves open and the trace chooses.
type Input struct {
	Key
	Kind InputKind `json:"kind"`
	// Offset is the byte of an InitByte, counted from the start of its object.
	Offset uint64 `json:"offset,omitempty"`
	// Value is the chosen value, zero-extended; High holds the bits from 64
	// up of a Havoc that is wider than that.
	Value uint64 `json:"value"`
	High  uint64 `json:"high,omitempty"`
	// Times, if not 0, says that a Havoc has this value so many times, from Occurrence on.
	Times uint64 `json:"times,omitempty"`
}

// Trace is one concrete execution of a program.
type Trace struct {
	// Version is the version of the format, see the constant Version.
	Version int `json:"version"`
	// Property is the property that the execution violates, "unreach-call".
	Property property.Property `json:"property"`
	// For is what the program was made for, whose edges the keys are; empty: Property. If it is several
	// properties the other ones do not end executions.
	For property.Property `json:"for,omitempty"`
	// MayFail says which calls may fail in that program, "checked" or "all"; empty: none.
	MayFail string `json:"may_fail,omitempty"`
	// Schedule lists visible steps in their order. A key means: this thread runs until it has completed this
	// occurrence of this edge. Uninteresting steps need not be listed, but a Spawn should be. A key
	// inside an atomic section stands for the whole section.
	Schedule []Key `json:"schedule"`
	// Inputs are the choices made, in any order. A missing input is zero; a missing AllocAddr is the next
	// free address from Program.HeapBase, a missing ThreadID is one more than the number of threads so far.
	Inputs []Input `json:"inputs,omitempty"`
	// Violation is the edge at which the property is violated; after the schedule its thread runs to it.
	Violation Key `json:"violation"`
	// Again is, of an execution that does not end, the edge with which the part begins that repeats. It ends
	// before Violation, an edge from where the thread was before. If it is nil nothing but calls follows
	// after Violation, for ever, and a replay finds what repeats.
	Again *Key `json:"again,omitempty"`
	// Lasso is, of a violation of a formula of temporal logic, how the execution goes on for ever; else nil.
	Lasso *Lasso `json:"lasso,omitempty"`
	// Weak is set of an execution that is none of an interleaving; nil: it is one.
	Weak *Weak `json:"weak,omitempty"`
	// Steps explains the execution to people; a replay fills it.
	Steps []Step `json:"steps,omitempty"`
	// Repeats is the index of the first step of the part that repeats, if there is one.
	Repeats int `json:"-"`
	// Sliced says that the Distance of the steps is known.
	Sliced bool `json:"-"`
	// Sources are what gave what the violation reads its values.
	Sources []Source `json:"-"`
	// Decided is the operand of && or || that has decided the condition on which the violation hangs; nil:
	// there is none.
	Decided *Decided `json:"-"`
	// Lives are the moments in the life of the objects that a violation of memory safety is about.
	Lives []Life `json:"-"`
	// Names says what the names in Steps say; it may be nil.
	Names *cfa.Names `json:"-"`
}

// Machine returns a copy of t without Steps and Names: what a replay needs.
func (t *Trace) Machine() *Trace {
	c := *t
	c.Steps, c.Names, c.Sliced, c.Sources, c.Lives = nil, nil, false, nil, nil
	c.Decided = nil
	c.Repeats = 0
	return &c
}

// Lasso says how an execution violates a formula. Its schedule begins with the step that starts the observer
// of the program (cfa.Observer); after that and after each step of another thread the observer makes one.
type Lasso struct {
	Formula  string            `json:"formula,omitempty"`
	Fairness property.Fairness `json:"fairness"`
	// First and Second are where in the schedule the part begins that repeats, for the first and the second
	// time; the second ends with the schedule. Both are the length of the schedule if the execution stays in
	// its last state.
	First  int `json:"first"`
	Second int `json:"second"`
	// Exit is the thread that ends the process after the schedule; NoThread: none does.
	Exit int `json:"exit"`
	// Violated says of a conjunction of formulas which of them does not hold; a replay fills it.
	Violated string `json:"violated,omitempty"`
	// Starves is the thread that waits for ever, of a violation of no-starvation, which has no formula.
	Starves int `json:"starves,omitempty"`
}

// Recurs reports whether the steps from Repeats on go on for ever.
func (t *Trace) Recurs() bool { return t.Again != nil || t.Lasso != nil && t.Repeats < len(t.Steps) }

// Source is a step that gave something its value.
type Source struct {
	Step int // index in Trace.Steps
	// Passed is, if the step is a call or the start of a thread, the parameter that got its value.
	Passed *Assignment
}

// Decided is an operand of && or ||, with the value by which it has decided the condition.
type Decided struct {
	Text  string
	Value bool
}

// Life is a moment in the life of an object.
type Life struct {
	Role   string // "allocated", "freed", "lost", "declared", "lifetime ended"
	Object string
	Size   uint64 // of an object that is allocated or declared
	Thread int    // NoThread: none
	Pos    source.Pos
	Where  string // Pos in words
}
