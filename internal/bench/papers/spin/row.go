package spin

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"whittle.dev/internal/ltl"
)

// Row is a line of the table.
type Row struct {
	Program  string // its file; a transition system has the end .vmt
	Model    string // the file of the model; empty: there is none, or SPIN cannot be asked
	Fairness string
	Answer   string // true or false
	Formula  string
}

// TableName is the name of the table in a folder.
const TableName = "formulas.tsv"

// Read reads the table of a folder.
func Read(folder string) ([]Row, error) {
	name := filepath.Join(folder, TableName)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		c := strings.Split(line, "\t")
		if len(c) != 4 || c[2] != "true" && c[2] != "false" {
			return nil, fmt.Errorf("%s:%d: expected program, fairness, true or false, and formula", name, i+1)
		}
		f, err := ltl.Parse(c[3])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
		ends := slices.ContainsFunc(f.Atoms(), func(a ltl.Atom) bool { return a.Kind == ltl.End })
		r := Row{Program: filepath.Join(folder, c[0]), Fairness: c[1], Answer: c[2], Formula: c[3]}
		if r.system() && r.Fairness != "none" {
			return nil, fmt.Errorf("%s:%d: a transition system has no fairness but in formulas", name, i+1)
		}
		model := strings.TrimSuffix(r.Program, ".c") + ".pml"
		_, err = fs.Stat(os.DirFS(folder), filepath.Base(model))
		if err == nil && !r.system() && r.Fairness != "strong" && !ends {
			r.Model = model
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// system reports whether the row is about a transition system.
func (r Row) system() bool { return filepath.Ext(r.Program) == ".vmt" }

var (
	expression = regexp.MustCompile(`\bAP\(`)
	always     = regexp.MustCompile(`\bG\b`)
	eventually = regexp.MustCompile(`\bF\b`)
)

// promela is a formula in the syntax of SPIN.
func promela(formula string) string {
	formula = expression.ReplaceAllString(formula, "(")
	formula = always.ReplaceAllString(formula, "[]")
	return eventually.ReplaceAllString(formula, "<>")
}
