package gen

import (
	"fmt"
	"io"

	"whittle.dev/internal/bench/gen/cnf"
)

// Answer is what is known about an instance: "sat", "unsat", or "" for nothing.
type Answer string

// The answers.
const (
	Sat   Answer = "sat"
	Unsat Answer = "unsat"
)

// Instance is one file of a suite.
type Instance struct {
	Family string
	Name   string // of the file, without its extension
	Want   Answer
	// Write writes the file.
	Write func(w io.Writer) error
}

// formula is an instance of the suite of formulas.
func formula(family, name string, want Answer, make func() *cnf.Formula) Instance {
	name = family + "-" + name
	return Instance{family, name, want, func(w io.Writer) error {
		f := make()
		return f.Write(w, name, fmt.Sprintf("expected: %s", want))
	}}
}
