package report

import (
	"strings"

	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// Row is a line of the printed trace for those who lay it out in another way.
type Row struct {
	Thread int        // -1: it belongs to no thread
	Pos    source.Pos // in the program; may be invalid
	Where  string     // Pos, or what the trace says, as file:line:column; may be empty
	Text   string     // the source line, without indentation
	// Effects say what happened, as in the printed trace.
	Effects []Effect
	// Steps are indices in trace.Trace.Steps, in the order in which they are told here: steps that no other
	// thread can see stand with the source line that they belong to.
	Steps []int
	// Minor rows are folded in the printed trace, Idle ones, which are minor as well, are left out.
	Minor, Idle bool
	// Broken: a violation, or undefined behaviour.
	Broken bool
	// Switched: another thread acted on the row before that is not idle.
	Switched bool
	// Repeat is what is said in the place of this row and of those beside it that have the same one, since
	// they repeat what stands before them; nil: nothing.
	Repeat *Repeat
}

// Repeat says what rows do that are a block which is repeated.
type Repeat struct {
	Text   string   // "lines 3-5, 298 more times"
	Ranges []string // "i from 2 to 299"
}

// String puts the two side by side.
func (r Repeat) String() string { return strings.Join(append([]string{r.Text}, r.Ranges...), "; ") }

// Rows returns the lines of a replayed trace, also those that are folded or left out when it is printed.
func Rows(t *trace.Trace, files *source.Files) []Row {
	ls := allLines(t, files, false)
	weight, folded := importances(t, ls)
	out := make([]Row, len(ls))
	last := -1
	for i := range ls {
		l := &ls[i]
		out[i] = Row{Thread: l.thread, Pos: l.pos, Where: l.where, Text: l.text, Effects: l.effects,
			Steps: l.steps,
			Minor: weight[i] == unimportant, Idle: l.idle(), Broken: l.broken}
		if !out[i].Idle {
			out[i].Switched = last >= 0 && out[last].Thread != l.thread
			last = i
		}
	}
	for _, l := range folded {
		if l.repeat == nil {
			continue
		}
		r := &Repeat{l.repeat.text, l.repeat.ranges}
		for i := l.repeat.from; i <= l.repeat.to; i++ {
			out[i].Repeat = r
		}
	}
	return out
}

// Headline is the violation at the end of a trace in one sentence.
type Headline struct {
	Message string
	// Short is Message without what Causes tell.
	Short string
	// Pos is its place, Other that of the other access of a data race; both may be invalid.
	Pos, Other source.Pos
}

// FindHeadline finds the headline of a replayed trace; ok is false if the trace does not say what is
// violated.
func FindHeadline(t *trace.Trace, files *source.Files) (h Headline, ok bool) {
	found, ok := newHeadline(t, files)
	return Headline{found.message, found.short, found.pos, found.other}, ok
}

// Names turns the values and places of one trace into text, as the printed trace does.
type Names struct{ words *words }

// NewNames collects the names of a trace.
func NewNames(t *trace.Trace) Names { return Names{newWords(t, true)} }

// Value prints a value; an address by the object that it points to.
func (n Names) Value(v *trace.Value) string { return n.words.value(v) }

// Variable drops the procedure of "main::i".
func Variable(name string) string { return shortName(name) }

// Object names what a step accesses.
func (n Names) Object(s *trace.Step) string { return n.words.object(s) }
