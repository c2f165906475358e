package htmlreport

import (
	_ "embed" // templates are files in the folder assets
	"fmt"
	"html/template"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/english"
	"whittle.dev/internal/page"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

//go:embed assets/head.html
var headHTML string

// head is what the top of the page says.
type head struct {
	Class, Word       string // of the verdict
	Sentence          string
	Long              bool
	Href              bool // the sentence has a place in the source that is shown
	File              string
	Line              int32
	Property, Verdict string
	Explained         string
	Program, Engine   string
	Version           string
	DataModel, Time   string
	Why, Command      string
	Causes            []cause
	Notes             []note
	NoteCount         string
	Open              bool
}

// note is a line below the verdict.
type note struct{ Class, Kind, Text string }

// cause is a line of what a violation comes from; see report.Cause.
type cause struct {
	Role, Place, Text, Source string
	Href                      bool // Place is in a source that is shown
	File                      string
	Line                      int32
}

// causes are the lines of what a violation comes from.
func (r Report) causes(t *trace.Trace, src *sources) []cause {
	var out []cause
	for _, c := range report.Causes(t, r.Summary.Files) {
		one := cause{Role: c.Role, Place: c.Place(), Text: c.Text, Source: english.Clip(c.Source, maxSource)}
		if file, ok := src.of(c.Pos); ok {
			one.Href, one.File, one.Line = true, src.files[file].Name, c.Pos.Line
		}
		out = append(out, one)
	}
	return out
}

// maxSource is how much of a line of the program a cause shows.
const maxSource = 100

// head makes the top of the page.
func (r Report) head(src *sources) (template.HTML, error) {
	s, res := r.Summary, r.Summary.Result
	h := head{Property: string(s.Property), Verdict: res.Verdict.String(), Engine: s.Engine,
		DataModel: s.DataModel, Program: r.program(),
		Time: shortTime(s.Elapsed), Version: r.Version, Command: shellLine(r.Command), Notes: r.notes(),
		Explained: s.Property.Words().Meaning}
	at := res.Pos
	why := res.Why
	if why != "" && at.IsValid() && s.Files != nil {
		why = s.Files.Format(at) + ": " + why
	}
	switch res.Verdict.Kind {
	case property.True:
		h.Class, h.Word, h.Sentence = "good", "holds", fmt.Sprintf("%s holds", s.Property)
	case property.False:
		h.Class, h.Word, h.Sentence = "bad", "violated", fmt.Sprintf("%s is violated", s.Property)
		if t := r.replayed(); t != nil {
			if found, ok := report.FindHeadline(t, s.Files); ok {
				h.Sentence, at = capital(found.Message), found.Pos
				if h.Causes = r.causes(t, src); len(h.Causes) > 0 {
					h.Sentence = capital(found.Short)
				}
			}
		}
	default:
		why = s.Open()
		h.Class, h.Word, h.Sentence = "warn", "undecided", fmt.Sprintf("%s is undecided", s.Property)
	}
	h.Why, h.Long = capital(why), len(h.Sentence) > 90
	if file, ok := src.of(at); ok {
		h.Href, h.File, h.Line = true, src.files[file].Name, at.Line
	}
	h.NoteCount = english.Count(len(h.Notes), "note")
	h.Open = res.Verdict.Kind != property.False || s.BugReport != ""
	t, err := template.New("head").Parse(headHTML)
	if err != nil {
		return "", err
	}
	return page.Fragment(t, h)
}

// notes are what the verdict rests on besides, and what the run has warned of.
func (r Report) notes() []note {
	s := r.Summary
	var out []note
	if e := s.Expected; e.Kind != property.Unknown && s.Result.Verdict.Kind != property.Unknown &&
		e.Kind != s.Result.Verdict.Kind {
		out = append(out, note{"bad", "unexpected:", fmt.Sprintf("the task definition expects %s", e)})
	}
	if s.BugReport != "" {
		out = append(out, note{"bad", "internal error,", "described in " + s.BugReport})
	}
	for _, f := range s.Result.Facts {
		out = append(out, note{"", "shown:", f})
	}
	if c := s.Result.Certificate; c != nil {
		out = append(out, note{"", "", c.String()})
	}
	for _, a := range s.Result.Assumed {
		text := report.Assumed(a)
		if a.Pos.IsValid() && s.Files != nil {
			text += " at " + s.Files.Format(a.Pos)
		}
		out = append(out, note{"warn", "assuming", text})
	}
	for _, f := range s.Strict {
		out = append(out, note{"", "strict:", f})
	}
	for _, p := range s.Premises() {
		if p.Flag != "" {
			p.Text += " (" + p.Flag + ")"
		}
		out = append(out, note{"warn", "assumes:", p.Text})
	}
	for _, m := range s.Remarks() {
		out = append(out, note{"warn", "note:", m.Text})
	}
	for _, w := range r.Warnings {
		out = append(out, note{"warn", "warning:", w})
	}
	if d := s.Diagnostics; d != nil {
		for _, m := range d.All() {
			if m.Severity <= source.Warning {
				out = append(out, note{"warn", "", d.Format(m)})
			}
		}
	}
	return out
}

// program names the inputs.
func (r Report) program() string {
	names := make([]string, len(r.Summary.Inputs))
	for i, in := range r.Summary.Inputs {
		names[i] = filepath.ToSlash(in)
	}
	if len(names) > 4 {
		names = append(names[:3:3], fmt.Sprintf("%d more", len(names)-3))
	}
	return strings.Join(names, ", ")
}

// title is what the window and the bar on top say.
func (r Report) title() string {
	verdict := "undecided"
	switch r.Summary.Result.Verdict.Kind {
	case property.True:
		verdict = "holds"
	case property.False:
		verdict = "violated"
	}
	names := r.program()
	if names == "" {
		return fmt.Sprintf("%s %s", r.Summary.Property, verdict)
	}
	return fmt.Sprintf("%s: %s %s", names, r.Summary.Property, verdict)
}

// shortTime prints a time for people.
func shortTime(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// shellLine prints a command so that a shell reads it back.
func shellLine(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = shellWord(a)
	}
	return strings.Join(out, " ")
}

// shellWord quotes a word if a shell would change it.
func shellWord(s string) string {
	plain := s != ""
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			strings.ContainsRune("-_./=:,+@%", c)) {
			plain = false
		}
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// capital makes the first letter of a sentence a capital, if it begins with an ordinary word.
func capital(s string) string {
	if word, _, _ := strings.Cut(s, " "); word == "" ||
		strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
