package outfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file beside the one with the name, and gives it the name when it is complete; text writes
// the content. If there is an error the file with the name stays as it was.
func Write(name string, text func(w io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			pe.Path = name // nobody knows the other name
		}
		return err
	}
	open, done := true, false
	defer func() { // also if text panics
		if done {
			return
		}
		if open {
			f.Close() // the error that there is says more
		}
		os.Remove(f.Name())
	}()
	w := bufio.NewWriter(f)
	if err := text(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	open = false
	if err := f.Close(); err != nil {
		return err
	}
	err = os.Rename(f.Name(), name)
	done = err == nil
	return err
}
