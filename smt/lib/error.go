package lib

import (
	"fmt"
	"strings"
)

// Pos is a place in a script: line and column from 1, the column in characters.
type Pos struct{ Line, Col int }

// String returns "line:col".
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// Error says what is wrong with a script, and where.
type Error struct {
	Pos Pos
	Msg string
}

// Error implements error: "line:col: message".
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

func errorf(p Pos, format string, args ...any) *Error {
	return &Error{Pos: p, Msg: fmt.Sprintf(format, args...)}
}

// stringLiteral returns s as an SMT-LIB string literal.
func stringLiteral(s string) string {
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
