package testsuite

import (
	"strings"

	"whittle.dev/internal/trace"
)

// Input is a value that a test gives to the program.
type Input struct {
	Thread int
	// What is what asks for it: "__VERIFIER_nondet_int()". Where is its place.
	What, Where string
	Value       trace.Value
}

// Number is the value as a decimal number.
func (in *Input) Number() string {
	v := in.Value
	v.Name = ""
	return v.String()
}

// Inputs lists the inputs of the test in the order in which the program asks for them, without what variables
// hold that are not initialised.
func (t *Test) Inputs() (out []Input) {
	for i := range t.Trace.Steps {
		s := &t.Trace.Steps[i]
		if s.Kind != trace.KindInput || s.Value == nil {
			continue
		}
		for _, in := range s.Inputs {
			if in.Kind == trace.Havoc && !strings.HasPrefix(in.What, "uninitialised ") {
				where := s.Where
				if s.UserWhere != "" {
					where = s.UserWhere
				}
				out = append(out, Input{s.Thread, in.What, where, *s.Value})
			}
		}
	}
	return out
}
