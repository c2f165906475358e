package witness

import (
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"whittle.dev/internal/yamlfile"
)

// text returns a text. YAML takes what is not quoted and looks like a number
// or a truth value to be one, and the format wants texts.
func (r *reader) text(n ast.Node, what string) (string, error) {
	s, err := r.anyText(n, what)
	if err == nil && s == "" {
		return "", r.errorAt(n, "%s is empty", what)
	}
	return s, err
}

// anyText returns a text that may be empty.
func (r *reader) anyText(n ast.Node, what string) (string, error) {
	if s, ok := yamlfile.Text(n); ok {
		return s, nil
	}
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return "", r.errorAt(n, "%s must be a text: put %s into quotes", what, n.GetToken().Value)
	}
	return "", r.errorAt(n, "%s must be a text", what)
}

// number returns an integer that is at least some value.
func (r *reader) number(n ast.Node, what string, least int) (int, error) {
	i, ok := n.(*ast.IntegerNode)
	if !ok {
		return 0, r.errorAt(n, "%s must be an integer", what)
	}
	v, err := strconv.ParseInt(i.GetToken().Value, 10, 32)
	if err != nil {
		return 0, r.errorAt(n, "%s must be an integer in decimal", what)
	}
	if v < int64(least) {
		return 0, r.errorAt(n, "%s must be at least %d", what, least)
	}
	return int(v), nil
}

// choose returns one of the words that the format has for something.
func choose[T ~string](r *reader, n ast.Node, what string, words ...T) (T, error) {
	s, err := r.text(n, what)
	if err != nil {
		return "", err
	}
	known := make([]string, len(words))
	for i, w := range words {
		if s == string(w) {
			return w, nil
		}
		known[i] = string(w)
	}
	return "", r.errorAt(n, "%s %q is not known (known: %s)", what, s, strings.Join(known, ", "))
}
