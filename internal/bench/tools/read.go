package tools

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"whittle.dev/internal/property"
)

// Error is an error in a description of a tool.
type Error struct {
	File      string
	Line, Col int // from 1; 0: not known
	Msg       string
}

// Error prints the message as file:line:column: message.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// The description as it is written.
type rawTool struct {
	Name        string            `yaml:"name"`
	Program     []string          `yaml:"program"`
	Version     rawVersion        `yaml:"version"`
	Arguments   []any             `yaml:"arguments"`
	Environment map[string]string `yaml:"environment"`
	InFolder    bool              `yaml:"in_folder"`
	Checks      map[string][]any  `yaml:"checks"`
	Bounds      []int             `yaml:"bounds"`
	Verdicts    []rawPattern      `yaml:"verdicts"`
	Note        string            `yaml:"note"`
}

type rawVersion struct {
	Arguments []string `yaml:"arguments"`
	Pattern   string   `yaml:"pattern"`
}

type rawPattern struct {
	Exit       []int    `yaml:"exit"`
	Output     string   `yaml:"output"`
	Stdout     string   `yaml:"stdout"`
	Stderr     string   `yaml:"stderr"`
	Command    string   `yaml:"command"`
	Properties []string `yaml:"properties"`
	Verdict    string   `yaml:"verdict"`
	Why        string   `yaml:"why"`
}

// Load reads the description of a tool from a file.
func Load(file string) (*Tool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Read(file, text)
}

// Read reads the description of a tool; file is its name in messages. Errors in it are of type *Error.
func Read(file string, text []byte) (*Tool, error) {
	r := reader{file: file}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, r.syntax(err)
	}
	if len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		return nil, &Error{File: file, Msg: "expected one description of a tool"}
	}
	r.tree = tree
	var raw rawTool
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&raw); err != nil {
		return nil, r.syntax(err)
	}
	t := r.tool(raw)
	if r.err != nil {
		return nil, r.err
	}
	t.source = text
	return t, nil
}

// reader turns a description into a tool; it keeps the first error.
type reader struct {
	file string
	tree *ast.File
	err  *Error
}

// syntax finds the place in an error of the YAML package.
func (r *reader) syntax(err error) error {
	e := &Error{File: r.file, Msg: err.Error()}
	var ye yaml.Error
	if errors.As(err, &ye) {
		e.Msg = ye.GetMessage()
		if t := ye.GetToken(); t != nil && t.Position != nil {
			e.Line, e.Col = t.Position.Line, t.Position.Column
		}
	}
	e.Msg, _, _ = strings.Cut(e.Msg, "\n")
	return e
}

// fail reports an error at the place of a YAML path, "$.verdicts[2].output".
func (r *reader) fail(path, format string, args ...any) {
	if r.err != nil {
		return
	}
	r.err = &Error{File: r.file, Msg: fmt.Sprintf(format, args...)}
	p, err := yaml.PathString(path)
	if err != nil {
		return
	}
	if n, err := p.FilterFile(r.tree); err == nil && n.GetToken() != nil && n.GetToken().Position != nil {
		r.err.Line, r.err.Col = n.GetToken().Position.Line, n.GetToken().Position.Column
	}
}

var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

func (r *reader) tool(raw rawTool) *Tool {
	t := &Tool{Name: raw.Name, Program: raw.Program, Environment: raw.Environment, InFolder: raw.InFolder, Bounds: raw.Bounds, Note: strings.TrimSpace(raw.Note)}
	if !namePattern.MatchString(raw.Name) {
		r.fail("$.name", "a tool needs a name of letters, digits, dots and dashes")
	}
	if len(raw.Program) == 0 || slices.Contains(raw.Program, "") {
		r.fail("$.program", "a tool needs a list of names of its program")
	}
	t.Version = Version{raw.Version.Arguments, r.expression("$.version.pattern", raw.Version.Pattern)}
	t.Arguments = r.arguments("$.arguments", raw.Arguments)
	if !slices.ContainsFunc(t.Arguments, func(a Argument) bool { return strings.Contains(strings.Join(a, " "), "{file}") }) {
		r.fail("$.arguments", "no argument has {file}")
	}
	for name, text := range sorted(raw.Environment) {
		r.placeholders("$.environment."+name, text)
	}
	if raw.Checks != nil {
		t.Checks = map[property.Property][]Argument{}
		for name, args := range sorted(raw.Checks) {
			p, err := property.Parse(name)
			if err != nil {
				r.fail("$.checks."+name, "%v", err)
			}
			t.Checks[p] = r.arguments("$.checks."+name, args)
		}
	}
	for i, b := range raw.Bounds {
		if b < 1 || i > 0 && b <= raw.Bounds[i-1] {
			r.fail(fmt.Sprintf("$.bounds[%d]", i), "bounds must be positive and grow")
		}
	}
	if len(raw.Verdicts) == 0 {
		r.fail("$", "a tool needs verdicts")
	}
	for i, p := range raw.Verdicts {
		t.Verdicts = append(t.Verdicts, r.pattern(fmt.Sprintf("$.verdicts[%d]", i), p))
	}
	return t
}

func (r *reader) arguments(path string, raw []any) []Argument {
	var out []Argument
	for i, x := range raw {
		at := fmt.Sprintf("%s[%d]", path, i)
		var a Argument
		switch x := x.(type) {
		case []any:
			for _, y := range x {
				a = append(a, fmt.Sprint(y))
			}
			if len(a) == 0 {
				r.fail(at, "an argument without text")
			}
		case map[string]any, nil:
			r.fail(at, "an argument is a text or a list of texts (texts with braces must be quoted)")
		default:
			a = Argument{fmt.Sprint(x)}
		}
		for _, text := range a {
			r.placeholders(at, text)
		}
		out = append(out, a)
	}
	return out
}

// places are the placeholders; those that stand for several arguments must be whole texts.
var places = map[string]bool{"file": true, "checks": true, "flags": true, "property": false, "property_file": false, "data_model": false, "bits": false,
	"entry": false, "timeout": false, "cpu": false, "memory": false, "memory_mb": false, "bound": false}

var placePattern = regexp.MustCompile(`\{[A-Za-z_]*\}`)

func (r *reader) placeholders(path, text string) {
	for _, m := range placePattern.FindAllString(text, -1) {
		whole, known := places[m[1:len(m)-1]]
		switch {
		case !known:
			r.fail(path, "unknown placeholder %s (known: %s)", m, strings.Join(slices.Sorted(maps.Keys(places)), ", "))
		case whole && m != "{file}" && text != m:
			r.fail(path, "%s stands for several arguments and must be one of its own", m)
		}
	}
}

func (r *reader) pattern(path string, raw rawPattern) Pattern {
	p := Pattern{Exit: raw.Exit, Verdict: raw.Verdict, Why: raw.Why,
		Output: r.expression(path+".output", raw.Output), Stdout: r.expression(path+".stdout", raw.Stdout),
		Stderr: r.expression(path+".stderr", raw.Stderr), Command: r.expression(path+".command", raw.Command)}
	for _, name := range raw.Properties {
		q, err := property.Parse(name)
		if err != nil {
			r.fail(path+".properties", "%v", err)
		}
		p.Properties = append(p.Properties, q)
	}
	inner, isFalse := strings.CutPrefix(raw.Verdict, "false(")
	inner = strings.TrimSuffix(inner, ")")
	_, err := property.Parse(inner)
	switch {
	case slices.Contains([]string{"true", "false", "unknown", "bound", "error"}, raw.Verdict):
	case isFalse && (err == nil || strings.Contains(inner, "$")):
	default:
		r.fail(path+".verdict", "verdict %q is none of true, false, false(PROPERTY), unknown, bound, error", raw.Verdict)
	}
	if p.Output == nil && p.Stdout == nil && p.Stderr == nil && p.Exit == nil && (raw.Verdict == "true" || strings.HasPrefix(raw.Verdict, "false")) {
		r.fail(path, "a pattern for %s that looks at neither the output nor the exit code", raw.Verdict)
	}
	return p
}

func (r *reader) expression(path, text string) *regexp.Regexp {
	if text == "" {
		return nil
	}
	re, err := regexp.Compile("(?m:" + text + ")")
	if err != nil {
		r.fail(path, "%v", err)
	}
	return re
}

// sorted goes over a map in the order of its keys.
func sorted[V any](m map[string]V) func(func(string, V) bool) {
	return func(yield func(string, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
