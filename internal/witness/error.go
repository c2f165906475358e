package witness

import (
	"fmt"

	"whittle.dev/internal/source"
)

// Error is an error in a witness file.
type Error = source.FileError

// At makes an error about a place of the witness.
func (w *Witness) At(p Place, format string, args ...any) *Error {
	return &Error{File: w.File, Line: p.Line, Col: p.Col, Msg: fmt.Sprintf(format, args...)}
}
