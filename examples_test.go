package whittle

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
)

// exampleHeader is the comment that an example begins with: lines of text,
// and then these keys.
type exampleHeader struct {
	property  string
	dataModel string
	verdict   string
	engines   []string // those that decide it
}

func readHeader(t *testing.T, name string) exampleHeader {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var h exampleHeader
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		line, ok := strings.CutPrefix(sc.Text(), "//")
		if !ok {
			break
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "property":
			h.property = value
		case "data model":
			h.dataModel = value
		case "verdict":
			h.verdict = value
		case "engines":
			h.engines = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
		}
	}
	return h
}

// slow is when an example is reported as slow. The goal is two seconds on a
// machine that has nothing else to do.
const slow = 2 * time.Second

// TestExamples checks every example: its header must be complete, an engine
// that is named there must give the verdict, and another one must not give
// the wrong one.
func TestExamples(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil || len(names) == 0 {
		t.Fatalf("examples: %v, %v", names, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			h := readHeader(t, name)
			if _, err := property.Parse(h.property); err != nil {
				t.Errorf("header: %v", err)
			}
			if h.dataModel != "LP64" && h.dataModel != "ILP32" {
				t.Errorf("header: data model %q", h.dataModel)
			}
			want, err := property.ParseVerdict(h.verdict)
			if err != nil || want.Kind == property.Unknown {
				t.Fatalf("header: verdict %q", h.verdict)
			}
			for _, e := range Engines() {
				checkExample(t, name, h, e, want)
			}
		})
	}
}

func checkExample(t *testing.T, name string, h exampleHeader, engine string, want property.Verdict) {
	t.Helper()
	decides := slices.Contains(h.engines, engine)
	limit := 3 * time.Second
	if decides {
		limit = time.Minute
	}
	o, err := Check(t.Context(), Task{Files: []string{name}, Property: h.property, DataModel: h.dataModel},
		Options{Engine: engine, Timeout: limit, BugDir: t.TempDir()})
	switch {
	case err != nil:
		t.Errorf("%s: %v", engine, err)
	case o.BugReport != "":
		t.Errorf("%s: %s", engine, o.Result.Why)
	case o.Verdict.Kind == property.Unknown && decides:
		t.Errorf("%s does not decide it: %s", engine, o.Result.Why)
	case o.Verdict.Kind != property.Unknown && o.Verdict.Kind != want.Kind:
		t.Errorf("%s: wrong verdict %s, want %s", engine, o.Verdict, want)
	case o.Verdict.Kind != property.Unknown && !decides:
		t.Logf("%s decides it, which the header does not say", engine)
	}
	if decides && o.Elapsed > slow {
		t.Logf("%s took %s", engine, o.Elapsed.Round(time.Millisecond))
	}
}
