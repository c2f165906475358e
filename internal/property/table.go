package property

import "slices"

// row is all that is known of one property.
type row struct {
	name Property
	// formulas are the LTL formulas of SV-COMP that mean it; the first is the one that is written. Empty for
	// a conjunction, which has those of its parts.
	formulas []string
	parts    []Property // of a conjunction, in the order of SV-COMP's files
	memory   bool       // see Property.Memory
	step     bool       // see Property.OfSteps
	use      bool       // see Property.OfOperations
	system   bool       // of transition systems, not of programs; it has no formulas
	inGo     bool       // of programs in Go alone; it has no formulas
	given    bool       // what it is says a formula that is given beside it
	words    Words
}

// Words say what a property is to people who have not asked for it by name.
type Words struct {
	Violated string // what has happened, as a headline: "A signed integer operation overflows"
	Meaning  string // a sentence or two about executions that violate it
	Advice   string // where to look for the mistake
}

// table has one row for each property, in the order in which help texts list them and verdicts are looked
// at.
var table = []row{
	{name: UnreachCall, step: true,
		formulas: []string{"G ! call(reach_error())", "G ! call(__VERIFIER_error())"},
		words: Words{"An assertion fails or an error function is called",
			"In some interleaving of the threads, for some input, an assertion fails, or reach_error, " +
				"__VERIFIER_error or the given error label is reached.",
			"Follow the code flow: it is an execution that fails. Look for a step of another thread " +
				"between a read of " +
				"a shared variable and what relies on the value; such steps belong into one critical " +
				"section or into " +
				"an atomic operation."}},
	{name: ValidMemsafety, memory: true,
		parts: []Property{ValidFree, ValidDeref, ValidMemtrack},
		words: Words{"Memory is used in an invalid way",
			"Some access is outside of a live object, something is freed that may not be, or allocated " +
				"memory is lost.",
			"The property valid-memsafety is the conjunction of valid-deref, valid-free and " +
				"valid-memtrack; see there."}},
	{name: ValidDeref, memory: true, use: true,
		formulas: []string{"G valid-deref"},
		words: Words{"An access is outside of a live object",
			"Some access reads or writes out of the bounds of an object, through a null pointer, or to an " +
				"object that " +
				"was freed or whose scope has ended.",
			"Follow the code flow from where the pointer was made to where it is used; look for another " +
				"thread that " +
				"frees the object in between."}},
	{name: ValidFree, memory: true, use: true,
		formulas: []string{"G valid-free"},
		words: Words{"Something is freed that may not be",
			"free is called with a pointer that is not the start of a live heap object: it was freed " +
				"before, or was " +
				"never allocated.",
			"Decide which thread owns the object, and let that one free it once."}},
	{name: ValidMemtrack, memory: true, use: true,
		formulas: []string{"G valid-memtrack"},
		words: Words{"Allocated memory is lost",
			"The last pointer to allocated memory disappears before the memory is freed.",
			"Free the object before its last pointer is overwritten or goes out of scope."}},
	{name: ValidMemcleanup, memory: true, step: true,
		formulas: []string{"G valid-memcleanup"},
		words: Words{"Memory is still allocated at the end",
			"The program ends while memory is allocated that was not freed.",
			"Free every object before the program ends."}},
	{name: NoDeadlock,
		formulas: []string{"G ! deadlock"},
		words: Words{"Threads wait for each other for ever",
			"In some interleaving a state is reached in which no thread can go on although not all have " +
				"ended, or in which some threads wait for each other in a circle.",
			"Take locks in the same order everywhere, and look for wake-ups that are given before somebody " +
				"waits for " +
				"them."}},
	{name: NoDataRace,
		formulas: []string{"G ! data-race"},
		words: Words{"Two threads race on memory",
			"Two threads access the same memory, one of them writes, at least one access is not atomic, " +
				"and nothing " +
				"orders them. The behaviour of such a program is undefined.",
			"Protect both accesses by the same lock, make both atomic, or order them by starting or " +
				"joining a thread. " +
				"The message names the locks that each thread holds."}},
	{name: NoOverflow, step: true,
		formulas: []string{"G ! overflow"},
		words: Words{"A signed integer operation overflows",
			"In some execution the result of an operation on signed integers does not fit its type, which " +
				"is undefined " +
				"behaviour.",
			"Check the operands before the operation, use a wider or an unsigned type; if the operand is " +
				"shared, check " +
				"and operation must not be separated by other threads."}},
	{name: NoUndefinedArithmetic, step: true,
		formulas: []string{"G ! undefined-arithmetic"},
		words: Words{"An arithmetic operation is undefined",
			"In some execution a divisor is zero, a quotient does not fit its type, the amount of a shift " +
				"is not below the width, a negative value is shifted to the left, a floating-point value " +
				"is converted to an integer type that cannot hold it, or an array of variable length has " +
				"no elements.",
			"Check the operand before the operation; if it is shared, check and operation must not be " +
				"separated by other threads."}},
	{name: NoUndefinedBehaviour, step: true,
		formulas: []string{"G ! undefined-behaviour"},
		words: Words{"The behaviour of the program is undefined",
			"In some execution something happens that C leaves undefined and that none of the other " +
				"properties is about; the message says what, and names the clause of the C standard.",
			"Look up the kind in docs/properties.md; each kind has an advice of its own."}},
	{name: NoUninitialisedUse, step: true,
		formulas: []string{"G ! uninitialised-use"},
		words: Words{"A value that was never set is used",
			"In some execution a branch, an address, a divisor or output depends on memory that was never " +
				"written. Copying such memory is no violation.",
			"Initialise the variable where it is declared, or all members of an object after it is " +
				"allocated; look for a path on which an assignment is left out."}},
	{name: Termination,
		formulas: []string{"F end"},
		words: Words{"An execution does not end",
			"Some execution of the program goes on for ever.",
			"Look for a loop whose condition no thread will change."}},
	{name: NoStarvation,
		formulas: []string{"G ! starvation"},
		words: Words{"A thread waits for ever",
			"In some execution a thread waits for ever for a lock, for a condition, or in a loop that only " +
				"looks at memory, although all threads that can always go on do so.",
			"Look at the part of the execution that repeats: what the thread waits for does not happen in " +
				"it, or only while it does not look. A lock that is handed over in turn helps against the " +
				"latter."}},
	{name: LTL, given: true,
		words: Words{"An execution violates the formula",
			"Some execution that never ends, or stays in its last state, violates the formula of temporal " +
				"logic that was asked about.",
			"Look at the part of the execution that repeats: what the formula waits for does not happen in " +
				"it."}},
	{name: NoPanic, step: true, inGo: true,
		words: Words{"The program panics",
			"In some interleaving of the goroutines, for some input, a panic reaches the bottom of its " +
				"goroutine, or the runtime ends the program with an error.",
			"Follow the code flow: it is an execution that panics. Look for a step of another goroutine " +
				"between a test and what relies on it."}},
	{name: NoGoroutineLeak, inGo: true,
		words: Words{"A goroutine waits for ever",
			"In some interleaving a state is reached in which a goroutine is blocked and nothing that is " +
				"left can wake it.",
			"Give each channel operation a way out: a buffer for a result that nothing may fetch, a select " +
				"with the end of a context, or a close."}},
	{name: Bad, system: true, words: badState},
	{name: InvarProperty, system: true, words: badState},
	{name: Justice, system: true, words: badRun},
	{name: LiveProperty, system: true, words: badRun},
	{name: LTLProperty, system: true, words: badRun},
}

var severalWords = Words{"A property of several is violated",
	"Several properties are checked in one run; the verdict names the first one that is violated.",
	"Look at the table of the properties, and at the trace of each one that is violated."}

var badState = Words{"A bad state is reached",
	"Some path of the transition system, from an initial state, ends in a state that must not be reached.",
	"Follow the table of states: each row has the variables that the step before it has changed."}

var badRun = Words{"A run goes on for ever as it must not",
	"Some infinite run of the transition system, from an initial state, violates the property: what it " +
		"says must come does not, or what must not recur does.",
	"Look at the part of the run that repeats."}

// entry is the row of p; the zero row for a name that is not known.
func (p Property) entry() row {
	for _, r := range table {
		if r.name == p {
			return r
		}
	}
	return row{}
}

// All returns every property of programs that has a meaning by its name alone, in the order in which help
// texts list them.
func All() []Property {
	return slices.DeleteFunc(Known(), func(p Property) bool {
		return p.OfSystems() || p.OfGo() || p.entry().given
	})
}

// Known returns every property, those of programs before those of transition systems.
func Known() []Property {
	out := make([]Property, len(table))
	for i, r := range table {
		out[i] = r.name
	}
	return out
}

// OfGo reports whether p is a property of programs in Go alone.
func (p Property) OfGo() bool { return p.entry().inGo }

// OfSystems reports whether p is a property of transition systems, and not of programs.
func (p Property) OfSystems() bool { return p.entry().system }

// Words say what p is. They are empty for a name that is not known; those of a conjunction are of its kind.
func (p Property) Words() Words {
	if len(p.Members()) > 1 {
		return severalWords
	}
	return p.entry().words
}

// OfSteps reports whether a violation of p is a step that the program marks as one, so that p holds if none
// of them is taken.
func (p Property) OfSteps() bool {
	return !slices.ContainsFunc(p.Parts(), func(q Property) bool { return !q.entry().step })
}

// OfOperations reports whether a violation of p is a single operation: a step that the program marks as one,
// or a use of memory that is not possible.
func (p Property) OfOperations() bool {
	return !slices.ContainsFunc(p.Parts(), func(q Property) bool { return !q.entry().step && !q.entry().use })
}

// OfAccesses reports whether a violation of p is a step that the program marks as one, or an access or an
// invalid free: what invariants of the states exclude, with no memory of what was allocated.
func (p Property) OfAccesses() bool { return p.OfOperations() && !p.Covers(ValidMemtrack) }

// Memory reports whether p is about the use of memory: objects may not be merged, resized or kept for such a
// property, whatever the values in them.
func (p Property) Memory() bool {
	return slices.ContainsFunc(p.Parts(), func(q Property) bool { return q.entry().memory })
}
