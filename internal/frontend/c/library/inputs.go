package library

import "strings"

// inputs has the names for people of what the library models choose in functions of their own.
var inputs = map[string]string{
	"posixly_correct": "POSIXLY_CORRECT is set",
	"scarce":          "resources are lacking",
	"printed":         "output fails",
	"fails":           "output fails",
	"to_stream":       "output fails",
	"input":           "the number of bytes that are read",
	"descriptor":      "a number for a descriptor",
	"from_stream":     "a character that is read",
	"scanned":         "what is read",
	"rwlock_polite":   "a reader waits behind writers",
	"handler":         "a signal is ignored from the start",
	"clock_error":     "the clock is not permitted",
	"cancel_chance":   "the function is a point of cancellation",
	"wakes_joining":   "the thread is cancelled while it waits",
	"create_error":    "the attributes are not permitted",
}

// forms are the suffixes that tell the forms of a model apart.
var forms = []string{formKinds, formKeys, formCleanup, formQueue, formSized, formListed, formAttr,
	formState, formLeft, FormCancel, formPointed, FormJumps, FormSignals, formShared,
	formWriters, formOpen, formOwner, formErrno,
	formClock, formThreads, formExits, FormMemory, formUnset, formRaces, FormStreams, formPipes,
	formArguments, formMayFail}

// InputName is the name for people of what a library model chooses: "rand()", "resources are lacking".
func InputName(function string) string {
	for _, form := range forms {
		if plain, ok := strings.CutSuffix(function, form); ok {
			function = plain
			break
		}
	}
	own, ok := strings.CutPrefix(function, "__whittle_")
	switch {
	case !ok:
		return function + "()"
	case inputs[own] != "":
		return inputs[own]
	}
	return strings.ReplaceAll(own, "_", " ")
}
