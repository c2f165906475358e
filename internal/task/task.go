package task

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

// Definition is one task definition.
type Definition struct {
	File string // the definition itself, as it was given to Load
	// Inputs are the input files, relative to the same folder as File is.
	Inputs []string
	// DataModel is "ILP32", "LP64", or empty when the definition has none.
	DataModel  string
	Properties []Expectation
}

// Expectation is a property of a task and what is expected of it.
type Expectation struct {
	Property property.Property // empty when Err is set
	Formula  string            // of property.LTL; else empty
	File     string            // the property file
	Entry    string            // the function named in the property file
	Line     int               // of the property in the definition
	// Expected is true, false (of Property, or of the subproperty that the
	// definition names), or unknown when there is no expected verdict.
	Expected property.Verdict
	// Err says that the property file names something that is not supported.
	Err error
}

// Error is an error in a task definition or a property file.
type Error = source.FileError

// ReadFunc reads a file. The default is os.ReadFile.
type ReadFunc func(name string) ([]byte, error)

// Load reads the task definition at path and the property files it names;
// that the input files exist is checked. Errors of the content are *Error.
func Load(path string, read ReadFunc) (*Definition, error) {
	if read == nil {
		read = os.ReadFile
	}
	text, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("task definition: %w", err)
	}
	r := &reader{file: path, read: read}
	return r.definition(text)
}

// Select returns what is expected of the property p, or of the only property that is supported when p is
// empty. A p that the definition does not name is returned without an expected verdict.
func (d *Definition) Select(p property.Property) (Expectation, error) {
	if p != "" {
		for _, e := range d.Properties {
			if e.Property == p {
				return e, nil
			}
		}
		return Expectation{Property: p}, nil
	}
	var ok []Expectation
	for _, e := range d.Properties {
		if e.Err == nil {
			ok = append(ok, e)
		}
	}
	switch {
	case len(ok) == 1:
		return ok[0], nil
	case len(ok) > 1:
		names := make([]string, len(ok))
		for i, e := range ok {
			names[i] = string(e.Property)
		}
		return Expectation{}, &Error{File: d.File, Line: ok[1].Line, Col: 0,
			Msg: "several properties, choose one with --property: " + strings.Join(names, ", ")}
	case len(d.Properties) > 0:
		e := d.Properties[0]
		return Expectation{}, &Error{File: d.File, Line: e.Line, Col: 0, Msg: e.Err.Error()}
	}
	return Expectation{}, &Error{File: d.File, Line: 0, Col: 0, Msg: "no property is named"}
}

// LoadPRP reads a property file.
func LoadPRP(path string, read ReadFunc) (property.File, error) {
	if read == nil {
		read = os.ReadFile
	}
	text, err := read(path)
	if err != nil {
		return property.File{}, fmt.Errorf("property file: %w", err)
	}
	f, err := property.ParsePRP(string(text))
	if pe, ok := err.(*property.PRPError); ok {
		return property.File{}, &Error{File: path, Line: pe.Line, Col: 0, Msg: pe.Msg}
	}
	return f, err
}

// IsDefinition reports whether a file name is that of a task definition.
func IsDefinition(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".yml" || ext == ".yaml"
}
