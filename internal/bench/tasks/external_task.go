package tasks

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"whittle.dev/internal/bench/tools"
	"whittle.dev/internal/outfile"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/task"
	"whittle.dev/internal/ts/horn"
)

// defaultModel is what check takes when nothing says otherwise.
const defaultModel = "LP64"

// toolTask is what another tool is told about an item: what check would find out itself. All paths are
// absolute.
func (cfg Config) toolTask(tool *tools.Tool, it Item, files *toolFiles) (tools.Task, error) {
	t := tools.Task{Files: []string{it.Path}, Property: it.Property, DataModel: it.DataModel, Entry: "main",
		Memory: cfg.Memory}
	if task.IsDefinition(it.Path) {
		def, err := task.Load(it.Path, nil)
		if err != nil {
			return t, err
		}
		t.Files = def.Inputs
		if t.DataModel == "" {
			t.DataModel = def.DataModel
		}
		for _, e := range def.Properties {
			if e.Err == nil && e.Property == it.Property {
				t.PropertyFile = e.File
				if e.Entry != "" {
					t.Entry = e.Entry
				}
			}
		}
	}
	if t.DataModel == "" {
		t.DataModel = defaultModel
	}
	var err error
	if tool.Input == tools.Horn {
		if t.Files[0], err = files.clauses(it.Path); err != nil {
			return t, err
		}
		return t, nil
	}
	if t.PropertyFile == "" {
		if t.PropertyFile, err = files.get(it.Property); err != nil {
			return t, err
		}
	}
	if t.PropertyFile, err = filepath.Abs(t.PropertyFile); err != nil {
		return t, err
	}
	absolute := make([]string, len(t.Files))
	for i, f := range t.Files {
		if absolute[i], err = filepath.Abs(f); err != nil {
			return t, err
		}
	}
	t.Files = absolute
	return t, nil
}

// toolFiles are files that are written for tools: property files where the task has none, and tasks in
// another language.
type toolFiles struct {
	mu  sync.Mutex
	dir string
	n   int // of the files of tasks
}

// get returns the file of a property, which is written if it is not there yet.
func (f *toolFiles) get(p property.Property) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.folder(); err != nil {
		return "", err
	}
	name := filepath.Join(f.dir, string(p)+".prp")
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	return name, os.WriteFile(name, []byte(p.Specification("main")+"\n"), 0o644)
}

// folder makes the folder if there is none. The caller holds the lock.
func (f *toolFiles) folder() (err error) {
	if f.dir == "" {
		f.dir, err = os.MkdirTemp("", "whittle-bench-")
	}
	return err
}

// clauses writes the Horn clauses of a transition system and returns the name of their file.
func (f *toolFiles) clauses(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sys, err := run.ReadSystem(path, text)
	if err != nil {
		return "", err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.folder(); err != nil {
		return "", err
	}
	f.n++
	name := filepath.Join(f.dir, strconv.Itoa(f.n)+".smt2")
	return name, outfile.Write(name, func(w io.Writer) error { return horn.Write(w, sys, horn.All) })
}

func (f *toolFiles) remove() {
	if f.dir != "" {
		os.RemoveAll(f.dir)
	}
}
