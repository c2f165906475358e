package report

import (
	"fmt"
	"strings"

	"whittle.dev/internal/trace"
)

// effectList collects what the steps of one line did, in words.
type effectList struct {
	out  []string
	seen bool // something that another thread can see, or an input
	sync bool // inside a labelled library operation: its accesses are noise
}

func (e *effectList) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if n := len(e.out); n > 0 && e.out[n-1] == text {
		return
	}
	e.out = append(e.out, text)
}

// list returns the effects; inside models at most a few.
func (e *effectList) list() []string { return e.out }

// modelAccesses bounds how many accesses of a model call are shown.
const modelAccesses = 3

// add says what one step did.
func (e *effectList) add(t *trace.Trace, s *trace.Step) {
	if s.Visible {
		e.seen = true
	}
	quiet := s.Model && (e.sync || len(e.out) >= modelAccesses)
	switch s.Kind {
	case trace.KindLoad:
		if !quiet {
			e.say("%s is %s%s", object(s), value(s.Value), readFrom(t, s))
		}
	case trace.KindStore:
		if !quiet {
			e.say("%s := %s", object(s), value(s.Value))
		}
	case trace.KindAssign:
		if a := s.Assigned; a != nil && a.Type != "" && !s.Model {
			e.say("%s := %s", shortName(a.Name), a.Value)
		}
	case trace.KindInput:
		e.input(s)
	case trace.KindBegin:
		switch {
		case s.Sync != nil && s.Sync.Kind != "":
			e.sync = s.Model
			e.say("%s", strings.TrimSpace(s.Sync.Kind+" "+s.Sync.Object))
		case !s.Model:
			e.say("atomic {")
		}
	case trace.KindEnd:
		e.sync = false
		if !s.Model {
			e.say("}")
		}
	case trace.KindSpawn:
		e.say("starts T%d", s.Child)
	case trace.KindJoin:
		e.say("joins T%d", s.Child)
	case trace.KindAlloc:
		if s.Object != "" && !(s.Depth > 0 && s.Addr == 0) && e.seen {
			e.say("new %s", s.Object)
		}
	case trace.KindFree:
		if s.Object != "" && s.Visible {
			e.say("frees %s", s.Object)
		}
	case trace.KindExit:
		e.say("%s", strings.TrimSpace("exits "+s.Message))
	case trace.KindPrint:
		e.seen = true
		e.say("prints %q", s.Message)
	case trace.KindViolation:
		e.seen = true
		e.say("VIOLATION %s", s.Message)
	case trace.KindUB:
		e.seen = true
		e.say("UNDEFINED %s", s.Message)
	case trace.KindDeadlock:
		e.seen = true
		e.say("%s", strings.TrimSpace("WAITS FOR EVER "+s.Message))
	}
	e.notes(s)
}

// input tells a chosen value, as that of the variable it went to if there is
// one.
func (e *effectList) input(s *trace.Step) {
	name, what, v := "", "", value(s.Value)
	if a := s.Assigned; a != nil {
		v = a.Value.String()
		if a.Type != "" {
			name = shortName(a.Name)
		}
	}
	for _, n := range s.Inputs {
		if n.Kind == trace.Havoc {
			what = n.What
		}
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
			e.say("input %s = %s", n.What, n.Value)
		}
	}
}

func value(v *trace.Value) string {
	if v == nil {
		return "?"
	}
	return v.String()
}

func object(s *trace.Step) string {
	switch {
	case s.Object != "":
		return s.Object
	case s.Addr != 0:
		return fmt.Sprintf("*%#x", s.Addr)
	}
	return "memory"
}

// readFrom names the thread whose write is read, when it is another one.
func readFrom(t *trace.Trace, s *trace.Step) string {
	if s.ReadFrom <= 0 || s.ReadFrom > len(t.Steps) {
		return ""
	}
	if w := t.Steps[s.ReadFrom-1]; w.Thread != s.Thread {
		return fmt.Sprintf(" (T%d)", w.Thread)
	}
	return ""
}

// shortName drops the procedure of "main::i".
func shortName(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}
