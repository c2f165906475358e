package gen

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"whittle.dev/internal/bench/gen/cnf"
	"whittle.dev/internal/outfile"
)

// Answer is what is known about an instance: "sat", "unsat", or "" for nothing.
type Answer string

// The answers.
const (
	Sat   Answer = "sat"
	Unsat Answer = "unsat"
)

// Instance is one file of a suite.
type Instance struct {
	Family string
	Name   string // of the file, without its extension
	Want   Answer
	// Write writes the text of the file.
	Write func(w io.Writer) error
}

// formula is an instance of the suite of formulas.
func formula(family, name string, want Answer, make func() *cnf.Formula) Instance {
	name = family + "-" + name
	return Instance{family, name, want, func(w io.Writer) error {
		comments := []string{name}
		if want != "" {
			comments = append(comments, "status "+string(want))
		}
		return make().Write(w, comments...)
	}}
}

// WriteAll writes the files of a suite to a folder, which is made if it does not
// exist. Files of these names are replaced; each appears when it is complete.
func WriteAll(ctx context.Context, dir, extension string, suite []Instance) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, in := range suite {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if err := outfile.Write(filepath.Join(dir, in.Name+extension), in.Write); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	return nil
}
