package report

import (
	"strings"

	"whittle.dev/internal/property"
)

// rule says what a property is, for people who have not asked for it by name.
type rule struct {
	property property.Property
	short    string
	full     string
	help     string
}

// rules has one rule for each property, in the order of property.All.
var rules = []rule{
	{property.UnreachCall, "An assertion fails or an error function is called",
		"In some interleaving of the threads, for some input, an assertion fails, or reach_error, __VERIFIER_error or the given error label is reached.",
		"Follow the code flow: it is an execution that fails. Look for a step of another thread between a read of a shared variable and what relies on the value; such steps belong into one critical section or into an atomic operation."},
	{property.NoDataRace, "Two threads race on memory",
		"Two threads access the same memory, one of them writes, at least one access is not atomic, and nothing orders them. The behaviour of such a program is undefined.",
		"Protect both accesses by the same lock, make both atomic, or order them by starting or joining a thread. The message names the locks that each thread holds."},
	{property.NoDeadlock, "Threads wait for each other for ever",
		"In some interleaving a state is reached in which no thread can go on although not all have ended.",
		"Take locks in the same order everywhere, and look for wake-ups that are given before somebody waits for them."},
	{property.NoOverflow, "A signed integer operation overflows",
		"In some execution the result of an operation on signed integers does not fit its type, which is undefined behaviour.",
		"Check the operands before the operation, use a wider or an unsigned type; if the operand is shared, check and operation must not be separated by other threads."},
	{property.ValidMemsafety, "Memory is used in an invalid way",
		"Some access is outside of a live object, something is freed that may not be, or allocated memory is lost.",
		"The property valid-memsafety is the conjunction of valid-deref, valid-free and valid-memtrack; see there."},
	{property.ValidDeref, "An access is outside of a live object",
		"Some access reads or writes out of the bounds of an object, through a null pointer, or to an object that was freed or whose scope has ended.",
		"Follow the code flow from where the pointer was made to where it is used; look for another thread that frees the object in between."},
	{property.ValidFree, "Something is freed that may not be",
		"free is called with a pointer that is not the start of a live heap object: it was freed before, or was never allocated.",
		"Decide which thread owns the object, and let that one free it once."},
	{property.ValidMemtrack, "Allocated memory is lost",
		"The last pointer to allocated memory disappears before the memory is freed.",
		"Free the object before its last pointer is overwritten or goes out of scope."},
	{property.ValidMemcleanup, "Memory is still allocated at the end",
		"The program ends while memory is allocated that was not freed.",
		"Free every object before the program ends."},
	{property.Termination, "An execution does not end",
		"Some execution of the program goes on for ever.",
		"Look for a loop whose condition no thread will change."},
}

// ruleIndex is the index of a property in rules; -1: it has none.
func ruleIndex(p property.Property) int {
	for i, r := range rules {
		if r.property == p {
			return i
		}
	}
	return -1
}

// sarifRules are the rules as SARIF describes them.
func sarifRules() []sarifRule {
	out := make([]sarifRule, len(rules))
	for i, r := range rules {
		out[i] = sarifRule{
			ID: string(r.property), Name: pascal(string(r.property)),
			Short: &sarifText{Text: r.short + "."}, Full: &sarifText{Text: r.full},
			Help:    &sarifText{Text: r.full + " " + r.help, Markdown: r.full + "\n\n" + r.help},
			Default: &sarifConfiguration{Level: "error"},
			// The names are those that GitHub reads. A violation was replayed before it is reported.
			Properties: map[string]any{"precision": "very-high", "problem.severity": "error", "tags": []string{"correctness", "concurrency"}},
		}
	}
	return out
}

// pascal makes "NoDataRace" of "no-data-race".
func pascal(s string) string {
	var b strings.Builder
	for _, word := range strings.Split(s, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// The kinds of notifications, as indices into sarifNotices.
const (
	noticeUndecided = iota
	noticeInternal
	noticeProgram
	noticeInput
	noticeRun
	noticeRemark
)

// sarifNotices describes the kinds of notifications.
func sarifNotices() []sarifRule {
	list := []struct{ id, text string }{
		noticeUndecided: {"undecided", "The property is neither proved nor refuted; the message says why."},
		noticeInternal:  {"internal-error", "A part of whittle failed; the message names a file that describes the defect."},
		noticeProgram:   {"program", "A message about the source of the program."},
		noticeInput:     {"input", "The input could not be read or is not a program that can be checked."},
		noticeRun:       {"run", "A message about the run, such as a file that could not be used."},
		noticeRemark:    {"remark", "Something to know about a verdict that stands: what was taken to mean more than it does, or a defect beside the property."},
	}
	out := make([]sarifRule, len(list))
	for i, n := range list {
		out[i] = sarifRule{ID: n.id, Short: &sarifText{Text: n.text}}
	}
	return out
}
