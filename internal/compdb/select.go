package compdb

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
)

// Selection is what is to be checked.
type Selection struct {
	Units []Unit
	// Notes tell what is not as one might expect.
	Notes []Note

	file string
}

// Note is a remark about a command.
type Note struct {
	// Warning is set when the remark is about the meaning of the program.
	Warning   bool
	Line, Col int // in the database
	Msg       string
}

// Select picks the files in C and C++ to check: those of the given names, in their order, or all. Names and
// the paths of the result are relative to cwd, an absolute path; files elsewhere get absolute paths.
func (db *Database) Select(names []string, cwd string) (*Selection, error) {
	s := &selector{db: db, cwd: cwd, byPath: map[string][]*Entry{}, flags: map[string]*flagNote{}}
	var order []string
	for i := range db.Entries {
		e := &db.Entries[i]
		p := s.absolute(s.folder(e), e.File)
		if s.byPath[p] == nil {
			order = append(order, p)
		}
		s.byPath[p] = append(s.byPath[p], e)
	}
	if len(names) > 0 {
		order = order[:0]
		for _, n := range names {
			p := s.absolute(cwd, n)
			if s.byPath[p] == nil {
				return nil, fmt.Errorf("%s is not in %s", n, db.File)
			}
			order = append(order, p)
		}
	}
	for _, p := range order {
		if err := s.add(p, len(names) > 0); err != nil {
			return nil, err
		}
	}
	if len(s.sel.Units) == 0 {
		return nil, &Error{File: db.File, Msg: "there is no file in C or C++ in the compilation database"}
	}
	s.addFlagNotes()
	s.sel.file = db.File
	return &s.sel, nil
}

// DataModel is that of all units; it is an *Error when they differ.
func (s *Selection) DataModel() (string, error) {
	first := s.Units[0]
	for _, u := range s.Units[1:] {
		if u.DataModel != first.DataModel {
			return "", &Error{File: s.file, Line: u.Line, Col: u.Col,
				Msg: fmt.Sprintf("%s is compiled for %s, %s for %s: one program cannot have both", u.File,
					u.DataModel, first.File, first.DataModel)}
		}
	}
	return first.DataModel, nil
}

type selector struct {
	db     *Database
	cwd    string
	byPath map[string][]*Entry
	sel    Selection
	// flags are remarks by flag, flagOrder these in the order of their places.
	flags     map[string]*flagNote
	flagOrder []string
	responses int // files of the present command
}

// flagNote is a flag that is not supported.
type flagNote struct {
	unit  Unit // the first that has it
	count int
}

// folder is the absolute path of the folder in which a command runs.
func (s *selector) folder(e *Entry) string {
	return s.absolute(s.absolute(s.cwd, filepath.Dir(s.db.File)), e.Directory)
}

func (s *selector) absolute(folder, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

// shorten makes a path below the current folder relative to it.
func (s *selector) shorten(path string) string {
	if rel, err := filepath.Rel(s.cwd, path); err == nil && rel != ".." && !strings.HasPrefix(rel, "../") {
		return rel
	}
	return path
}

func (s *selector) note(warning bool, e *Entry, format string, args ...any) {
	s.sel.Notes = append(s.sel.Notes, Note{warning, e.Line, e.Col, fmt.Sprintf(format, args...)})
}

// add takes the first command of a file that is one in C or C++.
func (s *selector) add(path string, asked bool) error {
	var first *Entry
	var unit Unit
	for _, e := range s.byPath[path] {
		f, language, err := s.read(e)
		if err != nil {
			return err
		}
		f.unit.CXX = language == "c++"
		isC := language == "c" || language == "preprocessed" || language == "c++"
		switch {
		case !isC && asked && first == nil:
			return s.db.error(e, "%s is not compiled as C, but as %s", s.shorten(path), language)
		case !isC:
			s.note(false, e, "%s is left out: it is not compiled as C, but as %s", s.shorten(path), language)
		case first == nil:
			first, unit = e, f.unit
			s.sel.Units = append(s.sel.Units, unit)
			s.unsupported(f)
		default:
			other := f.unit
			other.Line, other.Col = unit.Line, unit.Col
			if reflect.DeepEqual(other, unit) {
				s.note(false, e, "%s is compiled a second time in the same way", s.shorten(path))
			} else {
				s.note(true, e, "%s is compiled a second time with other flags; those at line %d are taken",
					s.shorten(path), first.Line)
			}
		}
	}
	return nil
}

// read understands a command.
func (s *selector) read(e *Entry) (f *flags, language string, err error) {
	folder := s.folder(e)
	name, target, args := compiler(e.Arguments)
	if name == "cl" || name == "clang-cl" {
		return nil, "", s.db.error(e, "%s: commands of %s are not supported", e.File, name)
	}
	s.responses = 0
	args, err = s.respond(e, folder, args, 0)
	if err != nil {
		return nil, "", err
	}
	f = &flags{
		target:  target,
		resolve: func(p string) string { return s.shorten(s.absolute(folder, p)) },
		exists: func(p string) bool {
			_, err := s.open(p)
			return err == nil
		},
	}
	f.unit = Unit{File: f.resolve(e.File), Line: e.Line, Col: e.Col}
	f.parse(args)
	f.finish()
	language = languageOf(name, f.language, e.File)
	if language == "preprocessed" {
		// The preprocessor does not see it again.
		u := &f.unit
		u.Quote, u.Include, u.After, u.Undefs, u.Defines, u.ForceIncludes = nil, nil, nil, nil, nil, nil
	}
	return f, language, nil
}

// open reads a file that a command names.
func (s *selector) open(name string) ([]byte, error) {
	if s.db.read == nil {
		return nil, fs.ErrNotExist
	}
	return s.db.read(name)
}

const (
	maxResponses = 16      // response files inside of each other
	maxFiles     = 1000    // of them in a command
	maxWords     = 1 << 16 // of a command
)

// respond puts the content of response files in their places.
func (s *selector) respond(e *Entry, folder string, args []string, depth int) ([]string, error) {
	var out []string
	for _, a := range args {
		if len(a) < 2 || a[0] != '@' {
			out = append(out, a)
			continue
		}
		if s.responses++; depth == maxResponses || s.responses > maxFiles {
			return nil, s.db.error(e, "%s: too many response files, or %s includes itself", e.File, a[1:])
		}
		name := s.shorten(s.absolute(folder, a[1:]))
		text, err := s.open(name)
		if err != nil {
			var pe *fs.PathError
			if errors.As(err, &pe) {
				err = pe.Err
			}
			return nil, s.db.error(e, "%s: response file %s: %v", e.File, name, err)
		}
		words, err := SplitResponse(string(text))
		if err != nil {
			return nil, s.db.error(e, "%s: response file %s: %v", e.File, name, err)
		}
		if words, err = s.respond(e, folder, words, depth+1); err != nil {
			return nil, err
		}
		if out = append(out, words...); len(out) > maxWords {
			return nil, s.db.error(e, "%s: the command has more than %d words", e.File, maxWords)
		}
	}
	return out, nil
}

// unsupported remembers flags that are not supported.
func (s *selector) unsupported(f *flags) {
	for _, name := range f.unknown {
		n := s.flags[name]
		if n == nil {
			n = &flagNote{unit: f.unit}
			s.flags[name] = n
			s.flagOrder = append(s.flagOrder, name)
		}
		n.count++
	}
}

// addFlagNotes makes one remark for each flag, whatever the number of files.
func (s *selector) addFlagNotes() {
	for _, name := range s.flagOrder {
		n := s.flags[name]
		more := ""
		switch {
		case n.count == 2:
			more = ", and of 1 other file"
		case n.count > 2:
			more = fmt.Sprintf(", and of %d other files", n.count-1)
		}
		s.sel.Notes = append(s.sel.Notes, Note{true, n.unit.Line, n.unit.Col,
			fmt.Sprintf("%s, in the command of %s%s, is not supported and has no effect", name, n.unit.File,
				more)})
	}
}
