package witness

import (
	"strconv"

	"github.com/goccy/go-yaml/ast"
)

func (r *reader) violation(e *Entry, n ast.Node) error {
	items, err := r.sequence(n, "content", 1)
	if err != nil {
		return err
	}
	for _, item := range items {
		s, err := r.segment(e, item)
		if err != nil {
			return err
		}
		e.Segments = append(e.Segments, *s)
	}
	return r.sequenceShape(e)
}

func (r *reader) segment(e *Entry, n ast.Node) (*Segment, error) {
	keys, err := r.mapping(n, "an item of the content", "segment", "")
	if err != nil {
		return nil, err
	}
	items, err := r.sequence(keys["segment"], "a segment", 1)
	if err != nil {
		return nil, err
	}
	s := &Segment{Place: place(n)}
	followed := 0
	for i, item := range items {
		keys, err := r.mapping(item, "an item of a segment", "waypoint", "")
		if err != nil {
			return nil, err
		}
		p, err := r.waypoint(keys["waypoint"])
		if err != nil {
			return nil, err
		}
		last := i == len(items)-1
		switch {
		case p.Action == Avoid && last:
			return nil, r.errorAt(item, "the last waypoint of a segment is avoided: it must be followed")
		case p.Action == Avoid:
		case followed > 0 && !r.since(Version22):
			return nil, r.errorAt(item, "a second waypoint of a segment is followed (possible from "+
				"format_version %s on)", Version22)
		default:
			followed++
		}
		s.Waypoints = append(s.Waypoints, *p)
	}
	return s, nil
}

// sequenceShape checks what concerns several segments.
func (r *reader) sequenceShape(e *Entry) error {
	fail := func(p Place, msg string) error {
		return &Error{File: r.file, Line: p.Line, Col: p.Col,
			Msg: msg}
	}
	cycles := false
	for i, s := range e.Segments {
		targets := 0
		for j, p := range s.Waypoints {
			cycles = cycles || p.Action == Cycle
			switch {
			case cycles && p.Action == Follow && p.Type != Target:
				return fail(p.Place, "a waypoint is followed after one of a cycle")
			case p.Type != Target:
				if targets > 0 {
					return fail(p.Place, "a waypoint follows the target")
				}
				if p.Action != Avoid && i == len(e.Segments)-1 && s.Final() {
					return fail(p.Place, "the last segment follows more than its targets")
				}
				continue
			case i < len(e.Segments)-1:
				return fail(p.Place, "a target before the last segment")
			case targets == 2:
				return fail(p.Place, "a third target")
			case targets == 1 && j > 0 &&
				!(p.HasThread && s.Waypoints[j-1].HasThread && p.Thread != s.Waypoints[j-1].Thread):
				return fail(p.Place, "a second target must be of another thread")
			}
			targets++
		}
	}
	final := e.Segments[len(e.Segments)-1]
	switch {
	case !final.Final() && !cycles:
		return fail(final.Waypoints[len(final.Waypoints)-1].Place, "the last waypoint is not the target")
	case final.Final() && cycles:
		return fail(final.Place, "a witness with cycles has no target")
	}
	return nil
}

func (r *reader) waypoint(n ast.Node) (*Waypoint, error) {
	optional := "constraint"
	if r.since(Version22) {
		optional += " thread_id"
	}
	keys, err := r.mapping(n, "a waypoint", "type action location", optional)
	if err != nil {
		return nil, err
	}
	p := &Waypoint{Place: place(n)}
	if p.Type, err = choose(r, keys["type"], "type", Assumption, Target, FunctionEnter, FunctionReturn,
		Branching); err != nil {
		return nil, err
	}
	actions := []Action{Follow, Avoid}
	if r.since(Version21) {
		actions = append(actions, Cycle)
	}
	if p.Action, err = choose(r, keys["action"], "action", actions...); err != nil {
		return nil, err
	}
	if p.Type == Target && p.Action != Follow {
		return nil, r.errorAt(keys["action"], "a target must be followed")
	}
	if err := r.location(&p.Location, keys["location"]); err != nil {
		return nil, err
	}
	if t := keys["thread_id"]; t != nil {
		p.HasThread = true
		if p.Thread, err = r.number(t, "thread_id", 0); err != nil {
			return nil, err
		}
	}
	return p, r.constraint(p, n, keys["constraint"])
}

func (r *reader) location(l *Location, n ast.Node) error {
	keys, err := r.mapping(n, "a location", "file_name line", "column function")
	if err != nil {
		return err
	}
	l.Place = place(n)
	if l.File, err = r.text(keys["file_name"], "file_name"); err != nil {
		return err
	}
	if l.Line, err = r.number(keys["line"], "line", 1); err != nil {
		return err
	}
	if c := keys["column"]; c != nil {
		if l.Column, err = r.number(c, "column", 1); err != nil {
			return err
		}
	}
	if f := keys["function"]; f != nil {
		l.Function, err = r.text(f, "function")
	}
	return err
}

func (r *reader) constraint(p *Waypoint, waypoint, n ast.Node) error {
	switch p.Type {
	case Target, FunctionEnter:
		if n != nil {
			return r.errorAt(n, "a waypoint of type %s has no constraint", p.Type)
		}
		return nil
	}
	if n == nil {
		return r.errorAt(waypoint, "a waypoint of type %s needs a constraint", p.Type)
	}
	if p.Type == Branching {
		return r.branch(p, n)
	}
	keys, err := r.mapping(n, "a constraint", "value format", "")
	if err != nil {
		return err
	}
	c := &Constraint{Place: place(keys["value"])}
	if c.Value, err = r.text(keys["value"], "value"); err != nil {
		return err
	}
	c.Format, err = choose(r, keys["format"], "format", r.formats(p.Type == FunctionReturn)...)
	p.Constraint = c
	return err
}

// formats are those of expressions; result says that \result is what it is about.
func (r *reader) formats(result bool) []Format {
	switch {
	case !r.since(Version21) && result:
		return []Format{ACSLExpression, ExtCExpression, CExpression}
	case !r.since(Version21):
		return []Format{CExpression}
	}
	return []Format{CExpression, ExtCExpression}
}

// branch reads the constraint of a branching.
func (r *reader) branch(p *Waypoint, n ast.Node) error {
	keys, err := r.mapping(n, "the constraint of a branching", "value", "")
	if err != nil {
		return err
	}
	v := keys["value"]
	c := &Constraint{Place: place(v)}
	switch s := v.(type) {
	case *ast.BoolNode:
		c.Value = strconv.FormatBool(s.Value)
	case *ast.IntegerNode:
		c.Value = s.GetToken().Value
	case *ast.StringNode:
		c.Value = s.Value
	}
	if c.Value != "true" && c.Value != "false" && c.Value != "default" {
		if _, err := strconv.ParseInt(c.Value, 10, 64); err != nil {
			return r.errorAt(v, "the value of a branching must be true, false, default or an integer")
		}
	}
	p.Constraint = c
	return nil
}
