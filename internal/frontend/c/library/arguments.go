package library

import (
	"fmt"
	"strings"
)

// The arguments of main are either known or inputs; what inputs are is in models/main.c.

// ArgumentVector is the model that makes the argument vector.
const ArgumentVector = "__whittle_argv"

// anyArgument is the model that makes an argument for an option.
const anyArgument = "__whittle_any_argument"

// KnownInPart reports whether a model allocates what continues after what is known of it.
func KnownInPart(model string) bool { return model == ArgumentVector || model == anyArgument }

// OwnsBlocks reports whether a model allocates and frees memory that the program has nothing to do with: the
// arguments of main, what a new thread is told, the list of blocks, and streams.
func OwnsBlocks(model string) bool {
	if OpensStream(model) {
		return true
	}
	switch model {
	case "__whittle_close_stream_streams", "closedir_streams", "readdir":
		return true
	case ListedBlock, "__whittle_delist":
		return true
	case ArgumentVector, anyArgument, "pthread_create_keys", "pthread_create_keys_state",
		"__whittle_start_keys":
		return true
	case "__cxa_allocate_exception", "__cxa_free_exception", "__whittle_drop_exception", "__whittle_given",
		"__whittle_create", "__whittle_guarded":
		return true // of the runtime of C++
	}
	return false
}

// ListedBlock is the model that makes an entry in the list of blocks, for realloc. Such an entry has the
// address of a block, but that the library knows of the block is no pointer to it.
const ListedBlock = "__whittle_enlist"

// IsOwnVariable reports whether people are told nothing of a variable of the models: the list of blocks, and
// the names of the streams that are open from the start.
func IsOwnVariable(name string) bool {
	switch name {
	case "__whittle_blocks", "stdin", "stdout", "stderr":
		return true
	}
	return false
}

// OpensStream reports whether a model makes a stream or a directory. That begins StreamHeader bytes past
// the start of its block, so that only the library can free it.
func OpensStream(model string) bool {
	switch model {
	case "fopen", "fdopen", "tmpfile", "popen", "fmemopen_streams", "opendir", "fdopendir":
		return true
	}
	return false
}

// StreamHeader is how many bytes of the block of a stream are in front of the stream.
const StreamHeader = 16

// Readers are the models by which the lowering says what functions without a model read, or that they do
// something with a stream.
var Readers = []string{"__whittle_reads_text", "__whittle_reads_some_text", "__whittle_reads_bytes",
	"__whittle_to_stream", "__whittle_directory"}

// ArgumentLength is how many characters of each argument of main are known where the arguments are inputs.
const ArgumentLength = 32

// PrintsArguments reports whether a model prints arguments of main, which are messages of getopt about them.
func PrintsArguments(model string) bool {
	switch model {
	case "__whittle_long_option", "__whittle_short_option", "__whittle_possibilities",
		"__whittle_choose_short", "__whittle_choose_long":
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
