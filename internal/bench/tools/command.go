package tools

import (
	"fmt"
	"maps"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"whittle.dev/internal/property"
)

// Task is what a tool is asked.
type Task struct {
	Files        []string // of the program
	Property     property.Property
	PropertyFile string // in the form of SV-COMP
	DataModel    string // ILP32 or LP64
	Entry        string // function
	// Limits; 0: none.
	Timeout, CPU time.Duration
	Memory       uint64
	Bound        int      // 0: none
	Flags        []string // what the user adds
}

// Find returns the path of the program of a tool.
func (t *Tool) Find() (string, error) {
	for _, p := range t.Program {
		if path, err := exec.LookPath(p); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", fmt.Errorf("%s: there is no program %s on the PATH", t.Name, strings.Join(t.Program, " or "))
}

// CommandLine returns the arguments for a task, without the program.
func (t *Tool) CommandLine(task Task) ([]string, error) {
	checks, ok := t.Checks[task.Property]
	if !ok && t.Checks != nil {
		return nil, fmt.Errorf("%s does not check %s", t.Name, task.Property)
	}
	values, err := task.values()
	if err != nil {
		return nil, err
	}
	var out []string
	placed := false
	for _, a := range t.Arguments {
		switch {
		case len(a) == 1 && a[0] == "{checks}":
			for _, c := range checks {
				out = append(out, expand(c, values, task.Files)...)
			}
		case len(a) == 1 && a[0] == "{flags}":
			out = append(out, task.Flags...)
			placed = true
		default:
			out = append(out, expand(a, values, task.Files)...)
		}
	}
	if !placed {
		out = append(slices.Clone(task.Flags), out...)
	}
	return out, nil
}

// Env returns the variables that are added to the environment, sorted.
func (t *Tool) Env(task Task) []string {
	values, err := task.values()
	if err != nil {
		return nil
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(t.Environment)) {
		if text := expand(Argument{t.Environment[name]}, values, task.Files); len(text) == 1 {
			out = append(out, name+"="+text[0])
		}
	}
	return out
}

// values are the texts of placeholders; those without a value are missing.
func (task Task) values() (map[string]string, error) {
	bits, ok := map[string]string{"ILP32": "32", "LP64": "64"}[task.DataModel]
	if !ok {
		return nil, fmt.Errorf("data model %q is none of ILP32, LP64", task.DataModel)
	}
	v := map[string]string{"property": string(task.Property), "property_file": task.PropertyFile,
		"data_model": task.DataModel, "bits": bits, "entry": task.Entry}
	number := func(name string, n float64) {
		if n > 0 {
			v[name] = strconv.FormatFloat(n, 'f', -1, 64)
		}
	}
	number("timeout", math.Ceil(task.Timeout.Seconds()))
	number("cpu", math.Ceil(task.CPU.Seconds()))
	number("memory", float64(task.Memory))
	number("memory_mb", math.Floor(float64(task.Memory)/1e6))
	number("bound", float64(task.Bound))
	for name, text := range v {
		if text == "" {
			delete(v, name)
		}
	}
	return v, nil
}

// expand fills in an argument; it is nothing if a placeholder has no value.
func expand(a Argument, values map[string]string, files []string) []string {
	var out []string
	missing := false
	for _, text := range a {
		if text == "{file}" {
			out = append(out, files...)
			continue
		}
		out = append(out, placePattern().ReplaceAllStringFunc(text, func(m string) string {
			name := m[1 : len(m)-1]
			if name == "file" {
				return strings.Join(files, " ")
			}
			v, ok := values[name]
			missing = missing || !ok
			return v
		}))
	}
	if missing {
		return nil
	}
	return out
}
