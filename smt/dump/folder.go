package dump

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"whittle.dev/internal/outfile"
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
			return nil, fmt.Errorf("dump: %s holds scripts of an earlier run (%s): choose another folder, "+
				"or remove them", dir, e.Name())
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

// write writes a file, which is there when it is complete.
func write(name string, parts ...string) error {
	err := outfile.Write(name, func(w io.Writer) error {
		for _, p := range parts {
			if _, err := io.WriteString(w, p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	return nil
}
