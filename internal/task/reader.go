package task

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/goccy/go-yaml/ast"

	"whittle.dev/internal/property"
	"whittle.dev/internal/yamlfile"
)

// reader turns the syntax tree of a task definition into a Definition. It
// walks the tree itself, because every message needs a line.
type reader struct {
	file string
	read ReadFunc
}

func (r *reader) errorAt(n ast.Node, format string, args ...any) error {
	return yamlfile.At(r.file, n, format, args...)
}

func (r *reader) definition(text []byte) (*Definition, error) {
	doc, err := yamlfile.Document(r.file, text, "the task definition")
	if err != nil {
		return nil, err
	}
	top, err := r.mapping(doc, "a task definition", "format_version", "input_files", "properties", "options",
		"additional_information")
	if err != nil {
		return nil, err
	}
	d := &Definition{File: r.file}
	if err := r.version(doc, top["format_version"]); err != nil {
		return nil, err
	}
	if err := r.inputs(d, doc, top["input_files"]); err != nil {
		return nil, err
	}
	if n := top["options"]; n != nil {
		if err := r.options(d, n); err != nil {
			return nil, err
		}
	}
	if n := top["properties"]; n != nil {
		if err := r.properties(d, n); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// mapping returns the values of a mapping by key. Keys other than those given, and repeated ones, are errors.
func (r *reader) mapping(n ast.Node, what string, keys ...string) (map[string]ast.Node, error) {
	return yamlfile.Mapping(r.file, n, what, keys...)
}

// text returns a scalar as it is written.
func (r *reader) text(n ast.Node, what string) (string, error) {
	if s, ok := yamlfile.Scalar(n); ok {
		return s, nil
	}
	return "", r.errorAt(n, "%s must be a text", what)
}

func (r *reader) version(doc, n ast.Node) error {
	if n == nil {
		return r.errorAt(doc, "format_version is missing: is this a task definition?")
	}
	v, err := r.text(n, "format_version")
	if err != nil {
		return err
	}
	if v != "2.0" && v != "2.1" {
		return r.errorAt(n, "format_version %q is not supported (supported: 2.0, 2.1)", v)
	}
	return nil
}

func (r *reader) inputs(d *Definition, doc, n ast.Node) error {
	if n == nil {
		return r.errorAt(doc, "input_files is missing")
	}
	items := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		items = seq.Values
		if len(items) == 0 {
			return r.errorAt(n, "input_files is empty")
		}
	}
	for _, item := range items {
		name, err := r.text(item, "an input file")
		if err != nil {
			return err
		}
		if name == "" {
			return r.errorAt(item, "an input file has an empty name")
		}
		path := r.resolve(name)
		if _, err := r.read(path); err != nil {
			return r.errorAt(item, "input file %s: %v", path, reason(err))
		}
		d.Inputs = append(d.Inputs, path)
	}
	return nil
}

// resolve makes a path of the definition relative to where the definition is.
func (r *reader) resolve(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(r.file), name)
}

// reason is an error without the path, which the message has already.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func (r *reader) options(d *Definition, n ast.Node) error {
	if _, null := n.(*ast.NullNode); null {
		return nil
	}
	opts, err := r.mapping(n, "options", "language", "data_model")
	if err != nil {
		return err
	}
	if l := opts["language"]; l != nil {
		v, err := r.text(l, "language")
		if err != nil {
			return err
		}
		if v != "C" {
			return r.errorAt(l, "language %q is not supported (supported: C)", v)
		}
	}
	if m := opts["data_model"]; m != nil {
		v, err := r.text(m, "data_model")
		if err != nil {
			return err
		}
		if v != "ILP32" && v != "LP64" {
			return r.errorAt(m, "data model %q is not known (known: ILP32, LP64)", v)
		}
		d.DataModel = v
	}
	return nil
}

func (r *reader) properties(d *Definition, n ast.Node) error {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return r.errorAt(n, "properties must be a list")
	}
	for _, item := range seq.Values {
		e, err := r.expectation(item)
		if err != nil {
			return err
		}
		for _, f := range d.Properties {
			if e.Err == nil && f.Property == e.Property {
				if f.Expected != e.Expected {
					return r.errorAt(item, "%s is expected to be %s, but line %d expects %s", e.Property,
						e.Expected, f.Line, f.Expected)
				}
				return r.errorAt(item, "property %s is listed twice", e.Property)
			}
		}
		d.Properties = append(d.Properties, e)
	}
	return nil
}

func (r *reader) expectation(n ast.Node) (Expectation, error) {
	e := Expectation{}
	m, err := r.mapping(n, "a property", "property_file", "expected_verdict", "subproperty")
	if err != nil {
		return e, err
	}
	pf := m["property_file"]
	if pf == nil {
		return e, r.errorAt(n, "property_file is missing")
	}
	name, err := r.text(pf, "property_file")
	if err != nil {
		return e, err
	}
	e.Line, e.File = pf.GetToken().Position.Line, r.resolve(name)
	asked, err := LoadPRP(e.File, r.read)
	e.Property, e.Formula, e.Entry = asked.Property, asked.Formula, asked.Entry
	var inFile *Error
	switch {
	case errors.As(err, &inFile):
		e.Err = err // of no interest unless this property is chosen
	case err != nil:
		return e, r.errorAt(pf, "property file %s: %v", e.File, reason(err))
	}
	return e, r.expected(&e, m)
}

func (r *reader) expected(e *Expectation, m map[string]ast.Node) error {
	sub := e.Property
	if n := m["subproperty"]; n != nil {
		v, err := r.text(n, "subproperty")
		if err != nil {
			return err
		}
		sub, err = property.Parse(v)
		if err != nil {
			return r.errorAt(n, "subproperty: %v", err)
		}
		if e.Err == nil && !e.Property.Covers(sub) {
			return r.errorAt(n, "subproperty %s is no part of %s", sub, e.Property)
		}
	}
	n := m["expected_verdict"]
	if n == nil {
		return nil
	}
	v, err := r.text(n, "expected_verdict")
	if err != nil {
		return err
	}
	switch v {
	case "true":
		if m["subproperty"] != nil {
			return r.errorAt(m["subproperty"], "a subproperty contradicts the expected verdict true")
		}
		e.Expected = property.Holds()
	case "false":
		e.Expected = property.Violated(sub)
	case "unknown":
	default:
		return r.errorAt(n, "expected_verdict is %q, must be true, false or unknown", v)
	}
	return nil
}
