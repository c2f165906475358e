package foreign

import (
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/source"
)

// Program is a program of another front end.
type Program struct {
	// Shadow is C. What it defines is lowered by Lower; it also declares what the program calls.
	Shadow string
	// Sites is the function of Shadow with the sites that all others have, and nothing calls; empty: there
	// is none.
	Sites string
	// Runtime is C as well: what the other language's own library has, beside the library models.
	Runtime string
	// Lower lowers the body of a function that Shadow defines.
	Lower func(b *Body)
	// Place is where people find a function, and Name what they call it.
	Place func(files *source.Files, function string) source.Pos
	Name  func(function string) string
	// Library says that a function is one of the other language's own library: people see the call of it.
	Library func(function string) bool
	// Largest is the size of the largest object that the program has or asks for, as far as that is
	// constant.
	Largest uint64
	// Words says that variable arguments lie in words of the machine, one after the other, since the
	// program has lists of them that it passes to the library.
	Words bool
}

// What bodies are built with.
type (
	// Builder is what steps are added to.
	Builder = flow.Builder
	// Frame has the objects of an activation.
	Frame = flow.Frame
	// Object is an object of a frame.
	Object = flow.Object
	// Loc is a place between steps.
	Loc = flow.Loc
	// Step is an operation on its way to become an edge.
	Step = flow.Step
)
