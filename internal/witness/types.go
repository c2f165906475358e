package witness

// The versions of the format that are read.
const (
	Version20 = "2.0"
	Version21 = "2.1"
	Version22 = "2.2"
)

// EntryType says what an entry holds.
type EntryType string

// The types of entries.
const (
	ViolationSequence    EntryType = "violation_sequence"
	InvariantSet         EntryType = "invariant_set"
	GhostInstrumentation EntryType = "ghost_instrumentation" // from 2.1; not supported
)

// Witness is one file.
type Witness struct {
	File    string // for messages
	Entries []Entry
}

// Place is where something stands in the witness file, from 1; the zero Place is no place.
type Place struct{ Line, Col int }

// Entry is one entry of a witness.
type Entry struct {
	Type     EntryType
	Metadata Metadata
	// Segments are those of a violation sequence.
	Segments []Segment
	// Invariants and Contracts are those of an invariant set.
	Invariants []Invariant
	Contracts  []Contract
	// Unsupported lists what was read and has no meaning in this package, in the order of the file.
	Unsupported []Unsupported
	Place       Place
}

// Unsupported is a part of a witness that is not supported.
type Unsupported struct {
	What  string // "function contracts"
	Place Place
}

// Metadata says where an entry comes from and what it is about.
type Metadata struct {
	FormatVersion string // one of the constants Version20, ...
	UUID          string
	CreationTime  string // RFC 3339
	Producer      Producer
	Task          Task
	Place         Place
}

// Producer is the tool that made an entry. All but Name and Version may be empty.
type Producer struct {
	Name, Version                           string
	Configuration, CommandLine, Description string
}

// Task is what was verified.
type Task struct {
	Inputs []InputFile
	// Specification is the property as SV-COMP writes it:
	// "CHECK( init(main()), LTL(G ! call(reach_error())) )".
	Specification string
	DataModel     string // "ILP32" or "LP64"
	Language      string // "C"
}

// InputFile is a file of the program.
type InputFile struct {
	Name   string
	SHA256 string // 64 hexadecimal digits in lower case
	Place  Place
}

// Location is a place in the program.
type Location struct {
	File     string
	Line     int    // from 1
	Column   int    // from 1, in characters; 0: the first suitable one of the line
	Function string // may be empty
	Place    Place
}

// Segment is a part of a violation sequence: waypoints of which the followed
// ones are passed (exactly one up to format 2.1) and the others avoided.
type Segment struct {
	Waypoints []Waypoint
	Place     Place
}

// Final reports whether the segment has a target.
func (s Segment) Final() bool {
	for _, p := range s.Waypoints {
		if p.Type == Target {
			return true
		}
	}
	return false
}

// Cycles reports whether the segment is part of a cycle.
func (s Segment) Cycles() bool {
	for _, p := range s.Waypoints {
		if p.Action == Cycle {
			return true
		}
	}
	return false
}

// WaypointType says what a waypoint requires.
type WaypointType string

// The types of waypoints.
const (
	// Assumption: Constraint holds before the statement or declaration that begins at the location.
	Assumption WaypointType = "assumption"
	// Target: the property is violated by the statement or full expression
	// that begins at the location. It has no constraint.
	Target WaypointType = "target"
	// FunctionEnter: the function called at the location, which is that of
	// the closing parenthesis of the arguments, is entered. It has no
	// constraint. Format 2.2 counts threads by those at calls that create one.
	FunctionEnter WaypointType = "function_enter"
	// FunctionReturn: the call at the location, as above, has returned a
	// value of which Constraint holds; \result stands for it.
	FunctionReturn WaypointType = "function_return"
	// Branching: the controlling expression of the statement whose keyword is at the location, or of the
	// conditional expression whose question mark is, has the value of the constraint: "true", "false", or,
	// for a switch, an integer or "default".
	Branching WaypointType = "branching"
)

// Action says whether a waypoint is passed.
type Action string

// The actions.
const (
	Follow Action = "follow"
	Avoid  Action = "avoid"
	// Cycle: followed again and again, by executions that do not end, in the order of the segments, of which
	// those with cycles are the last ones (from 2.1).
	Cycle Action = "cycle"
)

// Format is the language of an expression.
type Format string

// The formats of expressions.
const (
	CExpression    Format = "c_expression"
	ExtCExpression Format = "ext_c_expression" // with \result, \at
	ACSLExpression Format = "acsl_expression"  // \result OP constant, in format 2.0
)

// Constraint is what a waypoint requires of values.
type Constraint struct {
	Value  string
	Format Format // empty for branchings
	Place  Place  // of the value
}

// Waypoint is a requirement on an execution.
type Waypoint struct {
	Type       WaypointType
	Action     Action
	Constraint *Constraint // nil: there is none
	Location   Location
	// Thread is the thread that passes the waypoint, if HasThread is set (from format 2.2): 0 is the initial
	// one, K the one that is created at the K-th FunctionEnter waypoint of the witness at a call that
	// creates a thread.
	Thread    int
	HasThread bool
	Place     Place
}

// InvariantType says where an invariant holds.
type InvariantType string

// The types of invariants.
const (
	// LoopInvariant holds before each evaluation of the controlling
	// expression of the loop whose keyword is at the location.
	LoopInvariant InvariantType = "loop_invariant"
	// LocationInvariant holds before the statement or declaration that begins at the location.
	LocationInvariant InvariantType = "location_invariant"
	// The transition invariants relate states (from 2.1); not supported.
	LoopTransition     InvariantType = "loop_transition_invariant"
	LocationTransition InvariantType = "location_transition_invariant"
)

// Invariant is an expression that holds whenever execution is at a location.
type Invariant struct {
	Type     InvariantType
	Location Location
	Value    string
	Format   Format
	Labels   []string // from 2.1: "inductive"
	Place    Place    // of the value
}

// Contract is a function contract (from 2.1), which is not supported.
type Contract struct {
	Location          Location
	Requires, Ensures string // empty: not given
	Format            Format
	Labels            []string
	Place             Place
}
