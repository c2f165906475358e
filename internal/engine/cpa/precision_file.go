package cpa

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/outfile"
	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// Precisions in files
//
// The format is that of CPAchecker's predicate maps (PredicateMapParser): declarations, an empty line, and a
// section "*:" with an assertion for each predicate, to be followed everywhere. Lines that begin with "//"
// are comments there; here "// follow NAME" is a variable whose values are followed. Names are those of
// placeNames. Whatever stands in a file, it changes what is known of states and not what is right.

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
	p := precisionReader{r: r, names: newPlaceNames(r.prog, r.x), to: map[term.Term]term.Term{}}
	for i, line := range strings.Split(string(text), "\n") {
		if err := p.line(strings.TrimSpace(line)); err != nil {
			return fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	return nil
}

// precisionReader reads a file line by line.
type precisionReader struct {
	r       *run
	names   *placeNames
	to      map[term.Term]term.Term // symbols of places by those of the file
	section bool                    // the declarations are over
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
	case text == "", strings.HasPrefix(text, "//"):
		return nil
	case text == "*:":
		p.section = true
		return nil
	case strings.HasSuffix(text, ":") && !strings.HasPrefix(text, "("):
		return fmt.Errorf("a section for %s: want *: (predicates are followed wherever they can be)", text)
	}
	n, err := lib.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		return fmt.Errorf("invalid S-expression: %w", err)
	}
	name, args := n.Command()
	switch {
	case name == "declare-fun" && len(args) == 3:
		return p.declare(args)
	case name == "assert" && len(args) == 1 && p.section:
		if p.r.predicate == nil {
			return nil // no part of the analysis
		}
		t, err := lib.ParseTerm(st, args[0])
		if err != nil {
			return err
		}
		for _, sym := range st.Symbols(t) {
			if p.to[sym] == term.None {
				return fmt.Errorf("%s is not declared", st.Name(sym))
			}
		}
		if !st.Sort(t).IsBool() {
			return fmt.Errorf("a predicate of sort %s", st.SortString(st.Sort(t)))
		}
		p.r.predicate.Precision.Add(st.Substitute(t, p.to))
		return nil
	}
	return fmt.Errorf("want (declare-fun NAME () SORT), *: or (assert PREDICATE), found %s", text)
}

// declare reads the declaration of a place.
func (p *precisionReader) declare(args []lib.Node) error {
	if p.r.predicate == nil {
		return nil
	}
	st := p.r.x.Terms()
	sort, err := lib.ParseSort(st, args[2])
	if err != nil {
		return err
	}
	width := int32(0)
	if sort.IsBitVec() {
		width = int32(sort.Width())
	} else if !sort.IsBool() {
		return fmt.Errorf("a place of sort %s", st.SortString(sort))
	}
	at, err := p.names.parse(args[0].Text, width)
	if err != nil {
		return err
	}
	if t := st.Lookup(args[0].Text); t != term.None && st.Sort(t) != sort {
		return fmt.Errorf("%s has the sort %s", args[0].Text, st.SortString(st.Sort(t)))
	}
	p.to[st.Symbol(args[0].Text, sort)] = p.r.predicate.Precision.Symbol(at)
	return nil
}
