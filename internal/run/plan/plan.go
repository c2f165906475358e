package plan

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/engine/portfolio"
	"whittle.dev/internal/property"
)

// Plan is what a run asks and whom, as far as that is known before the first answer.
type Plan struct {
	// Task names what is asked about: files and data model.
	Task string
	// Shown holds without a search.
	Shown []Shown
	// Questions are asked first; a plan with several may go on as Several says.
	Questions []Question
	// Several says that there are shares of several properties.
	Several bool
}

// Shown is a property that holds without a search, and why.
type Shown struct {
	Property property.Property
	Why      string
}

// Question is what is asked at once.
type Question struct {
	Asked property.Property
	// Form says which form of the program is asked about first.
	Form string
	// Features are those of the program; nil: it is a transition system.
	Features *Features
	// Share is how much all engines together may do at first; 0: no limit.
	Share Work
	// One is the engine that is meant; empty: Roster says who answers.
	One    string
	Roster Roster
}

// WriteText prints the plan. The same task has the same text.
func (p Plan) WriteText(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "plan for %s\n", p.Task)
	for _, s := range p.Shown {
		fmt.Fprintf(&b, "%s: shown without a search, %s\n", s.Property, s.Why)
	}
	for _, q := range p.Questions {
		q.write(&b)
	}
	if p.Several && len(p.Questions) > 0 { // see the agenda of a run
		fmt.Fprintf(&b, "after that: each property of a group that is open, with a share of %s; then all "+
			"that are open, side by side\n", MemberShare)
		fmt.Fprintf(&b, "after a violation: what is open has as much as was done until then, and %s\n",
			AfterShare)
	}
	fmt.Fprintf(&b, "amounts are work, which depends on the task alone: 1.0 is about a second\n")
	_, err := w.Write(b.Bytes())
	return err
}

// String prints an amount of work: 1.0 is 1,000,000,000 units.
func (w Work) String() string {
	s := fmt.Sprintf("%.3f", float64(w)/1e9)
	for strings.HasSuffix(s, "0") && !strings.HasSuffix(s, ".0") {
		s = s[:len(s)-1]
	}
	return s
}

func (q Question) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "%s", q.Asked)
	if q.Share > 0 {
		fmt.Fprintf(b, " (share %s)", q.Share)
	}
	if q.Form != "" {
		fmt.Fprintf(b, ": %s", q.Form)
	}
	if q.Features != nil {
		fmt.Fprintf(b, ", %s", q.Features)
	}
	fmt.Fprintln(b)
	if q.One != "" {
		fmt.Fprintf(b, "  %s\n", q.One)
		return
	}
	q.Roster.write(b)
}

// String lists what a program has.
func (f Features) String() string {
	var out []string
	switch {
	case f.Many:
		out = append(out, "threads that are created in a loop")
	case f.Threads:
		out = append(out, "several threads")
	default:
		out = append(out, "one thread")
	}
	if f.Loops || f.LoopsAlone {
		out = append(out, "loops")
	}
	if f.Inputs {
		out = append(out, "inputs")
	}
	return strings.Join(out, ", ")
}

var looks = map[Look]string{Races: "locks and the order of threads, which may exclude races",
	Deadlocks: "the order of locks, which may exclude deadlocks",
	Unset:     "what is written before it is read"}

func (r Roster) write(b *bytes.Buffer) {
	if r.Look != NoLook {
		fmt.Fprintf(b, "  %-9s %s", "text", looks[r.Look])
		switch {
		case r.ValidBeside:
			fmt.Fprintf(b, "; whether accesses are valid is asked beside this")
		case r.Valid != nil:
			fmt.Fprintf(b, "; that accesses are valid is left to %s, with a share of %s", r.Valid.Engine,
				r.Valid.Share)
		}
		fmt.Fprintln(b)
	}
	for i, m := range r.Members {
		fmt.Fprintf(b, "  %-9s %s\n", m.Engine, r.role(i))
	}
}

// role says what the i-th member does when.
func (r Roster) role(i int) string {
	m := r.Members[i]
	var out []string
	switch m.Way {
	case Executions:
		out = append(out, "by executions at random")
	case ThreadExecutions:
		out = append(out, "by executions of threads at random")
	}
	first := r.Members[0].Engine
	switch {
	case len(r.Members) == 1:
		out = append(out, "alone")
	case i == 0:
		out = append(out, "begins")
	case m.Eager > 0:
		out = append(out, fmt.Sprintf("starts when %s has done %s, and counts from %s on", first, m.Eager/2,
			m.Eager))
	case r.Start > 0:
		out = append(out, fmt.Sprintf("starts when %s has done %s, and counts from %s on", first, r.Start,
			r.HeadStart))
	}
	if m.Share > 0 {
		out = append(out, "share "+m.Share.String())
	}
	if m.Reasons == portfolio.NoReasons {
		out = append(out, "its reasons for not knowing are left out")
	}
	return strings.Join(out, "; ")
}
