package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
)

// Summary is everything that is known at the end of a check.
type Summary struct {
	Property  property.Property
	Engine    string
	Settings  map[string]string // of engines, as they were asked for
	DataModel string
	Inputs    []string
	Result    engine.Result
	// System is what was checked if it is no program.
	System  *transition.System
	Files   *source.Files
	Elapsed time.Duration
	// Stats are numbers about the whole run, besides those of the engine.
	Stats []engine.Stat
	// Expected is the verdict that a task definition expects; its kind is Unknown when nothing is expected.
	Expected property.Verdict
	// Diagnostics are the messages about the program, or nil.
	Diagnostics *source.Diagnostics
	// Taken is what the proofs take for granted; empty if nothing was proved.
	Taken []engine.Premise
	// Strict are the flags that the careful side of everything was asked for with, and that were set for it.
	Strict []string
	// BugReport is the file that describes an internal error, or empty.
	BugReport string
	// Several are the answers about each property, if several were asked; the rest of the summary is that of
	// the one that is the answer to the whole.
	Several []Summary
}

// Options say how Text prints.
type Options struct {
	Width   int  // columns; 0 means 100
	Color   bool // use terminal colours
	Verbose bool // fold nothing
	Stats   bool // print the statistics

	above int // lines that are told beside the trace
}

// each are the answers about single properties.
func (s Summary) each() []Summary {
	if len(s.Several) == 0 {
		return []Summary{s}
	}
	return s.Several
}

// Execution prints the trace of a violation alone, without what is said about the verdict.
func Execution(w io.Writer, s Summary, o Options) error {
	var b strings.Builder
	s.execution(&b, o)
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n\n")
	return err
}

func (s Summary) execution(b *strings.Builder, o Options) {
	if s.Result.Verdict.Kind == property.False && s.Result.Trace != nil {
		Trace(b, s.Result.Trace, s.Files, o)
		b.WriteByte('\n')
	}
	if s.hasPath() {
		Path(b, s.System, s.Result.Path, o)
		b.WriteByte('\n')
	}
}

// Path is the violation of a transition system for programs; nil: there is none.
func (s Summary) Path() *NamedPath {
	if !s.hasPath() {
		return nil
	}
	return newNamedPath(s.System, s.Result.Path)
}

// hasPath reports whether there is the violation of a transition system.
func (s Summary) hasPath() bool {
	return s.System != nil && s.Result.Verdict.Kind == property.False && s.Result.Path != nil
}

// Text prints the summary for people; the last line is the verdict alone.
func Text(w io.Writer, s Summary, o Options) error {
	var b strings.Builder
	if len(s.Several) > 0 {
		s.several(&b, o)
	} else {
		told := s.Result.Verdict.Kind == property.False && s.Result.Trace != nil
		if told {
			s.causes(&b)
			b.WriteByte('\n')
			o.above = strings.Count(b.String(), "\n")
		}
		s.execution(&b, o)
		s.scope(&b)
		s.reasons(&b, told)
		if o.Verbose {
			s.opinions(&b)
			s.protections(&b)
		}
	}
	if o.Stats {
		s.stats(&b)
	}
	b.WriteString(s.Result.Verdict.String())
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

// reasons prints what the verdict rests on, without the verdict if that was told.
func (s Summary) reasons(b *strings.Builder, told bool) {
	r := s.Result
	why := r.Why
	if r.Pos.IsValid() && s.Files != nil {
		why = fmt.Sprintf("%s: %s", s.Files.Format(r.Pos), why)
	}
	if r.Verdict.Kind == property.Unknown {
		why = s.Open()
	}
	switch {
	case told:
	case r.Verdict.Kind == property.True:
		fmt.Fprintf(b, "%s holds", s.Property)
	case r.Verdict.Kind == property.False:
		fmt.Fprintf(b, "%s is violated", s.Property)
	default:
		fmt.Fprintf(b, "%s is undecided", s.Property)
	}
	if !told {
		fmt.Fprintln(b, strings.TrimSuffix(": "+why, ": "))
	}
	for _, f := range r.Facts {
		fmt.Fprintf(b, "shown: %s\n", f)
	}
	if r.Certificate != nil {
		fmt.Fprintln(b, r.Certificate)
	}
	for _, a := range r.Assumed {
		where := ""
		if a.Pos.IsValid() && s.Files != nil {
			where = " at " + s.Files.Format(a.Pos)
		}
		fmt.Fprintf(b, "assuming %s%s\n", Assumed(a), where)
	}
	for _, n := range s.Remarks() {
		fmt.Fprintf(b, "note: %s\n", n.Text)
	}
	if s.BugReport != "" {
		fmt.Fprintf(b, "internal error, described in %s\n", s.BugReport)
	}
	s.expectation(b)
}

// expectation prints that a task definition expects another verdict.
func (s Summary) expectation(b *strings.Builder) {
	if e := s.Expected; e.Kind != property.Unknown && s.Result.Verdict.Kind != property.Unknown &&
		e.Kind != s.Result.Verdict.Kind {
		fmt.Fprintf(b, "the task definition expects %s\n", e)
	}
}

func (s Summary) stats(b *strings.Builder) {
	list := append([]engine.Stat{engine.Seconds("time", s.Elapsed)}, s.Stats...)
	list = append(list, s.Result.Stats...)
	width := len("engine")
	for _, st := range list {
		width = max(width, len(st.Name))
	}
	if s.Engine != "" {
		fmt.Fprintf(b, "  %-*s  %s\n", width, "engine", s.Engine)
	}
	for _, st := range list {
		fmt.Fprintf(b, "  %-*s  %s\n", width, st.Name, st.Text())
	}
}
