package traps

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// Trap is one program.
type Trap struct {
	Name      string // ARCHIVE/PROGRAM, without extensions
	Ext       string // .c or .ll
	Text      string // the program
	Property  string
	DataModel string // empty: the default one
	Flags     []string
	Want      string   // true, false, unknown or error
	Words     string   // after the colon of the first line
	Engines   []string // those that must decide it; nil: all
	GCC       []string // flags, or "yes"; nil: not built by gcc
	Switches  string   // "": with switches engines may give up; "any", "waiting"
}

// Decides reports whether an engine must decide the trap.
func (tr Trap) Decides(engine string) bool {
	return (tr.Want == "true" || tr.Want == "false") &&
		(len(tr.Engines) == 0 || slices.Contains(tr.Engines, engine))
}

// Read returns the traps of a folder of archives, in the order of their names.
func Read(dir string) ([]Trap, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("there are no traps in %s (%v)", dir, err)
	}
	var out []Trap
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			return nil, err
		}
		list, err := programs(strings.TrimSuffix(filepath.Base(name), ".txtar"), a)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, list...)
	}
	return out, nil
}

// programs are the traps of one archive.
func programs(topic string, a *txtar.Archive) ([]Trap, error) {
	all := Trap{Property: "unreach-call"}
	for line := range strings.Lines(string(a.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "property":
			all.Property = value
		case "data model":
			all.DataModel = value
		case "flags":
			all.Flags = strings.Fields(value)
		case "gcc":
			all.GCC = strings.Fields(value)
		case "switches":
			if all.Switches = value; value != "any" && value != "waiting" {
				return nil, fmt.Errorf("switches: %q is neither any nor waiting", value)
			}
		}
	}
	seen := map[string]bool{}
	var out []Trap
	for _, f := range a.Files {
		tr := all
		tr.Ext = filepath.Ext(f.Name)
		tr.Name, tr.Text = topic+"/"+strings.TrimSuffix(f.Name, tr.Ext), string(f.Data)
		first, _, _ := strings.Cut(tr.Text, "\n")
		head, words, _ := strings.Cut(strings.TrimLeft(first, "/; "), ": ")
		fields := strings.Fields(head)
		if len(fields) == 0 || !slices.Contains([]string{"true", "false", "unknown", "error"}, fields[0]) {
			return nil, fmt.Errorf("the first line %q of %s gives no verdict", first, f.Name)
		}
		if tr.Want, tr.Engines, tr.Words = fields[0], fields[1:], words; seen[tr.Name] {
			return nil, fmt.Errorf("two programs are called %s", f.Name)
		}
		seen[tr.Name] = true
		out = append(out, tr)
	}
	return out, nil
}
