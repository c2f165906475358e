package interp

import (
	"bytes"
	"context"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/term"
)

// plain prints a string, a number and another string, as many of them as there are, and ends the line.
type plain struct{}

func TestPrint(t *testing.T) {
	b := build.LP64(t)
	f := b.Main()
	f.Do(cfa.Print{Form: plain{}, Format: b.Text("a number and a string: "),
		Args: []term.Term{b.BV(32, 0xffffffff), b.Text("abc")}})
	f.Do(cfa.Print{Form: plain{}, Format: b.Text("line")})
	f.Do(cfa.Print{Form: plain{}, Format: b.Text("to stderr"), Errors: true})
	f.Ret()
	var out, errs bytes.Buffer
	o, _, err := Run(context.Background(), b.Program, RunOptions{Output: &out, ErrOutput: &errs})
	if err != nil || o.Kind != Exited {
		t.Fatal(o.String(), err)
	}
	if got, want := out.String(), "a number and a string: 4294967295 abc\nline\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
	if errs.String() != "to stderr\n" {
		t.Errorf("on standard error: %q", errs.String())
	}
}
