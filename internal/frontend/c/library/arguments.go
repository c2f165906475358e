package library

import (
	"fmt"
	"strings"
)

// The arguments of main are either known or inputs; what inputs are is in models/main.c.

// ArgumentVector is the model that makes the argument vector.
const ArgumentVector = "__whittle_argv"

// OwnsBlocks reports whether a model allocates and frees memory that the program has nothing to do with: the
// arguments of main, and what a new thread is told.
func OwnsBlocks(model string) bool {
	switch model {
	case ArgumentVector, "pthread_create_keys", "pthread_create_keys_state", "__whittle_start_keys":
		return true
	}
	return false
}

// argumentsModel is the file that has it.
const argumentsModel = "main.c"

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
		strings.String(), entries.String(), ArgumentVector)
}
