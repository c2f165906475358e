package cfa

// A Formatter says what a language prints for a string and some values. A front end gives each [Print] one,
// so that no other package knows what a format looks like.
type Formatter interface {
	// Format appends what is printed for a format and the bits of the arguments. It fails with an
	// UndefinedError where the language leaves open what happens, and with another error where that is not
	// supported.
	Format(dst, format []byte, args []uint64, str StringReader) ([]byte, error)
	// Strings lists the arguments that a format takes to be addresses of strings.
	Strings(format string) []int
}

// A StringReader reads the string at an address, at most limit bytes of it (negative: no limit); bad says why
// that is undefined behaviour.
type StringReader func(addr uint64, limit int) (s []byte, bad string)

// An UndefinedError says what is undefined about an operation.
type UndefinedError string

// Error implements error.
func (e UndefinedError) Error() string { return string(e) }

// Passed is the format of the arguments of functions that the program does not define, which count as used
// where values are followed that were never set. Nothing is printed.
type Passed struct{}

// Format appends nothing.
func (Passed) Format(dst, _ []byte, _ []uint64, _ StringReader) ([]byte, error) { return dst, nil }

// Strings lists no arguments.
func (Passed) Strings(string) []int { return nil }
