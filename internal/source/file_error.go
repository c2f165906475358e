package source

import "fmt"

// FileError is an error in a file that is no program: a task definition, a witness, a compilation database.
type FileError struct {
	File      string
	Line, Col int // from 1; 0: not known
	Msg       string
}

// Error prints the message as file:line:column: error: message.
func (e *FileError) Error() string {
	switch {
	case e.Line == 0:
		return fmt.Sprintf("%s: error: %s", e.File, e.Msg)
	case e.Col == 0:
		return fmt.Sprintf("%s:%d: error: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: error: %s", e.File, e.Line, e.Col, e.Msg)
}
