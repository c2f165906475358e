package tools

import (
	"errors"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"whittle.dev/internal/source"
	"whittle.dev/internal/yamlfile"
)

// Error is an error in a description of a tool.
type Error = source.FileError

// reader takes the syntax tree of a description apart; it keeps the first error. All of its methods
// take nil, for a key that is not there.
type reader struct {
	file string
	err  *Error
}

func (r *reader) fail(n ast.Node, format string, args ...any) {
	if r.err == nil {
		r.err = yamlfile.At(r.file, n, format, args...)
	}
}

// or is the first node that is there.
func or(a, b ast.Node) ast.Node {
	if a != nil {
		return a
	}
	return b
}

// keep keeps an error of package yamlfile.
func (r *reader) keep(err error) {
	if r.err == nil {
		errors.As(err, &r.err)
	}
}

// pairs are the entries of a mapping.
func (r *reader) pairs(n ast.Node, what string) []yamlfile.Pair {
	list, err := yamlfile.Pairs(r.file, n, what)
	r.keep(err)
	return list
}

// mapping returns the values of a mapping by key.
func (r *reader) mapping(n ast.Node, what string, keys ...string) map[string]ast.Node {
	out, err := yamlfile.Mapping(r.file, n, what, keys...)
	r.keep(err)
	return out
}

func (r *reader) list(n ast.Node) []ast.Node {
	switch s := n.(type) {
	case nil:
		return nil
	case *ast.SequenceNode:
		return s.Values
	}
	r.fail(n, "expected a list")
	return nil
}

// text is a scalar as it is written, without quotes.
func (r *reader) text(n ast.Node) string {
	s, ok := yamlfile.Scalar(n)
	if n == nil || ok {
		return s
	}
	r.fail(n, "expected a text (one with braces or a colon must be quoted)")
	return ""
}

func (r *reader) texts(n ast.Node) []string {
	var out []string
	for _, x := range r.list(n) {
		out = append(out, r.text(x))
	}
	return out
}

func (r *reader) number(n ast.Node) int {
	i, err := strconv.Atoi(r.text(n))
	if err != nil {
		r.fail(n, "expected a whole number")
	}
	return i
}

func (r *reader) boolean(n ast.Node) bool {
	if b, ok := n.(*ast.BoolNode); ok {
		return b.Value
	}
	if n != nil {
		r.fail(n, "expected true or false")
	}
	return false
}
