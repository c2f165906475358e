package tasks

import (
	"os"
	"path/filepath"
	"sync"

	"whittle.dev/internal/bench/tools"
	"whittle.dev/internal/property"
	"whittle.dev/internal/task"
)

// defaultModel is what check takes when nothing says otherwise.
const defaultModel = "LP64"

// toolTask is what another tool is told about an item: what check would find out itself. All paths are
// absolute.
func (cfg Config) toolTask(it Item, files *propertyFiles) (tools.Task, error) {
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

// propertyFiles are property files of a run, for tools that want one where the task has none.
type propertyFiles struct {
	mu  sync.Mutex
	dir string
}

// get returns the file of a property, which is written if it is not there yet.
func (f *propertyFiles) get(p property.Property) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dir == "" {
		dir, err := os.MkdirTemp("", "whittle-bench-")
		if err != nil {
			return "", err
		}
		f.dir = dir
	}
	name := filepath.Join(f.dir, string(p)+".prp")
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	return name, os.WriteFile(name, []byte(p.Specification("main")+"\n"), 0o644)
}

func (f *propertyFiles) remove() {
	if f.dir != "" {
		os.RemoveAll(f.dir)
	}
}
