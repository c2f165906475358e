package tools

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"whittle.dev/internal/lazy"
	"whittle.dev/internal/property"
	"whittle.dev/internal/yamlfile"
)

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
	doc, err := yamlfile.Document(file, text, "the description")
	if err != nil {
		return nil, err
	}
	t := r.tool(doc)
	if r.err != nil {
		return nil, r.err
	}
	t.source = text
	return t, nil
}

var namePattern = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

func (r *reader) tool(n ast.Node) *Tool {
	m := r.mapping(n, "a description of a tool", "name", "program", "version", "arguments", "environment",
		"in_folder", "input", "checks", "bounds", "verdicts", "note")
	t := &Tool{Name: r.text(m["name"]), Program: r.texts(m["program"]), InFolder: r.boolean(m["in_folder"]),
		Note: strings.TrimSpace(r.text(m["note"]))}
	if !namePattern().MatchString(t.Name) {
		r.fail(or(m["name"], n), "a tool needs a name of letters, digits, dots and dashes")
	}
	if len(t.Program) == 0 || slices.Contains(t.Program, "") {
		r.fail(or(m["program"], n), "a tool needs a list of names of its program")
	}
	if t.Input = Input(r.text(m["input"])); t.Input != "" && t.Input != Horn {
		r.fail(m["input"], "input %q is not %s", t.Input, Horn)
	}
	if v := m["version"]; v != nil {
		vm := r.mapping(v, "version", "arguments", "pattern")
		t.Version = Version{r.texts(vm["arguments"]), r.expression(vm["pattern"])}
	}
	t.Arguments = r.arguments(m["arguments"])
	if !slices.ContainsFunc(t.Arguments, func(a Argument) bool {
		return strings.Contains(strings.Join(a, " "),
			"{file}")
	}) {
		r.fail(or(m["arguments"], n), "no argument has {file}")
	}
	if e := m["environment"]; e != nil {
		t.Environment = map[string]string{}
		for _, v := range r.pairs(e, "environment") {
			t.Environment[r.text(v.Key)] = r.text(v.Value)
			r.placeholders(v.Value, r.text(v.Value))
		}
	}
	if c := m["checks"]; c != nil {
		t.Checks = map[property.Property][]Argument{}
		for _, v := range r.pairs(c, "checks") {
			t.Checks[r.property(v.Key)] = r.arguments(v.Value)
		}
	}
	for i, b := range r.list(m["bounds"]) {
		t.Bounds = append(t.Bounds, r.number(b))
		if t.Bounds[i] < 1 || i > 0 && t.Bounds[i] <= t.Bounds[i-1] {
			r.fail(b, "bounds must be positive and grow")
		}
	}
	verdicts := r.list(m["verdicts"])
	if len(verdicts) == 0 {
		r.fail(or(m["verdicts"], n), "a tool needs verdicts")
	}
	for _, v := range verdicts {
		t.Verdicts = append(t.Verdicts, r.pattern(v))
	}
	return t
}

func (r *reader) property(n ast.Node) property.Property {
	p, err := property.Parse(r.text(n))
	if err != nil {
		r.fail(n, "%v", err)
	}
	return p
}

func (r *reader) arguments(n ast.Node) []Argument {
	var out []Argument
	for _, x := range r.list(n) {
		var a Argument
		if _, ok := x.(*ast.SequenceNode); ok {
			a = r.texts(x)
			if len(a) == 0 {
				r.fail(x, "an argument without text")
			}
		} else {
			a = Argument{r.text(x)}
		}
		for _, text := range a {
			r.placeholders(x, text)
		}
		out = append(out, a)
	}
	return out
}

// places are the placeholders; those that stand for several arguments must be whole texts.
var places = map[string]bool{"file": true, "checks": true, "flags": true, "property": false,
	"property_file": false, "data_model": false, "bits": false,
	"entry": false, "timeout": false, "cpu": false, "memory": false, "memory_mb": false, "bound": false}

var placePattern = lazy.Regexp(`\{[A-Za-z_]*\}`)

func (r *reader) placeholders(n ast.Node, text string) {
	for _, m := range placePattern().FindAllString(text, -1) {
		whole, known := places[m[1:len(m)-1]]
		switch {
		case !known:
			r.fail(n, "unknown placeholder %s (known: %s)", m,
				strings.Join(slices.Sorted(maps.Keys(places)), ", "))
		case whole && m != "{file}" && text != m:
			r.fail(n, "%s stands for several arguments and must be one of its own", m)
		}
	}
}

func (r *reader) pattern(n ast.Node) Pattern {
	m := r.mapping(n, "a verdict", "exit", "output", "stdout", "stderr", "command", "properties", "verdict",
		"why")
	p := Pattern{Verdict: r.text(m["verdict"]), Why: r.text(m["why"]), Output: r.expression(m["output"]),
		Stdout: r.expression(m["stdout"]),
		Stderr: r.expression(m["stderr"]), Command: r.expression(m["command"])}
	for _, e := range r.list(m["exit"]) {
		p.Exit = append(p.Exit, r.number(e))
	}
	for _, q := range r.list(m["properties"]) {
		p.Properties = append(p.Properties, r.property(q))
	}
	inner, isFalse := strings.CutPrefix(p.Verdict, "false(")
	inner = strings.TrimSuffix(inner, ")")
	_, err := property.Parse(inner)
	switch {
	case slices.Contains([]string{"true", "false", "unknown", "bound", "error"}, p.Verdict):
	case isFalse && (err == nil || strings.Contains(inner, "$")):
	default:
		r.fail(or(m["verdict"], n),
			"verdict %q is none of true, false, false(PROPERTY), unknown, bound, error", p.Verdict)
	}
	if p.Output == nil && p.Stdout == nil && p.Stderr == nil && p.Exit == nil &&
		(p.Verdict == "true" || strings.HasPrefix(p.Verdict, "false")) {
		r.fail(n, "a pattern for %s that looks at neither the output nor the exit code", p.Verdict)
	}
	return p
}

// expression compiles a regular expression, in which ^ and $ are the ends of lines; nil if there is none.
func (r *reader) expression(n ast.Node) *regexp.Regexp {
	text := r.text(n)
	if text == "" {
		return nil
	}
	re, err := regexp.Compile("(?m:" + text + ")")
	if err != nil {
		r.fail(n, "%s", strings.TrimPrefix(err.Error(), "error "))
	}
	return re
}
