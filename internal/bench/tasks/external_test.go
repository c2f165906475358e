package tasks

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/bench/proctree"
	"whittle.dev/internal/bench/tools"
	"whittle.dev/internal/property"
)

// fakeTool plays another verification tool: "tool BOUND PROPERTYFILE MODEL ENTRY FILES...".
func fakeTool(args []string) {
	if args[0] == "--version" {
		fmt.Println("Fake verifier, version 3.1 (built yesterday)")
		os.Exit(0)
	}
	bound, prp, model, entry, files := args[0], args[1], args[2], args[3], args[4:]
	text, err := os.ReadFile(prp)
	if err != nil || !strings.HasPrefix(string(text), "CHECK( init(") || !filepath.IsAbs(files[0]) {
		fmt.Println("ERROR: bad call", args, err)
		os.Exit(9)
	}
	fmt.Fprintf(os.Stderr, "bound %s, model %s, entry %s, %d files, MODE %s\n", bound, model, entry,
		len(files), os.Getenv("MODE"))
	switch name := strings.TrimSuffix(filepath.Base(files[0]), ".c"); {
	case name == "holds" && bound == "4":
		fmt.Println("SAFE")
	case name == "holds", name == "deep":
		fmt.Println("bound reached")
	case name == "violated":
		fmt.Println("UNSAFE")
		os.Exit(10)
	case name == "sleeps":
		time.Sleep(time.Minute)
	case name == "prints":
		line := []byte(strings.Repeat("x", 1<<16-1) + "\n")
		for range 640 { // 40 MB
			os.Stdout.Write(line)
		}
		fmt.Println("SAFE")
	default:
		os.Exit(7)
	}
	os.Exit(0)
}

const fakeDescription = `
name: fake
program: [%q]
version: {arguments: [tool, --version], pattern: 'version (\S+)'}
environment: {MODE: "m{bits}"}
arguments: [tool, "{bound}", "{property_file}", "{data_model}", "{entry}", "{file}"]
checks: {unreach-call: []}
bounds: [2, 4]
verdicts:
  - {exit: [0], stdout: '^SAFE$', verdict: "true", why: proved}
  - {exit: [10], stdout: '^UNSAFE$', verdict: "false"}
  - {stdout: '^bound reached$', verdict: bound}
`

func fakeExternal(t *testing.T) (Config, *External) {
	t.Helper()
	cfg := fake(t)
	cfg.Supervisor = []string{cfg.Command[0], proctree.Command}
	tool, err := tools.Read("fake.yml", fmt.Appendf(nil, fakeDescription, cfg.Command[0]))
	if err != nil {
		t.Fatal(err)
	}
	x, err := FindTool(t.Context(), tool)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Configs = []NamedArgs{{Name: "fake", External: x}}
	return cfg, x
}

func TestExternalTool(t *testing.T) {
	cfg, x := fakeExternal(t)
	if x.Version != "3.1" || x.Program != cfg.Command[0] {
		t.Errorf("found %+v", x)
	}
	for _, c := range []struct {
		name    string
		score   Score
		verdict string
		why     string
	}{
		{"holds", Right, "true", "proved"},
		{"violated", Wrong, "false(unreach-call)", "UNSAFE"},
		{"deep", Unknown, "unknown", "bound 4: bound reached"},
		{"other", Failed, "unknown", "no pattern fits: exit code 7: bound 2, model LP64, entry main, 1 " +
			"files, MODE m64"},
		{"prints", Right, "true", "proved"},
	} {
		recs, err := Run(t.Context(), items(property.Holds(), c.name), cfg)
		if err != nil || len(recs) != 1 {
			t.Fatalf("%s: %v, %v", c.name, recs, err)
		}
		if r := recs[0]; r.Score != c.score || r.Verdict != c.verdict || r.Why != c.why || r.CPU <= 0 ||
			r.Config != "fake" {
			t.Errorf("%s: got %s, %s, %q, %g s", c.name, r.Score, r.Verdict, r.Why, r.CPU)
		}
	}
	// A property that the tool does not check is unknown, and nothing runs.
	it := items(property.Holds(), "holds")
	it[0].Property = property.Termination
	recs, err := Run(t.Context(), it, cfg)
	if err != nil || recs[0].Score != Unknown || recs[0].Why != "fake does not check termination" ||
		recs[0].CPU != 0 {
		t.Errorf("another property: %+v, %v", recs, err)
	}
}

// TestHornClauses: a tool that reads Horn clauses gets those of a transition system, and an error of the
// system is one of the task.
func TestHornClauses(t *testing.T) {
	cfg := fake(t)
	tool, err := tools.Read("horn.yml", fmt.Appendf(nil, `
name: horn
program: [%q]
input: horn
arguments: [clauses, "{file}"]
checks: {invar-property: []}
verdicts:
  - {exit: [0], stdout: '^Reach over 2 Int$', verdict: "true"}
`, cfg.Command[0]))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Configs = []NamedArgs{{Name: "horn", External: &External{Tool: tool, Name: "horn",
		Program: cfg.Command[0]}}}
	for _, c := range []struct {
		text  string
		score Score
		why   string
	}{
		{"(declare-fun x () Int)(declare-fun y () Int)(declare-fun x1 () Int)(declare-fun y1 () Int)\n" +
			"(define-fun .x () Int (! x :next x1))(define-fun .y () Int (! y :next y1))\n" +
			"(define-fun i () Bool (! (= x 0) :init true))\n" +
			"(define-fun t () Bool (! (and (= x1 y) (= y1 y)) :trans true))\n" +
			"(define-fun p () Bool (! (>= x 0) :invar-property 0))\n", Right, "Reach over 2 Int"},
		{"(declare-fun x () Int)\n(x", Failed, "2:"},
	} {
		file := filepath.Join(t.TempDir(), "small.vmt")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		items, err := Collect([]string{file}, Filter{})
		if err != nil || len(items) != 1 || items[0].Property != property.InvarProperty {
			t.Fatalf("%v, %v", items, err)
		}
		items[0].Expected = property.Holds()
		recs, err := Run(t.Context(), items, cfg)
		if err != nil || recs[0].Score != c.score || !strings.Contains(recs[0].Why, c.why) {
			t.Errorf("%+v, %v; want %s, %q", recs, err, c.score, c.why)
		}
	}
}

// fakeClauses plays a tool that reads Horn clauses: it prints the sorts of the predicate.
func fakeClauses(file string) {
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "(set-logic HORN)\n") {
		os.Exit(9)
	}
	if strings.Contains(string(text), "(declare-fun Reach (Int Int) Bool)") {
		fmt.Println("Reach over 2 Int")
	}
	os.Exit(0)
}

// TestExternalTime: the limits are those of all bounds together, to the point.
func TestExternalTime(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are enforced on Linux")
	}
	cfg, _ := fakeExternal(t)
	cfg.Wall = 300 * time.Millisecond
	recs, err := Run(t.Context(), items(property.Holds(), "sleeps"), cfg)
	if err != nil || recs[0].Score != Unknown || !strings.Contains(recs[0].Why, "timeout") {
		t.Errorf("%+v, %v", recs, err)
	}
}

// TestExternalDefinition: a task definition tells a tool the files, the model, and the property with its
// entry function.
func TestExternalDefinition(t *testing.T) {
	cfg, _ := fakeExternal(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "reach.prp"), "CHECK( init(start()), LTL(G ! call(reach_error())) )\n")
	for _, f := range []string{"other.c", "more.c"} {
		write(t, filepath.Join(dir, f), "")
	}
	write(t, filepath.Join(dir, "t.yml"), "format_version: '2.0'\ninput_files: [other.c, "+
		"more.c]\nproperties:\n  - property_file: reach.prp\n    expected_verdict: true\noptions:\n  "+
		"language: C\n  data_model: ILP32\n")
	t.Chdir(dir)
	all, err := Collect([]string{"t.yml"}, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	recs, err := Run(t.Context(), all, cfg)
	want := "no pattern fits: exit code 7: bound 2, model ILP32, entry start, 2 files, MODE m32"
	if err != nil || recs[0].Why != want {
		t.Errorf("%+v, %v", recs, err)
	}
}

// TestMissingTool: a missing program is an error before anything runs.
func TestMissingTool(t *testing.T) {
	tool, err := tools.Read("x.yml", fmt.Appendf(nil, fakeDescription, "/nowhere/at/all"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := FindTool(t.Context(), tool); err == nil ||
		!strings.Contains(err.Error(), "no program /nowhere/at/all") {
		t.Errorf("got %v", err)
	}
}

// TestSupervisedTree: what a process starts counts, also when it is in another session.
func TestSupervisedTree(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("trees of processes are measured on Linux")
	}
	cfg := fake(t)
	cfg.Supervisor = []string{cfg.Command[0], proctree.Command}
	recs, err := Run(t.Context(), items(property.Holds(), "parent"), cfg)
	if err != nil || recs[0].Score != Right || recs[0].CPU < 2*childTime.Seconds() ||
		recs[0].Memory < childMemory || recs[0].Accounting == "" {
		t.Errorf("%+v, %v", recs, err)
	}
}
