package yamlfile

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"whittle.dev/internal/source"
)

// Document parses a text that has one document and returns it. what names the content in messages: "the
// witness". Every error is a *source.FileError.
func Document(file string, text []byte, what string) (ast.Node, error) {
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, Syntax(file, err)
	}
	var doc ast.Node
	for _, d := range tree.Docs {
		switch {
		case d.Body == nil:
		case doc != nil:
			return nil, At(file, d.Body, "more than one document")
		default:
			doc = d.Body
		}
	}
	if doc == nil {
		return nil, At(file, nil, "%s is empty", what)
	}
	return doc, nil
}

// Place returns the line and column at which a node begins, from 1; 0: not known.
func Place(n ast.Node) (line, col int) {
	if n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return 0, 0
	}
	// The token of a mapping is the colon after its first key.
	switch m := n.(type) {
	case *ast.MappingNode:
		if len(m.Values) > 0 {
			return Place(m.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return Place(m.Key)
	}
	return n.GetToken().Position.Line, n.GetToken().Position.Column
}

// At returns an error about a node, which may be nil.
func At(file string, n ast.Node, format string, args ...any) *source.FileError {
	line, col := Place(n)
	return &source.FileError{File: file, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// Syntax returns an error of the YAML parser with its place.
func Syntax(file string, err error) *source.FileError {
	e := &source.FileError{File: file}
	msg := err.Error()
	var ye yaml.Error
	if errors.As(err, &ye) {
		msg = ye.GetMessage()
		if t := ye.GetToken(); t != nil && t.Position != nil {
			e.Line, e.Col = t.Position.Line, t.Position.Column
		}
	}
	msg, _, _ = strings.Cut(msg, "\n")
	e.Msg = "not a YAML file: " + msg
	return e
}
