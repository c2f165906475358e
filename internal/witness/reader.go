package witness

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"whittle.dev/internal/yamlfile"
)

// Read reads a witness. file is for messages; every error is an *Error.
func Read(file string, text []byte) (*Witness, error) {
	r := &reader{file: file}
	w, err := r.witness(text)
	if err != nil {
		return nil, err
	}
	return w, nil
}

// reader turns the syntax tree of a witness into a Witness. It walks the tree
// itself, because every message needs a place.
type reader struct {
	file string
	// version is that of the entry being read.
	version string
}

func (r *reader) errorAt(n ast.Node, format string, args ...any) error {
	return yamlfile.At(r.file, n, format, args...)
}

func place(n ast.Node) Place {
	line, col := yamlfile.Place(n)
	return Place{line, col}
}

func (r *reader) witness(text []byte) (*Witness, error) {
	doc, err := yamlfile.Document(r.file, text, "the witness")
	if err != nil {
		return nil, err
	}
	items, err := r.sequence(doc, "a witness", 1)
	if err != nil {
		return nil, err
	}
	w := &Witness{File: r.file}
	for _, n := range items {
		e, err := r.entry(n)
		if err != nil {
			return nil, err
		}
		w.Entries = append(w.Entries, *e)
	}
	return w, nil
}

// entry reads an entry. What its content means depends on its version, so that
// comes first, wherever it stands.
func (r *reader) entry(n ast.Node) (*Entry, error) {
	top, err := r.mapping(n, "an entry", "entry_type metadata content", "")
	if err != nil {
		return nil, err
	}
	typ, err := choose(r, top["entry_type"], "entry_type", ViolationSequence, InvariantSet,
		GhostInstrumentation)
	if err != nil {
		return nil, err
	}
	e := &Entry{Type: typ, Place: place(n)}
	if err := r.metadata(&e.Metadata, top["metadata"]); err != nil {
		return nil, err
	}
	r.version = e.Metadata.FormatVersion
	switch typ {
	case ViolationSequence:
		err = r.violation(e, top["content"])
	case InvariantSet:
		err = r.invariants(e, top["content"])
	default:
		if r.version == Version20 {
			return nil, r.errorAt(top["entry_type"], "entry_type %s needs format_version %s or later", typ,
				Version21)
		}
		e.Unsupported = append(e.Unsupported, Unsupported{"ghost variables", place(top["entry_type"])})
	}
	return e, err
}

// since says whether the entry's version is v or later.
func (r *reader) since(v string) bool { return r.version >= v }

// mapping returns the values of a mapping by key. It must have the needed
// keys, may have the optional ones, and no others, none twice.
func (r *reader) mapping(n ast.Node, what, needed, optional string) (map[string]ast.Node, error) {
	return r.mappingOf(n, what, strings.Fields(needed), strings.Fields(optional))
}

func (r *reader) mappingOf(n ast.Node, what string, needed, optional []string) (map[string]ast.Node, error) {
	out, err := yamlfile.Mapping(r.file, n, what, append(slices.Clone(needed), optional...)...)
	if err != nil {
		return nil, err
	}
	for _, key := range needed {
		if out[key] == nil {
			return nil, r.errorAt(n, "%s has no %s", what, key)
		}
	}
	return out, nil
}

// sequence returns the items of a sequence of at least some.
func (r *reader) sequence(n ast.Node, what string, least int) ([]ast.Node, error) {
	s, ok := n.(*ast.SequenceNode)
	switch {
	case !ok:
		return nil, r.errorAt(n, "%s must be a sequence", what)
	case len(s.Values) < least:
		return nil, r.errorAt(n, "%s is empty", what)
	}
	return s.Values, nil
}
