package tools

import (
	"strconv"
	"strings"

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

// pair is an entry of a mapping.
type pair struct{ Key, Value ast.Node }

// pairs are the entries of a mapping; keys are texts and different.
func (r *reader) pairs(n ast.Node, what string) []pair {
	var values []*ast.MappingValueNode
	switch m := n.(type) {
	case nil:
		return nil
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	default:
		r.fail(n, "%s must be a mapping of keys to values", what)
		return nil
	}
	var out []pair
	seen := map[string]bool{}
	for _, v := range values {
		key := r.text(v.Key)
		if seen[key] {
			r.fail(v.Key, "key %q is given twice", key)
		}
		seen[key] = true
		out = append(out, pair{v.Key, v.Value})
	}
	return out
}

// mapping returns the values of a mapping by key.
func (r *reader) mapping(n ast.Node, what string, keys ...string) map[string]ast.Node {
	out := map[string]ast.Node{}
	for _, p := range r.pairs(n, what) {
		key := r.text(p.Key)
		known := false
		for _, k := range keys {
			known = known || k == key
		}
		if !known {
			r.fail(p.Key, "unknown key %q in %s (known: %s)", key, what, strings.Join(keys, ", "))
		}
		out[key] = p.Value
	}
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
	switch s := n.(type) {
	case nil:
		return ""
	case *ast.StringNode:
		return s.Value
	case *ast.LiteralNode:
		if s.Value != nil {
			return s.Value.Value
		}
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		if t := n.GetToken(); t != nil {
			return t.Value
		}
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
