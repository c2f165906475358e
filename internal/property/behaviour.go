package property

import "slices"

// Behaviour is a kind of behaviour that C leaves undefined, by a short name: a violation of
// NoUndefinedBehaviour is of one of them, and says of which.
type Behaviour string

// The kinds of undefined behaviour.
const (
	Overlap Behaviour = "overlap" // a copy between objects that overlap
	Domain  Behaviour = "domain"  // an argument for which a function of the library is not defined
	// an access that leads out of an array inside of an object
	SubObject Behaviour = "sub-object"
	Call      Behaviour = "call" // a call of a function as if it had another type
	// changes of one object, or a change and a use, that nothing orders
	Unsequenced Behaviour = "unsequenced"
	Assignment  Behaviour = "assignment"  // of a structure to where a part of it is
	Unreachable Behaviour = "unreachable" // what the program says that it never does
	Jump        Behaviour = "jump"        // longjmp to a function that has returned
)

// behaviour is all that is known of one kind.
type behaviour struct {
	name   Behaviour
	clause string // of ISO/IEC 9899:2011, or of a later one that is named
	words  Words
}

// behaviours has one row for each kind, in the order in which they are listed.
var behaviours = []behaviour{
	{Overlap, "7.24.2",
		Words{"What is copied overlaps where it is copied to",
			"A function that copies, other than memmove, is given memory to write that " +
				"overlaps the memory to read. What is written then may be anything.",
			"Use memmove, or copy to another object first."}},
	{Domain, "7.1.4p1",
		Words{"An argument is outside of the domain of a function",
			"A function of the library is called with a value for which it is not defined: one of " +
				"isalpha and its like with a negative char, for example.",
			"Check the argument before the call; convert a char to unsigned char before it is given to a " +
				"function of ctype.h."}},
	{SubObject, "6.5.6p8",
		Words{"An access runs over the end of a member or an inner array",
			"An index or a function of the library leads out of an array that is a member of a structure " +
				"or an element of an array, into what is behind it in the same object.",
			"Check the index or the length against the size of the array. With --strict-members such an " +
				"access violates valid-deref."}},
	{Call, "6.5.2.2p9",
		Words{"A function is called as if it had another type",
			"A function takes other parameters, or returns something else, than the pointer or the " +
				"declaration says through which it is called, or gets another number of arguments.",
			"Give the function the type that its callers want, and drop the cast of the pointer; declare " +
				"functions with their parameters, in a header that their definition includes.",
		}},
	{Unsequenced, "6.5p2",
		Words{"An object is changed and used in one expression, in no order",
			"An expression changes an object and changes it again, or reads it for something else, and " +
				"nothing says which comes first. Compilers choose, and may choose otherwise tomorrow.",
			"Make two statements of it."}},
	{Assignment, "6.5.16.1p3",
		Words{"A structure is assigned to where a part of it is",
			"The object that is assigned overlaps the one that it is assigned to, and is not the same one. " +
				"What is copied then may be anything.",
			"Copy to another object first, or use memmove."}},
	{Unreachable, "C23 7.21.1",
		Words{"The program comes to where it says that it never does",
			"__builtin_unreachable is called, or the argument of __builtin_assume is false. Compilers take " +
				"it for granted that this does not happen, and leave out what would lead there.",
			"Handle the case, or make sure that it does not occur."}},
	{Jump, "7.13.2.1p2",
		Words{"longjmp goes to a function that has returned",
			"The buffer of longjmp was not set by setjmp, or was set by another thread, or in a function " +
				"that has returned since. There is no place to go on at.",
			"Jump only while the function that calls setjmp runs; forget the buffer where it returns."}},
}

// Behaviours returns every kind of undefined behaviour, in the order in which they are listed.
func Behaviours() []Behaviour {
	out := make([]Behaviour, len(behaviours))
	for i, r := range behaviours {
		out[i] = r.name
	}
	return out
}

func (b Behaviour) entry() behaviour {
	i := slices.IndexFunc(behaviours, func(r behaviour) bool { return r.name == b })
	if i < 0 {
		return behaviour{}
	}
	return behaviours[i]
}

// Clause is the place in the C standard of 2011 that leaves it undefined, "6.5.6p8", or "C23 7.21.1" in that
// of 2023; empty for a name that is not known.
func (b Behaviour) Clause() string { return b.entry().clause }

// Reference is the same with the name of the standard: "C11 6.5.6p8".
func (b Behaviour) Reference() string {
	if c := b.Clause(); c == "" || c[0] == 'C' {
		return c
	}
	return "C11 " + b.Clause()
}

// Words say what the kind is; they are empty for a name that is not known.
func (b Behaviour) Words() Words { return b.entry().words }
