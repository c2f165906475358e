package tasks

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"whittle.dev/internal/property"
	"whittle.dev/internal/task"
)

// Collect finds the tasks that the arguments name: a task definition gives one item for each supported
// property, a folder those of all definitions below it, an index (.tsv) one for each row about a C program or
// a transition system; a C file gives one for unreach-call and a transition system one for its property,
// without expectation. The order is that of the arguments, by name within a folder. A task that is named
// twice is taken once.
func Collect(args []string, f Filter) ([]Item, error) {
	var all []Item
	for _, arg := range args {
		items, err := collectOne(arg, f)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	seen := map[string]bool{}
	unique := all[:0]
	for _, it := range all {
		if k := it.Key(); !seen[k] {
			seen[k] = true
			unique = append(unique, it)
		}
	}
	return f.Apply(unique), nil
}

// Key identifies an item in a results file.
func (it Item) Key() string { return it.Name + "\t" + string(it.Property) }

func collectOne(arg string, f Filter) ([]Item, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		return collectDir(arg, f)
	case filepath.Ext(arg) == ".tsv":
		return readIndex(arg)
	case task.IsDefinition(arg):
		return definition(arg, filepath.ToSlash(arg), f)
	}
	p, ok := propertyOf(arg)
	if !ok {
		return nil, fmt.Errorf("%s: not a task: expected a folder, a .yml, .tsv, .c or .i file, or a "+
			"transition system", arg)
	}
	if f.Property != "" {
		p = f.Property
	}
	return []Item{{Name: filepath.ToSlash(arg), Path: arg, Property: p}}, nil
}

func collectDir(dir string, f Filter) ([]Item, error) {
	var out []Item
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !task.IsDefinition(path) {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		items, err := definition(path, filepath.ToSlash(rel), f)
		out = append(out, items...)
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no task definitions (.yml) for what is asked", dir)
	}
	return out, err
}

// definition gives the items of one task definition.
func definition(path, name string, f Filter) ([]Item, error) {
	def, err := task.Load(path, nil)
	if err != nil {
		return nil, err
	}
	var out []Item
	for _, e := range def.Properties {
		if e.Err != nil || f.Property != "" && e.Property != f.Property {
			continue
		}
		out = append(out, Item{Name: name, Set: filepath.ToSlash(filepath.Dir(name)), Path: path,
			Property: e.Property, Expected: e.Expected})
	}
	return out, nil
}

// columns of an index that are needed; others are allowed.
var columns = []string{"path", "property", "expected"}

// readIndex reads a table with the columns set, path (relative to the table), property, expected and
// data_model, separated by tabs, in the order that its first line gives. Rows about other
// files than C programs and transition systems are left out.
func readIndex(file string) ([]Item, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []Item
	var head map[string]int
	sc := bufio.NewScanner(bytes.NewReader(text))
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		fields := strings.Split(sc.Text(), "\t")
		if strings.TrimSpace(sc.Text()) == "" {
			continue
		}
		if head == nil {
			head = map[string]int{}
			for i, name := range fields {
				head[strings.TrimSpace(name)] = i
			}
			for _, c := range columns {
				if _, ok := head[c]; !ok {
					return nil, fmt.Errorf("%s:%d: no column %q", file, n, c)
				}
			}
			continue
		}
		if len(fields) < len(head) {
			return nil, fmt.Errorf("%s:%d: %d columns, expected %d", file, n, len(fields), len(head))
		}
		get := func(c string) string {
			if i, ok := head[c]; ok {
				return strings.TrimSpace(fields[i])
			}
			return ""
		}
		if _, ok := propertyOf(get("path")); !ok {
			continue
		}
		p, err := indexProperty(get("property"))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		want, err := expectation(get("expected"), p)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		out = append(out, Item{Name: get("path"), Set: get("set"),
			Path:     filepath.Join(filepath.Dir(file), filepath.FromSlash(get("path"))),
			Property: p, Expected: want, DataModel: get("data_model")})
	}
	return out, sc.Err()
}

// indexProperty reads a property of an index. "assert" stands for programs
// whose error is a failing assertion, which is an unreachable call here.
func indexProperty(name string) (property.Property, error) {
	if name == "assert" {
		return property.UnreachCall, nil
	}
	return property.Parse(name)
}
