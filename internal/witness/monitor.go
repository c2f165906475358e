package witness

import (
	"fmt"
	"strconv"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// A violation sequence describes executions. The rules, from the description
// of the formats (see the sources in the package comment):
//
//   - An execution is described if it can be cut into as many parts as there
//     are segments, each of which matches its segment. A part matches a normal
//     segment if it ends where the followed waypoint is passed and passes no
//     avoided one; it matches the final segment if it passes no avoided one
//     and ends with the violation, in the statement or full expression at the target.
//   - A waypoint is evaluated whenever an execution comes to its location: an
//     assumption before the statement, a branching when the controlling
//     expression has a value, function_enter when the arguments have theirs,
//     function_return when the call has. It is passed if its constraint holds.
//   - In format 2.0 a followed waypoint that is evaluated and not passed may be
//     passed later. From 2.1 on it must be passed when it is evaluated.
//   - Segments with the action cycle come last, and an execution that does not end passes one after the other,
//     and after the last one the first one of them again (from 2.1 on).
//   - In format 2.2 a waypoint with a thread_id is evaluated by that thread
//     only. Thread 0 is the initial one, thread K is created at the K-th function_enter
//     waypoint at a call that creates a thread. The order of the segments is that of the
//     execution, over all threads.
//
// So a witness is an automaton whose states are the segments, which runs along with the
// program: one state after another, and executions that leave the path end.

// Monitor is a witness as a monitor beside the program.
type Monitor struct {
	*c.Monitor
	// Probes and Targets are the places in the witness of the locations of
	// those of the c.Monitor, and Exprs of the expressions of probes.
	ProbePlaces, Exprs, TargetPlaces []Place
}

// ViolationMonitor makes the automaton of a violation sequence for a property. If strict is set
// a followed waypoint must be passed at its first evaluation whatever the format says: what
// is accepted then is a part of what the witness describes. exact says that it is all.
func (w *Witness) ViolationMonitor(e *Entry, p property.Property, strict bool) (m *Monitor, exact bool,
	err error) {
	m, exact, err = w.violationMonitor(e, p, strict)
	if err == nil && len(m.Targets) > 1 && !m.Race {
		err = w.At(m.TargetPlaces[1], "a second target, which only %s can have", property.NoDataRace)
	}
	if err == nil && m.Endless != (p == property.Termination) {
		what := "the witness has a cycle, which only %s can have"
		if !m.Endless {
			what = "the witness has no cycle, which one of %s needs"
		}
		err = w.At(e.Place, what, property.Termination)
	}
	return m, exact, err
}

func (w *Witness) violationMonitor(e *Entry, p property.Property, first bool) (*Monitor, bool, error) {
	for _, u := range e.Unsupported {
		return nil, false, w.At(u.Place, "%s are not supported", u.What)
	}
	m := &Monitor{Monitor: &c.Monitor{Fail: property.UnreachCall, Race: p == property.NoDataRace}}
	strict, exact := e.Metadata.FormatVersion != Version20, true
	final := len(e.Segments) - 1
	// A part may end later than at the first chance only where that makes a
	// difference: if some later segment forbids what happens between.
	later := make([]bool, len(e.Segments)+1)
	for i := final; i >= 0; i-- {
		later[i] = later[i+1]
		for _, p := range e.Segments[i].Waypoints {
			later[i] = later[i] || p.Action == Avoid
			m.Threads = m.Threads || p.HasThread
		}
	}
	cycle := final // the first segment of a cycle
	for i := final; i >= 0 && e.Segments[i].Cycles(); i-- {
		cycle, m.Endless = i, true
	}
	for i, s := range e.Segments {
		followed := 0
		// What is avoided comes first, so that it counts also where what is followed is passed.
		for _, avoided := range []bool{true, false} {
			for _, p := range s.Waypoints {
				if (p.Action == Avoid) != avoided {
					continue
				}
				if p.Type == Target {
					m.Targets = append(m.Targets, c.Target{Place: probePlace(p.Location), State: i,
						Thread: thread(p)})
					m.TargetPlaces = append(m.TargetPlaces, p.Location.Place)
					continue
				}
				probe, err := w.probe(p, m.Threads)
				if err != nil {
					return nil, false, err
				}
				probe.State, probe.Thread = i, thread(p)
				if avoided {
					probe.Then.Do = c.ProbeCut
				} else {
					if followed++; followed > 1 {
						return nil, false, w.At(p.Place,
							"two followed waypoints in one segment are supported for targets only")
					}
					probe.Then = c.ProbeAction{Do: c.ProbeGo, Next: i + 1}
					if m.Endless && i == final {
						probe.Then.Next = cycle
					}
					// A waypoint without thread beside others with one
					// may be meant for a thread that comes by later.
					must := strict && (p.HasThread || !m.Threads)
					if must || first {
						probe.Else.Do = c.ProbeCut
					}
					exact = exact && (must || !first)
					probe.May = !strict && !first && later[i+1]
				}
				probe.Text = fmt.Sprintf("segment %d: %s", i+1, probe.Text)
				m.Probes = append(m.Probes, probe)
				m.ProbePlaces = append(m.ProbePlaces, p.Location.Place)
				at := p.Place
				if p.Constraint != nil {
					at = p.Constraint.Place
				}
				m.Exprs = append(m.Exprs, at)
			}
		}
	}
	return m, exact, nil
}

func thread(p Waypoint) int {
	if p.HasThread {
		return p.Thread
	}
	return c.Anyone
}

func probePlace(l Location) c.ProbePlace {
	return c.ProbePlace{File: l.File, Line: l.Line, Col: l.Column}
}

// probe is what a waypoint looks at.
func (w *Witness) probe(p Waypoint, threads bool) (c.Probe, error) {
	out := c.Probe{Place: probePlace(p.Location)}
	value := ""
	if p.Constraint != nil {
		value = english.OneLine(p.Constraint.Value)
	}
	switch p.Type {
	case Assumption:
		out.Kind, out.Expr, out.Text = c.ProbeStatement, value, value
	case FunctionReturn:
		out.Kind, out.Expr, out.Text = c.ProbeReturn, value, value
	case FunctionEnter:
		out.Kind, out.Text = c.ProbeEnter, "the function is entered"
	case Branching:
		out.Kind, out.Expr, out.Text = c.ProbeBranch, value, "the branching goes to "+value
		if value != "true" && value != "false" && value != "default" {
			k, err := strconv.ParseInt(value, 0, 64)
			if err != nil {
				return out, w.At(p.Constraint.Place, "a branching has the value true, false, default or an "+
					"integer, not %q", value)
			}
			out.Expr = strconv.FormatInt(k, 10)
		}
	default:
		return out, w.At(p.Place, "waypoints of the type %s are not supported", p.Type)
	}
	return out, nil
}

// InvariantMonitor has a probe for each of some invariants, which violates
// unreach-call where it does not hold. No other violation counts. The text of a probe,
// which is the message of the violation, is another one for each.
func (w *Witness) InvariantMonitor(list []Invariant) (*Monitor, error) {
	m := &Monitor{Monitor: &c.Monitor{Fail: property.UnreachCall}}
	for i, v := range list {
		probe := c.Probe{
			Place: probePlace(v.Location), Expr: english.OneLine(v.Value), State: c.Always,
			Thread: c.Anyone,
			Else:   c.ProbeAction{Do: c.ProbeFail},
		}
		switch v.Type {
		case LoopInvariant:
			probe.Kind = c.ProbeLoop
		case LocationInvariant:
			probe.Kind = c.ProbeStatement
		default:
			return nil, w.At(v.Place, "%ss are not supported", strings.ReplaceAll(string(v.Type), "_", " "))
		}
		probe.Text = fmt.Sprintf("invariant %d does not hold: %s", i+1, probe.Expr)
		m.Probes = append(m.Probes, probe)
		m.ProbePlaces, m.Exprs = append(m.ProbePlaces, v.Location.Place), append(m.Exprs, v.Place)
	}
	return m, nil
}

// Locate turns an error of the front end about a probe into one about the witness.
func (w *Witness) Locate(m *Monitor, e *c.ProbeError) *Error {
	at := Place{}
	switch {
	case e.Probe >= 0 && e.Probe < len(m.Exprs) && e.Expr:
		at = m.Exprs[e.Probe]
	case e.Probe >= 0 && e.Probe < len(m.ProbePlaces):
		at = m.ProbePlaces[e.Probe]
	case e.Target >= 0 && e.Target < len(m.TargetPlaces):
		at = m.TargetPlaces[e.Target]
	}
	return w.At(at, "%s", e.Msg)
}

// Invariants are those of all entries, in the order of the file.
func (w *Witness) Invariants() ([]Invariant, error) {
	var out []Invariant
	for i := range w.Entries {
		e := &w.Entries[i]
		for _, u := range e.Unsupported {
			return nil, w.At(u.Place, "%s are not supported", u.What)
		}
		out = append(out, e.Invariants...)
	}
	return out, nil
}
