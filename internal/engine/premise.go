package engine

import "whittle.dev/internal/source"

// Premise is something that every proof of a run takes for granted: executions in which it is otherwise were
// left out. Package report has the words.
type Premise struct {
	Kind PremiseKind
	// Functions are the functions that it speaks of, if it speaks of some.
	Functions []string
	// Places are where the program makes use of it, in the order of the source, each line once.
	Places []source.Pos
}

// PremiseKind is what is taken for granted.
type PremiseKind uint8

// The premises.
const (
	// AllocationSucceeds: there is memory enough for what the program allocates.
	AllocationSucceeds PremiseKind = iota
	// UncheckedSucceed: there is memory enough where the program does not compare the result with null.
	UncheckedSucceed
	// ThreadsStart: each thread that the program creates can be created.
	ThreadsStart
	// SequentialConsistency: memory orders that are weaker are taken for it.
	SequentialConsistency
	// NoLoadBuffering: the memory model is RC11, which forbids of what C11 allows that threads read each what
	// the other one writes later.
	NoLoadBuffering
	// NoRaces: there is no data race, after which C11 allows everything.
	NoRaces
	// AccessesAsWritten: the memory model is that of a processor, and the compiler keeps the accesses.
	AccessesAsWritten
	// MembersKept: no access leads out of a member or an inner array of its object.
	MembersKept
	// TypesAlike: a call of a function through a type that is represented as its own is a call through that.
	TypesAlike
	// ArgumentsUnwritten: functions without a definition have no effect but their result, though they are
	// given pointers through which they could write.
	ArgumentsUnwritten
	// NothingElseWritten: functions without a definition have no effect but on what they are given.
	NothingElseWritten
	// PointersValid: pointers that functions without a definition return lead to objects of their own.
	PointersValid
	// PointersValidOrNull: these pointers lead to objects of their own, or are null.
	PointersValidOrNull
	// WrittenValid and WrittenValidOrNull say the same of pointers that such functions write.
	WrittenValid
	WrittenValidOrNull
	// CallsReturn: calls that are not supported return, and write nothing but what they are given. A
	// violation rests on it as well, if such a call is on the way there.
	CallsReturn
)

// premises has the word of each premise, and the flag with which a run looks at the executions that it leaves
// out; empty: there is none.
var premises = [...]struct{ name, flag string }{
	AllocationSucceeds:    {"allocation", "--may-fail"},
	UncheckedSucceed:      {"unchecked-allocation", "--may-fail"},
	ThreadsStart:          {"thread-creation", "--may-fail"},
	SequentialConsistency: {"memory-orders", ""},
	NoLoadBuffering:       {"load-buffering", ""},
	NoRaces:               {"data-races", ""},
	AccessesAsWritten:     {"accesses-as-written", ""},
	MembersKept:           {"members", "--strict-members"},
	TypesAlike:            {"function-types", "--strict-calls"},
	ArgumentsUnwritten:    {"undefined-functions", "--extern-writes"},
	NothingElseWritten:    {"undefined-functions", ""},
	PointersValid:         {"undefined-pointers", "--may-fail"},
	PointersValidOrNull:   {"undefined-pointers", ""},
	WrittenValid:          {"undefined-pointers", "--may-fail"},
	WrittenValidOrNull:    {"undefined-pointers", ""},
	CallsReturn:           {"unsupported-calls", ""},
}

// String is the word for programs: "allocation".
func (k PremiseKind) String() string { return premises[k].name }

// Flag is the flag with which a run leaves nothing out because of the premise, or empty.
func (k PremiseKind) Flag() string { return premises[k].flag }
