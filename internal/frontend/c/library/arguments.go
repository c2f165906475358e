package library

import (
	"fmt"
	"strings"
)

// The arguments of main are either known or inputs; what inputs are is in models/main.c.

// ArgumentVector is the model that makes the argument vector.
const ArgumentVector = "__whittle_argv"

// OwnsBlocks reports whether a model allocates and frees memory that the program has nothing to do with: the
// arguments of main, what a new thread is told, and the list of blocks.
func OwnsBlocks(model string) bool {
	switch model {
	case ListedBlock, "__whittle_delist":
		return true
	case ArgumentVector, "pthread_create_keys", "pthread_create_keys_state", "__whittle_start_keys":
		return true
	}
	return false
}

// ListedBlock is the model that makes an entry in the list of blocks, for realloc. Such an entry has the
// address of a block, but that the library knows of the block is no pointer to it.
const ListedBlock = "__whittle_enlist"

// ListOfBlocks is the variable of the models that has the list.
const ListOfBlocks = "__whittle_blocks"

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
