package c

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
)

// The arguments of main are either those of Config.Args or inputs; what inputs are is in models/main.c.

// vectorName is the library model that makes the argument vector, in mainModel.
const (
	vectorName = "__whittle_argv"
	mainModel  = "main.c"
)

// modelText returns the text of a library model.
func (c *Config) modelText(name string) ([]byte, error) {
	if name == mainModel && c.Args != nil {
		return fixedArguments(c.Args), nil
	}
	return embedded.ReadFile("models/" + name)
}

// fixedArguments is the model of an argument vector that is known. A program may write to the vector and to
// its strings, which are apart from each other.
func fixedArguments(args []string) []byte {
	var strings, entries strings.Builder
	for i, a := range args {
		fmt.Fprintf(&strings, "static char argument_%d[] = { ", i)
		for _, c := range []byte(a) {
			fmt.Fprintf(&strings, "%d, ", int8(c))
		}
		strings.WriteString("0 };\n")
		fmt.Fprintf(&entries, "argument_%d, ", i)
	}
	return fmt.Appendf(nil, "%sstatic char *argument_vector[] = { %s0 };\nchar **%s(int argc)\n{\n\treturn "+
		"argument_vector;\n}\n",
		strings.String(), entries.String(), vectorName)
}

// ReadsInputArguments reports whether a program, as it was lowered, reads arguments of main that are inputs.
func ReadsInputArguments(cfg *Config, prog *cfa.Program) bool {
	return cfg.Args == nil &&
		slices.ContainsFunc(prog.Procs, func(p *cfa.Proc) bool { return p.Model && p.Name == vectorName })
}

// ArgumentCount is the number of arguments that main is called with, if that is known.
func (s *Instrumented) ArgumentCount() (n int, known bool) {
	cfg := s.low.cfg
	return len(cfg.Args), cfg.Args != nil && cfg.entry() == "main"
}
