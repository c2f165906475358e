package outfile_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/outfile"
)

// TestWrite writes a file, and fails to, in the middle and with a panic.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.txt")
	put := func(text string, then error) error {
		return outfile.Write(name, func(w io.Writer) error {
			io.WriteString(w, text)
			return then
		})
	}
	content := func() string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if err := put("one", nil); err != nil || content() != "one" {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := put("two", broken); !errors.Is(err, broken) || content() != "one" {
		t.Errorf("%v, %q", err, content())
	}
	if err := put("three", nil); err != nil || content() != "three" {
		t.Errorf("%v, %q", err, content())
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		outfile.Write(name, func(io.Writer) error { panic("text") })
	}()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 {
		t.Errorf("left behind: %v, %v", list, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm()&0o400 == 0 {
		t.Errorf("%v, %v", info, err)
	}
	none := filepath.Join(dir, "none", "x")
	if err := outfile.Write(none, func(io.Writer) error { return nil }); err == nil ||
		!strings.Contains(err.Error(), none) {
		t.Errorf("a file in a folder that is not there: %v", err)
	}
}
