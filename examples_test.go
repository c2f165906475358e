package whittle_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	whittle "whittle.dev/internal/check"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// exampleHeader is the comment that an example begins with: what it shows, and
// then these keys.
type exampleHeader struct {
	property  string
	dataModel string
	verdict   property.Verdict
	engines   []string // those that decide it
}

// keys that a header must have, each once.
var headerKeys = []string{"property", "data model", "verdict", "engines"}

func readHeader(t *testing.T, name string) exampleHeader {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	values := map[string]string{}
	text := 0
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		line, ok := strings.CutPrefix(sc.Text(), "//")
		if !ok {
			break
		}
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || !slices.Contains(headerKeys, key) {
			text += len(strings.TrimSpace(line))
			continue
		}
		if _, twice := values[key]; twice {
			t.Errorf("header: %s twice", key)
		}
		values[key] = strings.TrimSpace(value)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	if text < 20 {
		t.Error("header: it does not say what the example shows")
	}
	return checkHeader(t, values)
}

func checkHeader(t *testing.T, values map[string]string) exampleHeader {
	t.Helper()
	h := exampleHeader{property: values["property"], dataModel: values["data model"]}
	if _, err := property.Parse(h.property); err != nil {
		t.Errorf("header: %v", err)
	}
	if h.dataModel != "LP64" && h.dataModel != "ILP32" {
		t.Errorf("header: data model %q", h.dataModel)
	}
	var err error
	if h.verdict, err = property.ParseVerdict(values["verdict"]); err != nil ||
		h.verdict.Kind == property.Unknown {
		t.Fatalf("header: verdict %q", values["verdict"])
	}
	if values["engines"] == "" {
		t.Error("header: no engines (none, if no engine decides it)")
	}
	if values["engines"] != "none" {
		h.engines = strings.FieldsFunc(values["engines"], func(r rune) bool { return r == ',' || r == ' ' })
	}
	for _, e := range h.engines {
		if !slices.Contains(whittle.Engines(), e) {
			t.Errorf("header: unknown engine %q", e)
		}
	}
	return h
}

// decidedBy reports whether an engine decides the example: auto decides what another one does.
func (h exampleHeader) decidedBy(engine string) bool {
	return slices.Contains(h.engines, engine) || engine == "auto" && len(h.engines) > 0
}

// variant is a way to solve an example.
type variant struct {
	name   string
	engine string
	strict bool
	option func(*whittle.Options)
}

// variants are the ways in which every engine but auto, or the one named, solves every
// example, and the first one is that of auto. Where an engine decides an example the strict ones must decide
// it, too; the others may give up, but must not be wrong.
var variants = []variant{
	{"as it is", "", true, func(*whittle.Options) {}},
	{"audit", "", true, func(o *whittle.Options) { o.Audit = true }},
	{"no projection", "bmc", true, set("bmc.projection", "none")},
	{"exact projection", "bmc", true, set("bmc.projection", "exact")},
	{"no intervals", "bmc", true, set("bmc.intervals", "off")},
	{"no intervals and values", "bmc", true, set("bmc.intervals", "off", "bmc.values", "off")},
	{"no spin reduction", "bmc", false, set("bmc.spin-reduction", "off")},
	{"no reduction", "bmc", false, set("bmc.projection", "none", "bmc.spin-reduction", "off")},
	{"whole store", "ceds", false, set("ceds.store", "whole")},
	{"breadth first, equal", "ceds", false, set("ceds.search", "bfs", "ceds.state-match", "equal")},
	{"no partial-order reduction", "ceds", false, set("ceds.partial-order", "off")},
	{"no symmetry and join reduction", "ceds", false, set("ceds.symmetry", "off", "ceds.joins", "off")},
	{"no query cache", "ceds", false, set("ceds.query-cache", "off")},
}

// set sets settings of engines, given as names and values.
func set(pairs ...string) func(*whittle.Options) {
	return func(o *whittle.Options) {
		if o.Set == nil {
			o.Set = map[string]string{}
		}
		for i := 0; i < len(pairs); i += 2 {
			o.Set[pairs[i]] = pairs[i+1]
		}
	}
}

const (
	// Who may give up stops here.
	someUnwind = 2
	someStates = "500"
	// Nothing must take longer. This is far from what it takes, since other
	// tests may run at the same time.
	hang = time.Minute
	// slow is when an example is reported as slow. The goal is two seconds on
	// a machine that has nothing else to do.
	slow = 2 * time.Second
)

// TestExamples checks every example with every engine, and with some reductions
// off, with -scale each: an engine that the header names gives the right verdict, and no other
// one gives the wrong one.
func TestExamples(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil || len(names) == 0 {
		t.Fatalf("examples: %v, %v", names, err)
	}
	both := testflag.Some(names, len(names)/4)
	for _, name := range names {
		if !testflag.Only(name) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			t.Parallel()
			h := readHeader(t, name)
			for _, e := range mainEngines() {
				if e == "auto" && !slices.Contains(both, name) {
					continue // what the engines say one by one, it says as well
				}
				var others []variant
				for _, v := range variants[1:] {
					if v.engine == e || v.engine == "" && e != "auto" {
						others = append(others, v)
					}
				}
				all := variants[:1:1]
				if !testing.Short() {
					for _, i := range testflag.Turn(name, 1, len(others)) {
						all = append(all, others[i])
					}
				}
				for _, v := range all {
					opt := whittle.Options{Engine: e, BugDir: t.TempDir()}
					v.option(&opt)
					decides := v.strict && h.decidedBy(e)
					if !decides {
						opt.MaxUnwind = someUnwind
						set("ceds.max-states", someStates)(&opt)
					}
					checkExample(t, name, h, e+", "+v.name, decides, opt)
				}
			}
		})
	}
}

// mainEngines are those that users mostly run. The tests of pbmc, whose answers are few, are beside it.
func mainEngines() []string {
	return slices.DeleteFunc(whittle.Engines(), func(name string) bool { return name == "pbmc" })
}

func checkExample(t *testing.T, name string, h exampleHeader, how string, decides bool, opt whittle.Options) {
	t.Helper()
	task := whittle.Task{Files: []string{name}, Property: h.property, DataModel: h.dataModel}
	o, err := whittle.Check(t.Context(), task, opt)
	known := o.Verdict.Kind != property.Unknown
	switch {
	case err != nil:
		t.Errorf("%s: %v", how, err)
	case o.BugReport != "":
		t.Errorf("%s: %s", how, o.Result.Why)
	case known && o.Verdict.Kind != h.verdict.Kind:
		t.Errorf("%s: wrong verdict %s, want %s", how, o.Verdict, h.verdict)
	case !known && decides:
		t.Errorf("%s: undecided: %s", how, o.Result.Why)
	case known && strings.HasSuffix(how, variants[0].name) && !h.decidedBy(opt.Engine):
		t.Errorf("%s: decided, which the header does not say", how)
	}
	if o.Elapsed > slow {
		t.Logf("%s: %s", how, o.Elapsed.Round(time.Millisecond))
	}
}
