package witness

import "fmt"

// Error is an error in a witness file.
type Error struct {
	File      string
	Line, Col int // from 1; 0: not known
	Msg       string
}

// Error prints the message as file:line:column: error: message.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return fmt.Sprintf("%s: error: %s", e.File, e.Msg)
	case e.Col == 0:
		return fmt.Sprintf("%s:%d: error: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
}

// At makes an error about a place of the witness.
func (w *Witness) At(p Place, format string, args ...any) *Error {
	return &Error{w.File, p.Line, p.Col, fmt.Sprintf(format, args...)}
}
