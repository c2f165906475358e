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

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
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
	if !l.only.MatchString(path) {
		return
	}
	p, err := lawLoad(path, "", prop, model)
	if err != nil {
		l.t.Logf("%s: %v", path, err) // the tests of the front end look at this
		return
	}
	l.compare(&lawProgram{name: path, program: p, property: prop, want: want, again: "-law.only '" + filepath.Base(path) + "$'"})
}

// TestLawExamples takes the examples whose property this engine knows.
func TestLawExamples(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(lawExamples, "*.c"))
	if err != nil || len(names) == 0 {
		t.Fatalf("examples: %v, %v", names, err)
	}
	l := newLaw(t, 1)
	for i, name := range names {
		if !*lawFull && *lawOnly == "" && i%4 != 0 {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		key := func(k string) string {
			for line := range strings.Lines(string(text)) {
				if v, ok := strings.CutPrefix(line, "// "+k+":"); ok {
					return strings.TrimSpace(v)
				}
			}
			return ""
		}
		prop, err := property.Parse(key("property"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		want, err := property.ParseVerdict(key("verdict"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if filepath.Base(name) == "treiber_malloc.c" {
			continue // what it shows is not in the layout that programs are lowered to
		}
		if lawKnows(prop) {
			l.file(name, prop, lawModel(key("data model")), want.Kind)
		}
	}
	l.report()
}

// lawKnows reports whether the engine checks a property.
func lawKnows(p property.Property) bool {
	return p == property.UnreachCall || p == property.NoOverflow
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
	"sequential/symdivine/loops/true_n.c24_true.c":   property.False, // offset ends as tmp_cnt, any number, if foo gives -1
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
		r := lawRow{path: filepath.Join(lawBenchmarks, cells[1]), model: cells[4], property: property.Property(cells[2])}
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

func (l *law) rows(rows []lawRow, quick int) {
	if !*lawFull && *lawOnly == "" {
		var some []lawRow
		for i := range quick {
			some = append(some, rows[i*len(rows)/quick])
		}
		rows = some
	}
	for _, r := range rows {
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
