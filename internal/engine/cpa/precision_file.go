package cpa

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/lazy"
	"whittle.dev/internal/outfile"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Precisions in files
//
// The format is that of CPAchecker's predicate maps (PredicateMapParser): declarations and definitions of
// SMT-LIB, then sections, each with an empty line before it. The first line of a section says where its
// predicates are followed: "*:" everywhere, "f:" in a function, "f N12:" at a location; there is an assertion
// for each. Here all are followed wherever the places that they speak of are, so all are sections "*:", as
// with CPAchecker's option applyGlobally. Lines that begin with "//" are comments; "// follow NAME" is a
// variable whose values are followed. Names are those of placeNames. A predicate about what the program does
// not have is left out with a warning, as are those of CPAchecker about its models of memory. Whatever stands
// in a file, it changes what is known of states and not what is right.

const followed = "// follow "

// precisionError says that a file to begin with does not fit the program: the user's mistake.
type precisionError struct{ error }

// writePrecision writes the predicates and followed variables of a run.
func (r *run) writePrecision(file string) error {
	return outfile.Write(file, func(w io.Writer) error {
		names := newPlaceNames(r.prog, r.x)
		b := bufio.NewWriter(w)
		declared, predicates := r.named(names)
		for _, d := range declared {
			fmt.Fprintln(b, d)
		}
		fmt.Fprintln(b, "\n*:")
		for _, p := range predicates {
			fmt.Fprintf(b, "(assert %s)\n", p)
		}
		for _, at := range r.values.Followed() {
			name := names.variable(at)
			if back, err := names.parseVariable(name, 0); err == nil && back == at {
				fmt.Fprintln(b, followed+name)
			}
		}
		return b.Flush()
	})
}

// named has the declarations and the predicates, each over the names of places. A predicate about a place
// whose name would not be understood is left out.
func (r *run) named(names *placeNames) (declared, predicates []string) {
	if r.predicate == nil {
		return nil, nil
	}
	st := r.x.Terms()
	r.predicate.Precision.Each(func(t term.Term, at map[term.Term]multistate.Place) {
		to := map[term.Term]term.Term{}
		var new []string
		for sym, place := range at {
			name := names.place(place)
			if back, err := names.parse(name, place.Width); err != nil || back != place {
				return
			}
			to[sym] = symbol(st, name, st.Sort(sym))
			if st.Name(to[sym]) != name {
				return // the name is taken by something of another sort
			}
			new = append(new, fmt.Sprintf("(declare-fun |%s| () %s)", name, st.SortString(st.Sort(sym))))
		}
		for _, d := range new {
			if !slices.Contains(declared, d) {
				declared = append(declared, d)
			}
		}
		predicates = append(predicates, st.String(st.Substitute(t, to)))
	})
	slices.Sort(declared)
	return declared, predicates
}

// readPrecision adds what stands in a file to the precisions. The error has its name and the line.
func (r *run) readPrecision(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p := precisionReader{r: r, names: newPlaceNames(r.prog, r.x), to: map[term.Term]term.Term{},
		foreign: map[string]string{}}
	for i, line := range strings.Split(string(text), "\n") {
		if err := p.line(strings.TrimSpace(line)); err != nil {
			return fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	if p.skipped > 0 {
		r.task.Emit(engine.Event{Stage: "explore", Warning: fmt.Sprintf("%s: %s left out: %s", file,
			english.Count(p.skipped, "line"), p.why)})
	}
	return nil
}

// precisionReader reads a file line by line.
type precisionReader struct {
	r       *run
	names   *placeNames
	to      map[term.Term]term.Term // symbols of places, and what is defined, by symbols of the file
	foreign map[string]string       // what is declared or defined and means nothing here, with the reason
	begun   bool                    // the declarations are over
	section bool                    // in a section
	skipped int                     // lines that mean nothing here
	why     string                  // for the first of them
}

// skip leaves a line out.
func (p *precisionReader) skip(why string) {
	if p.skipped++; p.skipped == 1 {
		p.why = why
	}
}

func (p *precisionReader) line(text string) error {
	st := p.r.x.Terms()
	switch {
	case strings.HasPrefix(text, followed):
		at, err := p.names.parseVariable(strings.TrimPrefix(text, followed), 0)
		if err == nil {
			p.r.values.Follow(at)
		}
		return err
	case text == "":
		p.begun, p.section = true, false
		return nil
	case strings.HasPrefix(text, "//"):
		return nil
	case sectionHead().MatchString(text) && !p.section:
		p.begun, p.section = true, true
		return nil
	}
	n, err := lib.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		return fmt.Errorf("invalid S-expression: %w", err)
	}
	name, args := n.Command()
	switch {
	case name == "declare-fun" && len(args) == 3 && !p.begun:
		return p.declare(args)
	case name == "define-fun" && len(args) == 4 && !p.begun:
		return p.define(args)
	case name == "assert" && len(args) == 1 && p.section:
		if p.r.predicate == nil {
			return nil // no part of the analysis
		}
		t, ok, err := p.term(args[0])
		if !ok || err != nil {
			return err
		}
		if !st.Sort(t).IsBool() {
			return fmt.Errorf("a predicate of sort %s", st.SortString(st.Sort(t)))
		}
		p.r.predicate.Precision.Add(t)
		return nil
	}
	return fmt.Errorf("want (declare-fun NAME () SORT), *: or (assert PREDICATE), found %s", text)
}

// sectionHead matches the first line of a section.
var sectionHead = lazy.Regexp(`^(\*|[_a-zA-Z][_a-zA-Z0-9]*( N[0-9]+(@[0-9]+)?)?)\s*:$`)

// term reads a term over places; ok is false if it speaks of something that means nothing here.
func (p *precisionReader) term(n lib.Node) (t term.Term, ok bool, err error) {
	if why, found := p.speaks(n); found {
		p.skip(why)
		return term.None, false, nil
	}
	st := p.r.x.Terms()
	if t, err = lib.ParseTerm(st, n); err != nil {
		return term.None, false, err
	}
	for _, sym := range st.Symbols(t) {
		if p.to[sym] == term.None {
			return term.None, false, fmt.Errorf("%s is not declared", st.Name(sym))
		}
	}
	return st.Substitute(t, p.to), true, nil
}

// speaks looks for a name that means nothing here.
func (p *precisionReader) speaks(n lib.Node) (why string, found bool) {
	if why, found = p.foreign[n.Text]; found {
		return why, true
	}
	for _, m := range n.List {
		if why, found = p.speaks(m); found {
			return why, true
		}
	}
	return "", false
}

// define reads a name for a term, as CPAchecker has them for subterms that occur often.
func (p *precisionReader) define(args []lib.Node) error {
	if p.r.predicate == nil {
		return nil
	}
	name := args[0].Text
	if len(args[1].List) > 0 {
		p.foreign[name] = name + " is a function"
		return nil
	}
	t, ok, err := p.term(args[3])
	if err != nil {
		return err
	}
	st := p.r.x.Terms()
	if old := st.Lookup(name); ok && old != term.None && st.Sort(old) != st.Sort(t) {
		return fmt.Errorf("%s has the sort %s", name, st.SortString(st.Sort(old)))
	}
	if !ok {
		p.foreign[name] = p.why
		return nil
	}
	p.to[st.Symbol(name, st.Sort(t))] = t
	return nil
}

// declare reads the declaration of a place.
func (p *precisionReader) declare(args []lib.Node) error {
	if p.r.predicate == nil {
		return nil
	}
	st := p.r.x.Terms()
	if len(args[1].List) > 0 {
		p.foreign[args[0].Text] = args[0].Text + " is a function"
		return nil
	}
	sort, err := lib.ParseSort(st, args[2])
	if err != nil {
		return err
	}
	width := int32(0)
	if sort.IsBitVec() {
		width = int32(sort.Width())
	} else if !sort.IsBool() {
		p.foreign[args[0].Text] = fmt.Sprintf("a place of sort %s", st.SortString(sort))
		return nil
	}
	at, err := p.names.parse(args[0].Text, width)
	if err != nil {
		p.foreign[args[0].Text] = err.Error()
		return nil
	}
	if t := st.Lookup(args[0].Text); t != term.None && st.Sort(t) != sort {
		return fmt.Errorf("%s has the sort %s", args[0].Text, st.SortString(st.Sort(t)))
	}
	p.to[st.Symbol(args[0].Text, sort)] = p.r.predicate.Precision.Symbol(at)
	return nil
}
