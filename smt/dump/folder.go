package dump

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Folder is where scripts go: check-0001.smt2, check-0002.smt2, ...
type Folder struct {
	dir  string
	mu   sync.Mutex
	next int
}

// NewFolder returns the folder dir, which is made if it does not exist. It is an
// error if scripts of an earlier run lie there.
func NewFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	for _, e := range entries {
		if ok, _ := filepath.Match("check-*.smt2", e.Name()); ok {
			return nil, fmt.Errorf("dump: %s holds scripts of an earlier run (%s): choose another folder, or remove them", dir, e.Name())
		}
	}
	return &Folder{dir: dir}, nil
}

// name returns the name of the next script.
func (f *Folder) name() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.next++
	return filepath.Join(f.dir, fmt.Sprintf("check-%04d.smt2", f.next))
}

// write writes a file beside its place and moves it there.
func write(name string, parts ...string) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	for _, p := range parts {
		if err == nil {
			_, err = f.WriteString(p)
		}
	}
	if err == nil {
		err = f.Chmod(0o644)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("dump: %w", err)
	}
	return nil
}
