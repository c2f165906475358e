package examples

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/property"
)

// others are the folders of examples that are no topics: what they hold has no Header.
var others = []string{"library", "liveness", "memory-models", "programs", "project", "systems"}

// Names lists the programs of all topics, sorted by name. root is the folder of the examples.
func Names(t testing.TB, root string) []string {
	t.Helper()
	return Matching(t, root, "*.c")
}

// Matching lists the programs of all topics whose names match a pattern, sorted by name.
func Matching(t testing.TB, root, pattern string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(root, "*", pattern))
	names := slices.DeleteFunc(all, func(name string) bool {
		return slices.Contains(others, filepath.Base(filepath.Dir(name)))
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("examples %s in %s: %v, %v", pattern, root, names, err)
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return strings.Compare(filepath.Base(a), filepath.Base(b))
	})
	return names
}

// File finds a program by its name ("lost_update.c"), whatever its topic.
func File(t testing.TB, root, name string) string {
	t.Helper()
	found := Matching(t, root, name)
	if len(found) > 1 {
		t.Fatalf("examples with the same name: %v", found)
	}
	return found[0]
}

// In lists the programs of one folder.
func In(t testing.TB, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.c"))
	if err != nil || len(names) == 0 {
		t.Fatalf("examples in %s: %v, %v", folder, names, err)
	}
	return names
}

// Header is the comment that an example begins with: what it shows, and then these keys.
type Header struct {
	Property  property.Property
	DataModel string // LP64 or ILP32
	Verdict   property.Verdict
	Engines   []string // those that decide it
}

// DecidedBy reports whether an engine decides the example: auto decides what another one does.
func (h Header) DecidedBy(engine string) bool {
	return slices.Contains(h.Engines, engine) || engine == "auto" && len(h.Engines) > 0
}

// keys that a header must have, each once.
var keys = []string{"property", "data model", "verdict", "engines"}

// Read reads the header of an example. One that lacks something fails the test.
func Read(t testing.TB, name string) Header {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	values := map[string]string{}
	text := 0
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		line, ok := strings.CutPrefix(sc.Text(), "//")
		if !ok {
			break
		}
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || !slices.Contains(keys, key) {
			text += len(strings.TrimSpace(line))
			continue
		}
		if _, twice := values[key]; twice {
			t.Errorf("header: %s twice", key)
		}
		values[key] = strings.TrimSpace(value)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	if text < 20 {
		t.Error("header: it does not say what the example shows")
	}
	return header(t, values)
}

func header(t testing.TB, values map[string]string) Header {
	t.Helper()
	h := Header{DataModel: values["data model"]}
	var err error
	if h.Property, err = property.Parse(values["property"]); err != nil {
		t.Errorf("header: %v", err)
	}
	if h.DataModel != "LP64" && h.DataModel != "ILP32" {
		t.Errorf("header: data model %q", h.DataModel)
	}
	if h.Verdict, err = property.ParseVerdict(values["verdict"]); err != nil ||
		h.Verdict.Kind == property.Unknown {
		t.Fatalf("header: verdict %q", values["verdict"])
	}
	switch values["engines"] {
	case "":
		t.Error("header: no engines (none, if no engine decides it)")
	case "none":
	default:
		h.Engines = strings.FieldsFunc(values["engines"], func(r rune) bool { return r == ',' || r == ' ' })
	}
	return h
}
