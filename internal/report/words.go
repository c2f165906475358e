package report

import (
	"fmt"
	"strings"

	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// words turns the values and places of one trace into text.
type words struct {
	t       *trace.Trace
	verbose bool
	// objects names addresses that occur in the trace.
	objects map[uint64]string
	// procs are the procedures of the program in which steps were made.
	procs map[string]bool
	// made counts the objects of the heap that share the name before their numbers.
	made map[string]int
	// macros holds, by the place of a use of a macro, the first line of its definition in which something
	// happens; spread the places for which there are several.
	macros map[source.Pos]source.Pos
	spread map[source.Pos]bool
	// racing are the accesses of a race.
	racing map[trace.Key]bool
}

// message is what is violated, without what is told as its cause.
func (w *words) message(s *trace.Step) string {
	if s.Brief != "" && !w.verbose {
		return s.Brief
	}
	return s.Message
}

func newWords(t *trace.Trace, verbose bool) *words {
	w := &words{t: t, verbose: verbose, objects: map[uint64]string{}, procs: map[string]bool{},
		made:   map[string]int{},
		macros: map[source.Pos]source.Pos{}, spread: map[source.Pos]bool{}, racing: map[trace.Key]bool{}}
	if r, ok := trace.FindRace(t); ok {
		w.racing[r.First.Step.Key], w.racing[r.Second.Step.Key] = true, true
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if !s.Model {
			w.procs[s.Proc] = true
		}
		if name, _, heap := strings.Cut(s.Object, "#"); heap && s.Kind == trace.KindAlloc {
			w.made[name]++
		}
		if at := keyOf(s).macro; at.IsValid() {
			if first, again := w.macros[s.User]; again && first != at {
				w.spread[s.User] = true
			} else {
				w.macros[s.User] = at
			}
		}
		if s.Kind == trace.KindAlloc && s.Object != "" {
			w.objects[s.Addr] = s.Object
		}
		if s.Assigned != nil {
			w.pointer(&s.Assigned.Value)
		}
		w.pointer(s.Value)
	}
	for i := range t.Steps { // an object, or what a pointer leads to, before its first member
		if s := &t.Steps[i]; s.Object != "" && s.Addr != 0 && w.objects[s.Addr] == "" {
			w.objects[s.Addr] = s.Object
		}
	}
	return w
}

// pointer notes the name of the address that a value is.
func (w *words) pointer(v *trace.Value) {
	if v == nil {
		return
	}
	if name, ok := strings.CutPrefix(v.Name, "&"); ok && w.objects[v.Bits] == "" {
		w.objects[v.Bits] = name
	}
}

// lowest is an address below which values are taken for numbers.
const lowest = 1 << 20

// value prints a value; an address by the object it points to.
func (w *words) value(v *trace.Value) string {
	if v == nil {
		return "?"
	}
	text := v.String()
	if v.Bits < lowest || v.High != 0 || v.Width < 32 || text != fmt.Sprint(v.Bits) {
		return text
	}
	if name := w.objects[v.Bits]; name != "" {
		return "&" + name
	}
	return text
}

func (w *words) object(s *trace.Step) string {
	switch name, _, heap := strings.Cut(s.Object, "#"); {
	case heap && s.Access != "" && !s.Model && !w.verbose && w.made[name] == 1:
		return s.Access // there is only one that it can be
	case s.Object != "" && s.Model && !w.verbose:
		return w.t.Names.Whole(s.Object)
	case s.Object != "":
		return s.Object
	case s.Addr != 0:
		return fmt.Sprintf("*%#x", s.Addr)
	}
	return "memory"
}

// readFrom is one more than the thread whose write is read, when it is another one; else 0.
func (w *words) readFrom(s *trace.Step) int {
	if s.ReadFrom <= 0 || s.ReadFrom > len(w.t.Steps) {
		return 0
	}
	if from := w.t.Steps[s.ReadFrom-1]; from.Thread != s.Thread {
		return from.Thread + 1
	}
	return 0
}

// shortName drops the procedure of "main::i".
func shortName(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}
