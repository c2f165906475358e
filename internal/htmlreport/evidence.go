package htmlreport

import (
	"cmp"
	_ "embed" // the template, the script and the style are files in the folder assets
	"html/template"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/page"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/source"
)

// evidenceData is what the script shows beside the source.
type evidenceData struct {
	Notes []placeNote `json:"notes"`
}

// placeNote is what is known at a line.
type placeNote struct {
	File     int    `json:"f"` // in the list of sources; -1: its text is not known
	Line     int32  `json:"l"`
	Kind     string `json:"k"` // see noteKinds
	Text     string `json:"x"`
	Full     string `json:"-"` // what Text stands for, where that is long; the table unfolds it
	Function string `json:"-"`
	Place    string `json:"-"` // file and line
	Name     string `json:"-"` // of the file
}

// Shown reports whether the line is in a source that the page shows.
func (n placeNote) Shown() bool { return n.File >= 0 }

// noteKinds are the kinds of notes in the order in which they stand on one line, with what the table says.
var noteKinds = []struct{ kind, word string }{
	{"why", "reason"},
	{string(engine.EvidenceReached), "bound reached"},
	{string(engine.EvidenceBound), "bound"},
	{"assume", "assumption"},
	{"values", "values"},
	{string(engine.EvidenceStates), "states"},
	{string(engine.EvidencePredicates), "predicates"},
	{string(engine.EvidenceProtection), "protection"},
	{"never", "not reached"},
}

// Word is what the table says of the kind.
func (n placeNote) Word() string { return noteKinds[n.rank()].word }

func (n placeNote) rank() int {
	for i, k := range noteKinds {
		if k.kind == n.Kind {
			return i
		}
	}
	return len(noteKinds) - 1
}

//go:embed assets/evidence.html
var evidenceHTML string

//go:embed assets/evidence.css
var evidenceCSS string

//go:embed assets/evidence.js
var evidenceJS string

var evidenceTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("evidence").Parse(evidenceHTML))
})

// evidencePage is what the template of the section gets.
type evidencePage struct {
	How       string
	Notes     []placeNote
	More      int // notes that are beside the source only
	Several   bool
	Source    bool // some notes stand beside a source
	Intervals bool
}

// maxNote is how long the predicates of one place may be before they are folded.
const maxNote = 160

// maxTable bounds the rows of the table.
const maxTable = 400

// proofSection shows, of a property that holds, what was proved, and of one that is undecided what is known.
func (r Report) proofSection(src *sources) (Section, bool, error) {
	s := Section{ID: "proof", Title: "Proof", Script: evidenceJS, Style: evidenceCSS}
	kind := r.Summary.Result.Verdict.Kind
	if kind == property.False || r.Program == nil {
		return s, false, nil
	}
	if kind == property.Unknown {
		s.Title = "What is known"
	}
	notes, intervals := r.placeNotes(src)
	p := evidencePage{How: r.how(), Notes: notes, Several: len(src.files) > 1,
		Source: slices.ContainsFunc(notes, placeNote.Shown), Intervals: intervals}
	if n := len(notes); n > maxTable {
		p.Notes, p.More = notes[:maxTable], n-maxTable
	}
	html, err := page.Fragment(evidenceTemplate(), p)
	if notes == nil {
		notes = []placeNote{}
	}
	s.HTML, s.Data = html, evidenceData{notes}
	return s, true, err
}

// how says how to read what follows: what kind of proof it is, or why there is none.
func (r Report) how() string {
	res := r.Summary.Result
	kinds := map[engine.EvidenceKind]bool{}
	for _, e := range res.Evidence {
		kinds[e.Kind] = true
	}
	holds := res.Verdict.Kind == property.True
	switch {
	case holds && res.Pictures != nil && res.Pictures.Kind == picture.Reachability:
		text := "The abstract states that the graph shows include every state that the program can come " +
			"to: they have places for its threads and predicates about its values. None of them violates " +
			"the property."
		if c := res.Certificate; c != nil && c.Checked { // *proof.MultiStates
			text += " That no step leads out of them was checked apart from the search that found them."
		}
		return text
	case holds && res.Certificate != nil && res.Certificate.Checked && res.Certificate.Evidence != nil:
		return byEvidence(res.Certificate.Evidence)
	case holds && kinds[engine.EvidenceStates]:
		return "Every state that the program can come to was visited, many at a time: a set of states has " +
			"places for its threads and conditions on its values. None of them violates the property."
	case holds && kinds[engine.EvidenceBound]:
		return "The program was unrolled: no execution takes a loop, a recursion or the creation of " +
			"threads further than is written beside it. " +
			"Idle iterations, as those of a waiting loop, change nothing and can be left out. So all " +
			"executions were looked at, with every order of the steps of their threads, and none of them " +
			"violates the property."
	case holds && res.Reason == engine.ByOrder:
		return "Of each two accesses to the same memory that could race, both are made under one lock, or " +
			"in atomic operations, or one is over before the thread of the other is created, or after it " +
			"was joined. Which it is stands beside the first access to each place."
	case holds && res.Reason == engine.ByLockOrder:
		return "Threads wait for locks and for the ends of other threads alone. Each lock is taken only " +
			"while locks that come before it in one order are held, no thread ends or joins another one " +
			"while it holds a lock, and only the first thread joins others. So of the threads that wait, " +
			"one always waits for a thread that can go on."
	case holds && res.Reason == engine.ByIntervals:
		return "The bounds of values below hold in every execution, and they exclude every violation."
	case holds:
		return "No execution violates the property."
	case kinds[engine.EvidenceReached]:
		return "There is no answer. What is written beside the source holds nevertheless: where a bound " +
			"was reached, executions that go further were not looked at."
	}
	return "There is no answer. What is written beside the source holds nevertheless."
}

// placeNotes collects what is known at places, in the order of the source. intervals reports whether there is
// an interval invariant.
func (r Report) placeNotes(src *sources) (out []placeNote, intervals bool) {
	functions := r.functionLines()
	add := func(kind string, pos source.Pos, text, full string) {
		if !pos.IsValid() || r.Summary.Files == nil {
			return
		}
		n := placeNote{File: -1, Line: pos.Line, Kind: kind, Text: text, Full: full,
			Function: functions[[2]int32{pos.File, pos.Line}],
			Name:     filepath.ToSlash(r.Summary.Files.Name(pos.File))}
		if strings.HasPrefix(n.Name, "<") {
			return // it is part of whittle
		}
		n.Place = itoa(int(pos.Line))
		if file, ok := src.of(pos); ok {
			n.File = file
		}
		if n.File < 0 || len(src.files) > 1 {
			n.Place = path.Base(n.Name) + ":" + n.Place
		}
		out = append(out, n)
	}
	res := r.Summary.Result
	for _, e := range res.Evidence {
		text, full := e.Text, ""
		if e.Object != "" {
			text = e.Object + ": " + text
		}
		if e.Kind == engine.EvidencePredicates && len(text) > maxNote {
			text, full = english.Count(e.Count, "predicate"), text
		}
		add(string(e.Kind), e.Pos, text, full)
	}
	if res.Why != "" {
		add("why", res.Pos, res.Why, "")
	}
	for _, a := range res.Assumed {
		add("assume", a.Pos, "assuming "+report.Assumed(a), "")
	}
	values, ok := r.intervalNotes()
	for _, v := range values {
		add(v.kind, v.pos, v.text, "")
	}
	slices.SortStableFunc(out, func(a, b placeNote) int {
		return cmp.Or(cmp.Compare(a.File, b.File), strings.Compare(a.Name, b.Name),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.rank(), b.rank()), strings.Compare(a.Text, b.Text))
	})
	return slices.Compact(out), ok
}

// functionLines says which function a line with code belongs to.
func (r Report) functionLines() map[[2]int32]string {
	out := map[[2]int32]string{}
	for _, p := range r.Program.Procs {
		if p.Model {
			continue
		}
		for _, e := range p.Edges {
			if key := [2]int32{e.Pos.File, e.Pos.Line}; e.Pos.IsValid() && out[key] == "" {
				out[key] = p.Name
			}
		}
	}
	return out
}
