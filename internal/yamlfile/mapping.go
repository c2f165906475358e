package yamlfile

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Pair is an entry of a mapping.
type Pair struct {
	Name       string // the text of the key
	Key, Value ast.Node
}

// Pairs returns the entries of a mapping in their order. Their keys are texts, and different. what names the
// mapping in messages: "a task". Every error is a *source.FileError.
func Pairs(file string, n ast.Node, what string) ([]Pair, error) {
	return pairs(file, n, what, func(string) bool { return true }, nil)
}

// Mapping returns the values of a mapping by their keys, all of which are known.
func Mapping(file string, n ast.Node, what string, known ...string) (map[string]ast.Node, error) {
	list, err := pairs(file, n, what, func(key string) bool { return slices.Contains(known, key) }, known)
	if err != nil {
		return nil, err
	}
	out := make(map[string]ast.Node, len(list))
	for _, p := range list {
		out[p.Name] = p.Value
	}
	return out, nil
}

func pairs(file string, n ast.Node, what string, isKnown func(key string) bool, known []string) ([]Pair,
	error) {
	var values []*ast.MappingValueNode
	switch m := n.(type) {
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	default:
		return nil, At(file, n, "%s must be a mapping of keys to values", what)
	}
	out := make([]Pair, 0, len(values))
	seen := make(map[string]bool, len(values))
	for _, v := range values {
		key, ok := v.Key.(*ast.StringNode)
		switch {
		case !ok:
			return nil, At(file, v.Key, "a key must be a word")
		case !isKnown(key.Value):
			return nil, At(file, v.Key, "unknown key %q in %s (known: %s)", key.Value, what,
				strings.Join(known, ", "))
		case seen[key.Value]:
			return nil, At(file, v.Key, "key %q is given twice", key.Value)
		}
		seen[key.Value] = true
		out = append(out, Pair{key.Value, v.Key, v.Value})
	}
	return out, nil
}

// Text returns the content of a node that is a text; ok is false for all others.
func Text(n ast.Node) (text string, ok bool) {
	switch s := n.(type) {
	case *ast.StringNode:
		return s.Value, true
	case *ast.LiteralNode:
		if s.Value != nil {
			return s.Value.Value, true
		}
	}
	return "", false
}

// Scalar returns a text, a number or a truth value as it is written, without quotes; ok is false for all
// other nodes.
func Scalar(n ast.Node) (text string, ok bool) {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		if t := n.GetToken(); t != nil {
			return t.Value, true
		}
	}
	return Text(n)
}
