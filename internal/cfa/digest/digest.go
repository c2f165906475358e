package digest

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unsafe"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// A Digest tells programs apart, but for where they stand in their files.
type Digest struct {
	Sum [sha256.Size]byte
	// Places are those that the program speaks of, each once, in the order in which the digest comes to them:
	// of two programs with the same Sum, place i of one is place i of the other.
	Places []source.Pos
}

// Of returns the digest of a program. An error says that it holds a value of which nothing can be told, such
// as a function.
func Of(p *cfa.Program) (Digest, error) {
	w := &walker{program: p, sum: sha256.New(), places: map[source.Pos]uint64{},
		terms: map[term.Term]uint64{}, seen: map[pointer]uint64{},
		texts: map[string]uint64{}}
	if names := fileNames(p.Files); len(names) > 0 {
		w.inText = regexp.MustCompile(`(?:` + strings.Join(names, "|") + `):\d+(?::\d+)?`)
	}
	w.out = bufio.NewWriterSize(w.sum, 1<<14)
	w.value(reflect.ValueOf(p))
	if w.err != nil {
		return Digest{}, fmt.Errorf("digest of a program: %w", w.err)
	}
	w.out.Flush() // a hash takes everything
	d := Digest{Places: w.order}
	w.sum.Sum(d.Sum[:0])
	return d, nil
}

// fileNames are the names of files as a regular expression has them, the longest first.
func fileNames(files *source.Files) (names []string) {
	if files == nil {
		return nil
	}
	for i := range files.Len() {
		if name := files.Name(int32(i)); name != "" {
			names = append(names, regexp.QuoteMeta(name))
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return names
}

// walker writes all that a program consists of to a hash. What was written before is written as the number
// that it had then.
type walker struct {
	program *cfa.Program
	sum     hash.Hash
	out     *bufio.Writer
	places  map[source.Pos]uint64
	order   []source.Pos
	terms   map[term.Term]uint64
	seen    map[pointer]uint64
	inText  *regexp.Regexp // places in texts; nil: there are no files
	texts   map[string]uint64
	err     error
}

// pointer tells what it leads to from a part of that, which may begin at the same address.
type pointer struct {
	to reflect.Type
	at unsafe.Pointer
}

var (
	posType   = reflect.TypeFor[source.Pos]()
	termType  = reflect.TypeFor[term.Term]()
	sortType  = reflect.TypeFor[term.Sort]()
	filesType = reflect.TypeFor[*source.Files]()
	storeType = reflect.TypeFor[*term.Store]()
)

// value writes a value of any type that a program is made of. Whatever is added to the types of package cfa
// is written as well, so that no program is taken for another one because of it.
func (w *walker) value(v reflect.Value) {
	if w.err != nil {
		return
	}
	switch v.Type() {
	case posType:
		f := func(i int) int32 { return int32(v.Field(i).Int()) }
		w.place(source.Pos{File: f(0), Line: f(1), Col: f(2)})
		return
	case termType:
		w.term(term.Term(v.Uint()))
		return
	case sortType:
		w.text(w.program.Terms.SortString(term.Sort(v.Uint())))
		return
	case filesType, storeType: // of which the places and the terms speak
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		w.number(map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.number(v.Uint())
	case reflect.String:
		w.words(v.String())
	case reflect.Slice, reflect.Array:
		w.number(uint64(v.Len()))
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if v.Type().Field(i).Name == "Text" && w.program.Names.IsExpanded(f.String()) {
				w.text("a library macro") // which may have the line in it, and which nobody is shown
				continue
			}
			w.value(f)
		}
	case reflect.Map:
		w.table(v)
	case reflect.Pointer:
		if !v.IsNil() && w.isNew(pointer{v.Type(), v.UnsafePointer()}) {
			w.value(v.Elem())
		} else if v.IsNil() {
			w.number(0)
		}
	case reflect.Interface:
		if v.IsNil() {
			w.text("")
			return
		}
		w.text(v.Elem().Type().String())
		w.value(v.Elem())
	default:
		w.err = fmt.Errorf("a value of type %v", v.Type())
	}
}

// isNew writes the number of what a pointer leads to, and reports whether it has just got it.
func (w *walker) isNew(p pointer) bool {
	n, known := w.seen[p]
	if !known {
		n = uint64(len(w.seen)) + 1
		w.seen[p] = n
	}
	w.number(n)
	return !known
}

// table writes a map in the order of its keys, which are texts or numbers.
func (w *walker) table(v reflect.Value) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		switch {
		case a.Kind() == reflect.String:
			return cmp.Compare(a.String(), b.String())
		case a.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanUint():
			return cmp.Compare(a.Uint(), b.Uint())
		}
		w.err = fmt.Errorf("a map with keys of type %v", a.Type())
		return 0
	})
	w.number(uint64(len(keys)))
	for _, k := range keys {
		w.value(k)
		w.value(v.MapIndex(k))
	}
}

// place writes that a place is the same as an earlier one, or a new one, but not which.
func (w *walker) place(p source.Pos) {
	if !p.IsValid() {
		w.number(0)
		return
	}
	n, known := w.places[p]
	if !known {
		w.order = append(w.order, p)
		n = uint64(len(w.order))
		w.places[p] = n
	}
	w.number(n)
}

// words writes a text for people; places in it count like others.
func (w *walker) words(s string) {
	for strings.Contains(s, ":") && w.inText != nil {
		at := w.inText.FindStringIndex(s)
		if at == nil {
			break
		}
		w.text(s[:at[0]])
		place := s[at[0]:at[1]]
		n, known := w.texts[place]
		if !known {
			n = uint64(len(w.texts)) + 1
			w.texts[place] = n
		}
		w.number(n)
		s = s[at[1]:]
	}
	w.text(s)
}

// term writes a term by its operators, sorts and names, whatever its number in the store is.
func (w *walker) term(t term.Term) {
	s := w.program.Terms
	if t == term.None {
		w.number(0)
		return
	}
	n, known := w.terms[t]
	if known {
		w.number(n)
		return
	}
	n = uint64(len(w.terms)) + 1
	w.terms[t] = n
	w.number(n)
	w.number(uint64(s.Op(t)))
	w.text(s.SortString(s.Sort(t)))
	hi, lo := s.Params(t)
	w.number(uint64(hi))
	w.number(uint64(lo))
	w.text(s.Name(t))
	if s.IsConst(t) {
		w.text(s.String(t))
		return
	}
	args := s.Args(t)
	w.number(uint64(len(args)))
	for _, a := range args {
		w.term(a)
	}
}

func (w *walker) number(n uint64) {
	var b [binary.MaxVarintLen64]byte
	w.out.Write(b[:binary.PutUvarint(b[:], n)]) // a hash takes everything
}

func (w *walker) text(s string) {
	w.number(uint64(len(s)))
	w.out.WriteString(s) // a hash takes everything
}
