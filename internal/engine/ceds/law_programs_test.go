package ceds_test

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

const (
	lawExamples   = "../../../examples"
	lawBenchmarks = "../../../../shared/benchmarks"
)

// lawLoad lowers C; text replaces the content of the file, unless it is empty.
func lawLoad(name, text string, prop property.Property, model c.DataModel) (*cfa.Program, error) {
	cfg := c.Config{Files: []string{name}, Property: prop, DataModel: model}
	if text != "" {
		cfg.Read = func(string) ([]byte, error) { return []byte(text), nil }
	}
	p, diags, err := c.Load(context.Background(), cfg)
	if err == nil && diags != nil && diags.HasErrors() {
		err = diags.Err()
	}
	if err == nil {
		err = cfa.Check(p)
	}
	if err != nil {
		return nil, err
	}
	p.Terms.Freeze()
	return p, nil
}

func lawModel(name string) c.DataModel {
	if strings.EqualFold(strings.TrimSpace(name), "ILP32") {
		return c.ILP32
	}
	return c.LP64
}

// file compares the verdicts of a program in a file.
func (l *law) file(path string, prop property.Property, model c.DataModel, want property.Kind) {
	if !testflag.Only(path) {
		return
	}
	p, err := lawLoad(path, "", prop, model)
	if err != nil {
		l.t.Logf("%s: %v", path, err) // the tests of the front end look at this
		return
	}
	l.compare(&lawProgram{name: path, program: p, property: prop, want: want, again: "-only '" +
		filepath.Base(path) + "$'"})
}

// lawKnows reports whether the engine checks a property.
func lawKnows(p property.Property) bool {
	return p == property.UnreachCall || p == property.NoOverflow || p == property.NoDataRace
}

// lawRow is a benchmark task.
type lawRow struct {
	path, model string
	property    property.Property
	want        property.Kind
	loc         int
}

// lawMislabelled are tasks whose expected verdict is wrong, with the right one.
var lawMislabelled = map[string]property.Kind{
	"sequential/acceleration/underapprox_safe1.c":    property.False, // y is 64
	"sequential/acceleration/underapprox_unsafe1.c":  property.True,  // y is 64
	"sequential/acceleration/nested_unsafe1.c":       property.True,  // x is odd
	"sequential/symdivine/loops/false_heavy_false.c": property.True,  // a stays 1
	// offset ends as tmp_cnt, any number, if foo gives -1
	"sequential/symdivine/loops/true_n.c24_true.c": property.False,
}

// lawRows reads the tasks of a set that the engine knows, the smallest first.
func lawRows(t *testing.T, set string) []lawRow {
	f, err := os.Open(filepath.Join(lawBenchmarks, "index.tsv"))
	if err != nil {
		t.Skip("no benchmarks: ", err)
	}
	defer f.Close()
	var out []lawRow
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) < 6 || cells[0] != set {
			continue
		}
		r := lawRow{path: filepath.Join(lawBenchmarks, cells[1]), model: cells[4],
			property: property.Property(cells[2])}
		if cells[2] == "assert" {
			r.property = property.UnreachCall
		}
		r.want = map[string]property.Kind{"true": property.True, "false": property.False}[cells[3]]
		if want, ok := lawMislabelled[cells[1]]; ok {
			r.want = want
		}
		r.loc, _ = strconv.Atoi(cells[5])
		if lawKnows(r.property) {
			out = append(out, r)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(out, func(a, b lawRow) int { return a.loc - b.loc })
	return out
}

// rows compares some tasks. How long one takes is not known, so it is only done with -scale, and each check
// has a limit.
func (l *law) rows(rows []lawRow, quick int) {
	if !testflag.Deep() && !testflag.Chosen() {
		l.t.Skip("only with -scale")
	}
	l.limit = 2 * time.Second
	for _, r := range testflag.Some(rows, quick) {
		l.file(r.path, r.property, lawModel(r.model), r.want)
	}
	l.report()
}

// TestLawConcurrency takes the 60 smallest concurrency tasks.
func TestLawConcurrency(t *testing.T) {
	rows := lawRows(t, "concurrency")
	newLaw(t, 1).rows(rows[:min(60, len(rows))], 6)
}

// TestLawSequential takes the sequential tasks of less than 300 lines.
func TestLawSequential(t *testing.T) {
	rows := slices.DeleteFunc(lawRows(t, "sequential"), func(r lawRow) bool { return r.loc >= 300 })
	newLaw(t, 1).rows(rows, 10)
}
