package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Graph is the event graph of a program up to a bound.
type Graph struct {
	Program *cfa.Program
	// Terms is the scratch store of the graph, a fork of the program's.
	Terms   *term.Store
	Guards  *Guards
	Threads []*Thread
	Events  []*Event // reads and writes; within a thread in program order
	// Nodes are the points of the order, see Node.
	Nodes    []Node
	Sections []*Section
	Joins    []*Join
	Fences   []*Fence  // see Options.Weak
	Objects  []*Object // dynamic objects
	Goals    []*Goal
	// Assumed lists the places where a path may have been ended by undefined behaviour.
	Assumed []Assumption
	// Uses are the claims of Options.Exclusive that the graph relies on.
	Uses []Use
	// Guarded and Distinct are those of Options.Guarded and Options.Distinct.
	Guarded  []GuardedUse
	Distinct []Use
	// Unseen are the claims of Options.Unseen that the graph relies on.
	Unseen []Use
	// Arbitrary are the symbols of what invalid reads give, see Options.ArbitraryReads.
	Arbitrary []term.Term
	// Starts are conditions on the pointers that are freed.
	Starts []Start
	// Summarised says that loops were, so that the graph has executions that the program has not. Iterated
	// are their registers, and Laws what holds of their iterations.
	Summarised bool
	Iterated   []Iterated
	Laws       []Law
	// Sites are those of symbols.
	Sites map[term.Term]Site
	// Steps counts the edges that were walked.
	Steps int
	// Unrolled says how often loops and recursions that were met were unrolled: at most so many iterations,
	// counted from one arrival from outside, or activations inside of the first are in the graph, up to goals
	// at their bounds.
	Unrolled map[BoundID]int

	objectOf map[uint64]*Object // by region
	static   map[uint64]*cfa.Object
	leafMemo map[term.Term]*Leaves
}

// NodeID indexes Graph.Nodes.
type NodeID int32

// NodeKind classifies nodes.
type NodeKind uint8

// The kinds of nodes.
const (
	AccessNode  NodeKind = iota // one read or write outside of sections
	SectionNode                 // an atomic section
	SpawnNode
	JoinNode
	StartNode // the first of each thread
	EndNode   // the last of each thread
	FenceNode
)

// Node is a point of the order of an execution. The nodes of a thread are in
// program order, one after the other.
type Node struct {
	Kind   NodeKind
	Thread int
	Index  int // position in the thread's chain
}

// Thread is one instance of a thread.
type Thread struct {
	ID int
	// Key names the thread by the spawns that lead to it.
	Key   string
	Entry *cfa.Proc
	// Idle threads are created but do not run: they have no nodes.
	Idle bool
	// Guard holds when the thread is spawned, and its spawn takes effect.
	Guard Guard
	// Tid is the id that the program sees.
	Tid uint64
	// Parent and Spawn are the spawning thread (-1 for the initial thread) and the node of the spawn.
	Parent int
	Spawn  NodeID
	// SpawnInstance indexes the parent's Instances.
	SpawnInstance int
	// Section is the atomic section that the spawn stands in, or nil.
	Section   *Section
	Chain     []NodeID
	End       NodeID
	Finishes  []Finish
	Instances []Instance

	args []term.Term
	mem  memory
}

// Finish is a way for a thread to finish.
type Finish struct {
	Guard   Guard
	Section *Section // when it happens inside a section
	Value   term.Term
}

// Event is a read or a write of memory.
type Event struct {
	ID     int
	Thread int
	Write  bool
	Guard  Guard // includes the validity of the address
	Addr   term.Term
	Size   int       // bytes
	Value  term.Term // a read's is a fresh symbol
	Node   NodeID
	Pos    int // position inside the node
	// Section is the atomic section of the event, or nil.
	Section *Section
	// Valid is the symbol that is to be true exactly if the address lies in a
	// live object; None where that is known.
	Valid term.Term
	Edge  *cfa.Edge
	// Instance indexes the thread's Instances; -1 for the reads of life bytes.
	Instance int
	// Life is set for accesses to life bytes.
	Life bool
	// Held are the locks that the thread surely holds, by address. Takes is
	// set for a write that takes a lock, which then is among them.
	Held  []Hold
	Takes bool
	// Range, if not nil, makes the write one of earlier iterations of a loop.
	Range *Range
}

// Fence is a memory fence with an order that is not relaxed.
type Fence struct {
	Thread int
	Node   NodeID
	Guard  Guard
	Order  cfa.Order
}

// Section is one execution of an outermost atomic section. It takes place, as one step, if one of its ends or
// goals is reached; otherwise none of its events does.
type Section struct {
	ID     int
	Thread int
	Node   NodeID
	Ends   []Guard
	Goals  []*Goal
	Begin  *cfa.Edge
	// First indexes the thread's Instances: the section's begin there.
	First  int
	events int
}

// Join waits for a thread.
type Join struct {
	Thread int
	Node   NodeID
	Guard  Guard // before the join; the thread goes on under And(Guard, Done)
	ID     term.Term
	Done   term.Term // a Bool symbol
	Value  term.Term // a symbol: the exit value; None if not used
	Edge   *cfa.Edge
}

// Object is an object made by one instance of an Alloc edge.
type Object struct {
	Addr     uint64
	Size     term.Term // of pointer width
	Thread   int
	Instance int
	Op       cfa.Alloc
	Guard    Guard
	escaped  bool
	mortal   bool      // it may be accessed after its end
	number   int       // index in Graph.Objects
	loops    int       // how many loops were around its making; see state.progress
	edge     *cfa.Edge // by which it was made
}

// Private reports whether no thread but the one that made the object was found to get hold of its address.
// The reads of that thread were then resolved, so an access by another thread, at an address put together
// from numbers, is not accounted for.
func (o *Object) Private() bool { return !o.escaped }

// fleeting reports whether an object ends in the function or block that made it, and no pointer to it is left
// then.
func (o *Object) fleeting() bool { return o.Op.Kind == cfa.Stack && !o.mortal }

// GoalKind classifies goals.
type GoalKind uint8

// The kinds of goals.
const (
	ViolationGoal GoalKind = iota
	// BoundGoal is the end of what was unrolled.
	BoundGoal
	// UnsupportedGoal is a construct that cannot be analysed.
	UnsupportedGoal
	// InvalidGoal is an access to memory that is no part of a live object, unless that violates the property.
	InvalidGoal
)

// Goal is a point whose reachability is a question.
type Goal struct {
	Kind     GoalKind
	Thread   int
	Guard    Guard
	Section  *Section
	Node     NodeID // the last node before the goal in its thread
	Edge     *cfa.Edge
	Instance int // of the edge, for violations; -1 otherwise
	What     string
	// Access is the read or write that cannot be made; nil: none.
	Access *Event
	Pos    source.Pos
	// Bounds are those that are reached at a BoundGoal. They are several where only the
	// first of several goals was made, since the others are reached only if it is.
	Bounds []BoundID
}

// InstanceKind classifies instances.
type InstanceKind uint8

// The kinds of instances.
const (
	OtherInstance InstanceKind = iota
	AccessInstance
	HavocInstance
	AllocInstance
	SpawnInstance
	ChoiceInstance
	// FinishInstance ends the thread.
	FinishInstance
	// EndInstance is the end of an atomic section.
	EndInstance
)

// Instance is one possible execution of an edge by a thread; the thread's list
// is in an order in which any one path executes them.
type Instance struct {
	Kind   InstanceKind
	Origin cfa.EdgeID
	Guard  Guard
	// Sym is the value of a Havoc, a term that is no symbol if it is not free; None elsewhere.
	Sym term.Term
	// Index is the event (AccessInstance, -1 when resolved), object or child thread.
	Index int
}

// Start says that Symbol is to be true exactly if Addr is the address of a heap object that may have been
// made.
type Start struct {
	Symbol term.Term
	Addr   term.Term
	Kind   cfa.AllocKind
	// Thread asks, when there were so many Objects: those that it makes from then on lie ahead. What lies in
	// memory that was never written can be the address of one all the same.
	Thread, Objects int
}

// Assumption is a place where undefined behaviour ends paths.
type Assumption struct {
	Edge *cfa.Edge
	What string
}

func (g *Graph) newNode(kind NodeKind, th *Thread) NodeID {
	id := NodeID(len(g.Nodes))
	g.Nodes = append(g.Nodes, Node{Kind: kind, Thread: th.ID, Index: len(th.Chain)})
	th.Chain = append(th.Chain, id)
	return id
}

// objectAt returns the allocated object in whose region an address lies, or nil.
func (g *Graph) objectAt(addr uint64) *Object { return g.objectOf[g.Program.RegionOf(addr)] }

// staticAt returns the static object in whose region an address lies, or nil.
func (g *Graph) staticAt(addr uint64) *cfa.Object { return g.static[g.Program.RegionOf(addr)] }

// StaticObject returns the static object that is alone in a region, or nil.
func (g *Graph) StaticObject(region uint64) *cfa.Object { return g.static[region] }

// DynamicObject returns the allocated object that is alone in a region, or nil.
func (g *Graph) DynamicObject(region uint64) *Object { return g.objectOf[region] }

// String names the kind for people.
func (k GoalKind) String() string {
	switch k {
	case ViolationGoal:
		return "violations"
	case BoundGoal:
		return "bounds"
	case InvalidGoal:
		return "invalid accesses"
	}
	return "unsupported constructs"
}
