package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/cfa"
)

// EffectKind says what an effect is. A library operation on a lock, a condition, a barrier or a semaphore has
// the word of its cfa.SyncKind: "lock", "sem-post". One that tries has it if it fails.
type EffectKind string

// The kinds of effects besides those of library operations.
const (
	EffectAssign    EffectKind = "assign" // to a variable that only its thread sees
	EffectRead      EffectKind = "read"
	EffectWrite     EffectKind = "write"
	EffectInput     EffectKind = "input"     // a value is chosen
	EffectCondition EffectKind = "condition" // Value holds, and decides where the thread goes on
	EffectStart     EffectKind = "start"     // of a thread
	EffectJoin      EffectKind = "join"
	EffectAtomic    EffectKind = "atomic" // an atomic section begins
	EffectEnd       EffectKind = "end"    // it ends
	EffectFree      EffectKind = "free"
	EffectFail      EffectKind = "fail" // a library function returns the error Value, or Object returns null
	EffectExit      EffectKind = "exit"
	EffectPrint     EffectKind = "print"
	EffectJump      EffectKind = "jump"  // Value says how many turns of a loop are no steps here
	EffectMore      EffectKind = "more"  // accesses of a library function that are not told
	EffectAgain     EffectKind = "again" // from here on the execution repeats
	EffectViolation EffectKind = "violation"
	EffectUndefined EffectKind = "undefined"
	EffectDeadlock  EffectKind = "deadlock" // Value says what the thread waits for
)

// Effect is one thing that happens on a line of a trace.
type Effect struct {
	Kind EffectKind
	// Object is what is read, written, freed, taken, ...: "queue.items[3]"; of an input its name.
	Object string
	// Value is what was read, written or chosen, or what the kind says; of an operation that has failed the
	// error.
	Value string
	// Thread is, if it is more than 0, one more than the thread that is started or joined, or that has
	// written what is read, if that is another one.
	Thread int
	// Unset: what is read was never written.
	Unset bool
	// Failed: the library operation has not done what it is for.
	Failed bool
}

// String is the effect in words: "x := 1", "takes m", "input n = 3".
func (e Effect) String() string {
	switch e.Kind {
	case EffectAssign, EffectWrite:
		return e.Object + " := " + e.Value
	case EffectRead:
		text := e.Object + " is " + e.Value
		if e.Thread > 0 {
			text += fmt.Sprintf(" (T%d)", e.Thread-1)
		}
		if e.Unset {
			text += ", never set"
		}
		return text
	case EffectInput:
		if e.Object == "" {
			return "input " + e.Value
		}
		return "input " + e.Object + " = " + e.Value
	case EffectCondition:
		return e.Value
	case EffectStart:
		return fmt.Sprintf("starts T%d", e.Thread-1)
	case EffectJoin:
		return fmt.Sprintf("joins T%d", e.Thread-1)
	case EffectAtomic:
		return "atomic {"
	case EffectEnd:
		return "}"
	case EffectMore:
		return "..."
	case EffectAgain:
		return "FROM HERE ON IT REPEATS"
	case EffectFail:
		if e.Object != "" {
			return e.Object + " fails"
		}
	case EffectPrint:
		return "prints " + strconv.Quote(e.Value)
	}
	text := effectWords[e.Kind]
	switch {
	case text == "":
		text = syncText(cfa.SyncKind(e.Kind), e.Object, e.Failed)
		if e.Value != "" {
			text += ": " + e.Value
		}
	case e.Object != "":
		text += " " + e.Object
	case e.Value != "":
		text += " " + e.Value
	}
	return text
}

// effectWords stand before the object or the value.
var effectWords = map[EffectKind]string{EffectFree: "frees", EffectFail: "fails:", EffectExit: "exits",
	EffectJump: "...", EffectViolation: "VIOLATION", EffectUndefined: "UNDEFINED",
	EffectDeadlock: "WAITS FOR EVER"}

// writes reports whether an effect changes a variable or memory.
func (e Effect) writes() bool { return e.Kind == EffectAssign || e.Kind == EffectWrite }

// joinEffects puts the effects side by side.
func joinEffects(effects []Effect) string {
	return strings.Join(slices.Collect(effectTexts(effects)), " ")
}

// effectTexts are the effects in words, each with what stands between it and the next one: nothing at the
// braces of a section.
func effectTexts(effects []Effect) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i, e := range effects {
			text := e.String()
			if i+1 < len(effects) && e.Kind != EffectAtomic && effects[i+1].Kind != EffectEnd {
				text += ";"
			}
			if !yield(text) {
				return
			}
		}
	}
}
