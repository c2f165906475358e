package run_test

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
)

// TestSARIFExamples writes a log for each violated example with threads, and reads it strictly: it has one
// result with the interleaving that the printed trace shows.
func TestSARIFExamples(t *testing.T) {
	names := examples.Names(t, "examples")
	n := 0
	for _, name := range names {
		h := examples.Read(t, name)
		if h.Verdict.Kind != property.False || len(h.Engines) == 0 {
			continue
		}
		o, err := run.Check(t.Context(), run.Task{Files: []string{name}, Property: string(h.Property),
			DataModel: h.DataModel}, run.Options{Timeout: hang, BugDir: t.TempDir()})
		if err != nil || o.Verdict.Kind != property.False {
			t.Errorf("%s: %s, %v", name, o.Verdict, err)
			continue
		}
		printed := printedThreads(t, o)
		if len(printed) > 1 {
			n++
		}
		log := sarifOf(t, o, nil)
		if log == nil || len(log.Runs[0].Results) != 1 {
			t.Errorf("%s: not one result", name)
			continue
		}
		r := log.Runs[0].Results[0]
		switch {
		case r.RuleID != string(o.Verdict.Property) || !log.Runs[0].Invocations[0].ExecutionSuccessful:
			t.Errorf("%s: rule %s", name, r.RuleID)
		case len(r.Locations) != 1 ||
			r.Locations[0].PhysicalLocation.ArtifactLocation.URI != filepath.ToSlash(name) ||
			r.Locations[0].PhysicalLocation.Region.StartColumn == 0:
			t.Errorf("%s: locations %+v", name, r.Locations)
		case r.Message.Text == "" || len(r.CodeFlows) != 1:
			t.Errorf("%s: message %q, %d code flows", name, r.Message.Text, len(r.CodeFlows))
		default:
			// A printed trace is folded until it has few lines, and may leave out turns.
			if got := flowThreads(r.CodeFlows[0].ThreadFlows); !within(printed, got) {
				t.Errorf("%s: interleaving %v, the printed trace has %v", name, got, printed)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d violated examples in which threads interleave", n)
	}
}

// sarifOf writes and reads a log.
func sarifOf(t *testing.T, o run.Outcome, err error) *sarifLog {
	t.Helper()
	var b bytes.Buffer
	if err := o.WriteSARIF(&b, "", err); err != nil {
		t.Fatal(err)
	}
	log, err := readSARIF(b.Bytes())
	if err != nil {
		t.Errorf("%v in\n%s", err, b.String())
	}
	return log
}

// flowThreads lists the threads in the order of the steps that are not unimportant, each once in a row.
func flowThreads(flows []sarifFlow) []string {
	at := map[int]string{}
	var orders []int
	for _, f := range flows {
		for _, l := range f.Locations {
			if l.Importance != "unimportant" {
				at[l.ExecutionOrder] = f.ID
				orders = append(orders, l.ExecutionOrder)
			}
		}
	}
	slices.Sort(orders)
	var out []string
	for _, o := range orders {
		out = append(out, at[o])
	}
	return slices.Compact(out)
}

var traceLine = regexp.MustCompile(`(?m)^[ >] (T\d+) `)

// within reports whether a list is left of another one when some of its elements are left out.
func within(list, all []string) bool {
	for _, x := range all {
		if len(list) > 0 && list[0] == x {
			list = list[1:]
		}
	}
	return len(list) == 0
}

// printedThreads lists the threads in the order of the printed trace.
func printedThreads(t *testing.T, o run.Outcome) []string {
	var b bytes.Buffer
	if err := o.WriteText(&b, run.ReportOptions{}); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range traceLine.FindAllStringSubmatch(b.String(), -1) {
		out = append(out, m[1])
	}
	return slices.Compact(out)
}

// TestSARIFWithoutResult: what is proved has an empty list of results, what is undecided or no program a
// notification as well.
func TestSARIFWithoutResult(t *testing.T) {
	for _, c := range []struct {
		name, file string
		opt        run.Options
		verdict    string
		notice     string // id of the notification, or empty
	}{
		{"holds", "examples/updates/lost_update_mutex.c", run.Options{}, "true", ""},
		{"bound", "examples/locks/peterson.c", run.Options{Engine: "ceds",
			Set: map[string]string{"ceds.max-states": "3"}}, "unknown", "undecided"},
		{"no file", "examples/none.c", run.Options{}, "unknown", "input"},
		{"no program", "formats.go", run.Options{}, "unknown", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opt.BugDir = t.TempDir()
			task := run.Task{Files: []string{c.file}, Property: "unreach-call"}
			o, err := run.Check(t.Context(), task, c.opt)
			log := sarifOf(t, o, err)
			if log == nil {
				return
			}
			run := log.Runs[0]
			inv := run.Invocations[0]
			if len(run.Results) != 0 || inv.Properties["verdict"] != c.verdict ||
				inv.ExecutionSuccessful != (c.verdict == "true") {
				t.Errorf("%d results, %+v", len(run.Results), inv)
			}
			if c.verdict == "true" && (inv.Properties["why"] == "" || inv.Properties["engine"] == "") {
				t.Errorf("properties %v", inv.Properties)
			}
			list := inv.ToolExecutionNotifications
			if c.verdict == "true" != (len(list) == 0) {
				t.Fatalf("notifications %+v", list)
			}
			if c.notice != "" &&
				(len(list) != 1 || list[0].Descriptor.ID != c.notice || list[0].Level != "error" ||
					list[0].Message.Text == "") {
				t.Errorf("notifications %+v", list)
			}
		})
	}
}

// TestSARIFGolden reads the golden files of package report strictly.
func TestSARIFGolden(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("internal", "report", "testdata", "sarif.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		if _, err := readSARIF(f.Data); err != nil && strings.HasSuffix(f.Name, ".sarif") {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}
