package report

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/trace"
)

// effectList collects what the steps of one line did, in words.
type effectList struct {
	words *words
	out   []string
	seen  bool // something that another thread can see, or an input
	quiet bool // inside a library operation that has been named: its accesses are noise
	// accesses are the places in out of accesses inside a library operation
	// that were told before it was known what the operation is.
	accesses  []int
	condition bool // the first effect is the condition of a branch
	// trying is one more than the place in out of an operation that may fail, attempt what it is; stored is
	// whether something was written since. failed is one more than the place in out of the last one that did.
	trying  int
	attempt *trace.SyncNote
	stored  bool
	failed  int
	// assigned is where in out the variables assigned on this line stand, as
	// long as nothing else was told since.
	assigned map[string]int
	// run is the row of writes to memory side by side that the last effects tell.
	run storeRun
	// reads is the row of reads of characters side by side that the last effects tell.
	reads storeRun
}

func (e *effectList) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	e.assigned = nil
	if n := len(e.out); n > 0 && e.out[n-1] == text {
		return
	}
	e.out = append(e.out, text)
}

// assign tells a new value of a local variable; of several in a row only the last one is kept.
func (e *effectList) assign(name, value string) {
	text := name + " := " + value
	if i, again := e.assigned[name]; again && !e.words.verbose {
		e.out[i] = text
		return
	}
	if e.assigned == nil {
		e.assigned = map[string]int{}
	}
	e.assigned[name] = len(e.out)
	e.out = append(e.out, text)
}

// modelAccesses bounds how many accesses of one library operation are shown.
const modelAccesses = 3

// maxCondition is the length of the longest condition that is shown.
const maxCondition = 28

// add says what one step did.
func (e *effectList) add(s *trace.Step) {
	if s.Visible {
		e.seen = true
	}
	w := e.words
	switch s.Kind {
	case trace.KindLoad:
		e.load(s)
	case trace.KindStore:
		e.stored = true
		e.store(s)
	case trace.KindAssign:
		if a := s.Assigned; a != nil && a.Type != "" && !s.Model {
			e.assign(shortName(a.Name), w.value(&a.Value))
		}
	case trace.KindInput:
		e.input(s)
	case trace.KindBegin:
		switch {
		case s.Sync != nil && s.Sync.Kind != "":
			if s.Model {
				e.named()
			}
			if _, known := syncTable[s.Sync.Kind]; !known && !w.verbose {
				return // what a once or a key is for stands in the program
			}
			e.say("%s", syncText(s.Sync.Kind, w.t.Names.Whole(s.Sync.Object)))
			e.trying, e.attempt, e.stored, e.failed = len(e.out), s.Sync, false, 0
		case !s.Model:
			e.say("atomic {")
		}
	case trace.KindEnd:
		if !s.Model {
			e.quiet = false
		}
		e.tried()
		switch n := len(e.out); {
		case s.Model || n == 0:
		case e.out[n-1] == "atomic {":
			e.out = e.out[:n-1] // nothing was done in it
		default:
			e.say("}")
		}
	case trace.KindSpawn:
		e.named()
		e.say("starts T%d", s.Child)
	case trace.KindJoin:
		e.named()
		e.say("joins T%d", s.Child)
	case trace.KindBranch:
		if t := english.OneLine(s.Text); !s.Model && t != "" && len(t) <= maxCondition && len(e.out) == 0 {
			e.out = append(e.out, t)
			e.condition = true
		}
	case trace.KindCall:
		// A library function that has nothing to do is worth its line.
		if !s.Model && s.Message != "" && !w.procs[s.Message] && !w.t.Names.IsMade(s.Message) {
			e.seen = true
		}
	case trace.KindFree:
		if s.Object != "" && s.Visible {
			e.say("frees %s", s.Object)
		}
	case trace.KindReturn:
		if s.Model && s.Message != "" {
			e.fails(s.Message)
		}
	case trace.KindExit:
		e.say("%s", strings.TrimSpace("exits "+s.Message))
	case trace.KindPrint:
		e.seen = true
		e.say("prints %q", s.Message)
	case trace.KindJump:
		e.seen = true
		e.say("... %s", s.Message)
	case trace.KindViolation:
		e.seen = true
		if e.condition && len(e.out) == 1 {
			e.out = nil // the message says it better
		}
		e.say("VIOLATION %s", e.words.message(s))
	case trace.KindUB:
		e.seen = true
		e.say("UNDEFINED %s", e.words.message(s))
	case trace.KindDeadlock:
		e.seen = true
		e.say("%s", strings.TrimSpace("WAITS FOR EVER "+waitText(s, false)))
	}
	e.notes(s)
}

// named is called when a word says what a library operation does: its accesses are noise then.
func (e *effectList) named() {
	e.quiet = true
	for i := len(e.accesses) - 1; i >= 0; i-- {
		at := e.accesses[i]
		e.out = append(e.out[:at], e.out[at+1:]...)
	}
	e.accesses, e.assigned = nil, nil
}

// tried is called at the end of an operation: one that takes or gives back something and has written nothing
// has failed.
func (e *effectList) tried() {
	if e.trying > 0 && e.trying <= len(e.out) {
		done, not := attemptText(e.attempt.Kind, e.words.t.Names.Whole(e.attempt.Object))
		switch {
		case done == "":
		case e.stored:
			e.out[e.trying-1] = done
		default:
			e.out[e.trying-1], e.failed = not, e.trying
		}
	}
	e.trying = 0
}

// fails is called when a library function returns an error. It is said once, though functions of the library
// call each other.
func (e *effectList) fails(name string) {
	if e.failed > 0 && e.failed <= len(e.out) {
		if i := e.failed - 1; !strings.HasSuffix(e.out[i], ": "+name) {
			e.out[i] += ": " + name
		}
		return
	}
	if text := "fails: " + name; !slices.Contains(e.out, text) {
		e.say("%s", text)
	}
}

// withoutHandle drops from the effects of a call that the variable with the number of a thread was read, if
// what the library does then is to join that thread.
func withoutHandle(call, library []string) []string {
	var child int
	if n := len(call); n > 0 && len(library) > 0 {
		if _, err := fmt.Sscanf(library[0], "joins T%d", &child); err == nil &&
			strings.HasSuffix(call[n-1], fmt.Sprintf(" is %d", child+1)) {
			return call[:n-1]
		}
	}
	return call
}

// input tells a chosen value, as that of the variable it went to if it has no name of its own.
func (e *effectList) input(s *trace.Step) {
	name, what, v, unread := "", "", e.words.value(s.Value), false
	if a := s.Assigned; a != nil {
		v = e.words.value(&a.Value)
		if a.Type != "" {
			name = shortName(a.Name)
		}
	}
	for _, n := range s.Inputs {
		if n.Kind == trace.Havoc {
			what, unread = e.words.t.Names.Input(n.What), n.Unread
		}
	}
	if s.Model && s.Value != nil && s.Value.Width == 8 && !e.words.verbose {
		e.seen = true
		return // what is stored says it
	}
	inside := s.Model && (strings.HasPrefix(what, "uninitialised ") || e.words.t.Names.IsOwn(what))
	if (unread || inside) && !e.words.verbose {
		return // before it gets its value, or a variable of the library
	}
	e.seen = true
	switch {
	case what != "":
		e.say("input %s = %s", what, v)
	case name != "":
		e.say("input %s = %s", name, v)
	default:
		e.say("input %s", v)
	}
}

// notes tells the other inputs of a step that a person may care for.
func (e *effectList) notes(s *trace.Step) {
	for _, n := range s.Inputs {
		if n.Kind == trace.InitByte {
			e.seen = true
			if !e.words.verbose && s.Kind == trace.KindLoad {
				continue // the value that was read says it
			}
			e.say("input %s = %s", n.What, n.Value)
		}
	}
}

// joinEffects puts the effects side by side.
func joinEffects(effects []string) string {
	var b strings.Builder
	for i, e := range effects {
		if i > 0 {
			b.WriteString(separator(effects[i-1], e))
		}
		b.WriteString(e)
	}
	return b.String()
}

// separator stands between two effects: none at the braces of a section.
func separator(a, b string) string {
	if strings.HasSuffix(a, "{") || b == "}" {
		return " "
	}
	return "; "
}
