package systems

import (
	"errors"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/golden"
	"whittle.dev/internal/ts/transition"
)

// malformed is an archive of files that are wrong, each followed by the error that it leads to.
const malformed = "testdata/malformed.txtar"

// A Reader reads a system from a file of this name with this text.
type Reader func(files *source.Files, name string, text []byte) (*transition.System, error)

// Malformed compares the errors of a reader, which say where they are, with those in testdata.
func Malformed(t *testing.T, read Reader) {
	ar, err := txtar.ParseFile(malformed)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(ar.Files); i += 2 {
		f := ar.Files[i]
		_, err := read(&source.Files{}, f.Name, f.Data)
		var at *source.FileError
		if !errors.As(err, &at) || at.Line == 0 || at.Col == 0 {
			t.Fatalf("%s: error %v, want one with its place", f.Name, err)
		}
		ar.Files[i+1].Data = []byte(err.Error() + "\n")
	}
	golden.Archive(t, malformed, ar)
}

// FuzzReader has a reader read variants of a text and of what is malformed. What it does not take leads to an
// error with a place.
func FuzzReader(f *testing.F, read Reader, text string) {
	f.Add(text)
	ar, err := txtar.ParseFile(malformed)
	if err != nil {
		f.Fatal(err)
	}
	for _, x := range ar.Files {
		f.Add(string(x.Data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := read(&source.Files{}, "fuzz", []byte(text))
		var at *source.FileError
		if (s == nil) == (err == nil) || err != nil && !errors.As(err, &at) {
			t.Errorf("system %v, error %v", s, err)
		}
	})
}
