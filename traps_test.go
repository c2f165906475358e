package whittle_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	whittle "whittle.dev/internal/check"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/gcc"
)

// A trap is a program that once got a wrong verdict, or would with a careless shortcut. Traps of one kind stand in one
// archive of testdata/traps. The comment of the archive says what the trap is and then gives, one on each line,
//
//	property: unreach-call        and also: data model, flags, gcc, include
//
// Each .c file is one program. Its first line says what is right:
//
//	// true                       every engine says so, or those that are named: // true bmc
//	// false ceds                 the others do not contradict
//	// unknown: at line 12        no engine decides it, and the reason of auto contains these words
//	// error: expected ';'        the front end refuses it with these words
//
// With "flags: may-fail" malloc and pthread_create may fail. With "gcc: yes" the programs are deterministic; gcc's builds
// must exit with status 0 exactly if the verdict is true. "gcc: -m32 -O1" is the same with these flags.
type trap struct {
	name, text string
	task       whittle.Task
	want       string   // the first word of the first line
	words      string   // behind the colon
	engines    []string // those that must decide it; nil: all
	gcc        []string // nil: not built by gcc
}

// trapFlags are what an archive may set under "flags".
var trapFlags = map[string]func(*whittle.Task){
	"may-fail":        func(t *whittle.Task) { t.MayFail = true },
	"extern-writes":   func(t *whittle.Task) { t.ExternWrites = true },
	"volatile-atomic": func(t *whittle.Task) { t.Volatile = "atomic" },
	"volatile-race":   func(t *whittle.Task) { t.Volatile = "race" },
}

// traps reads the archives of testdata/traps.
func traps(t *testing.T) []trap {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "traps", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("traps: %v, %v", names, err)
	}
	var out []trap
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := trap{task: whittle.Task{Property: string(property.UnreachCall)}}
		for line := range strings.Lines(string(a.Comment)) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			switch key {
			case "property":
				base.task.Property = value
			case "data model":
				base.task.DataModel = value
			case "flags":
				for _, f := range strings.Fields(value) {
					set := trapFlags[f]
					if set == nil {
						t.Fatalf("%s: unknown flag %q", name, f)
					}
					set(&base.task)
				}
			case "gcc":
				base.gcc = strings.Fields(value)
			}
		}
		for _, f := range a.Files {
			tr := base
			tr.name = strings.TrimSuffix(filepath.Base(name), ".txtar") + "/" + strings.TrimSuffix(f.Name, ".c")
			tr.text = string(f.Data)
			first, _, _ := strings.Cut(tr.text, "\n")
			head, words, _ := strings.Cut(strings.TrimPrefix(first, "// "), ": ")
			fields := strings.Fields(head)
			if len(fields) == 0 || !slices.Contains([]string{"true", "false", "unknown", "error"}, fields[0]) {
				t.Fatalf("%s: the first line %q of %s gives no verdict", name, first, f.Name)
			}
			tr.want, tr.engines, tr.words = fields[0], fields[1:], words
			out = append(out, tr)
		}
	}
	return out
}

// TestTraps checks that every engine gives the right verdict of every trap.
func TestTraps(t *testing.T) {
	for _, tr := range traps(t) {
		t.Run(tr.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "prog.c")
			if err := os.WriteFile(file, []byte(tr.text), 0o666); err != nil {
				t.Fatal(err)
			}
			tr.task.Files = []string{file}
			for _, e := range mainEngines() {
				// What the engines say one by one, auto says as well; the reason of an unknown is its own.
				if e != "auto" || tr.want == "unknown" || tr.want == "error" || len(tr.engines) > 0 {
					tr.check(t, e)
				}
			}
			if tr.gcc != nil {
				tr.build(t, file)
			}
		})
	}
}

// check has one engine decide a trap.
func (tr trap) check(t *testing.T, engine string) {
	t.Helper()
	must := engine == "auto" || len(tr.engines) == 0 || slices.Contains(tr.engines, engine)
	opt := whittle.Options{Engine: engine, Timeout: hang, BugDir: t.TempDir()}
	if !must || tr.want == "unknown" {
		opt.Timeout = someTime
		set("ceds.max-states", someStates)(&opt)
	}
	o, err := whittle.Check(t.Context(), tr.task, opt)
	if tr.want == "error" {
		if err == nil || !strings.Contains(err.Error(), tr.words) {
			t.Errorf("%s: got %v and the error %v, want %q", engine, o.Verdict, err, tr.words)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", engine, err)
		return
	}
	got := map[property.Kind]string{property.True: "true", property.False: "false", property.Unknown: "unknown"}[o.Verdict.Kind]
	reason := o.Result.Why
	if o.Result.Pos.IsValid() {
		reason = fmt.Sprintf("line %d: %s", o.Result.Pos.Line, reason)
	}
	switch {
	case o.BugReport != "":
		t.Errorf("%s: %s", engine, reason)
	case got != "unknown" && got != tr.want:
		t.Errorf("%s: wrong verdict %s, want %s", engine, o.Verdict, tr.want)
	case got != tr.want && must:
		t.Errorf("%s: got %s (%s), want %s", engine, o.Verdict, reason, tr.want)
	case got == "unknown" && engine == "auto" && !strings.Contains(reason, tr.words):
		t.Errorf("%s: the reason is %q, want %q in it", engine, reason, tr.words)
	}
}

// build runs what gcc makes of a trap.
func (tr trap) build(t *testing.T, file string) {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		t.Skip("not compared with gcc, whose types may differ here")
	}
	binary := strings.TrimSuffix(file, ".c")
	var flags []string
	args := []string{"-w", "-pthread", "-o", binary, file}
	if tr.gcc[0] != "yes" {
		flags, args = tr.gcc, append(slices.Clone(tr.gcc), args...)
	}
	if why := gcc.Missing(flags...); why != "" {
		t.Skip(why)
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Errorf("gcc: %v\n%s", err, out)
		return
	}
	cmd := exec.CommandContext(t.Context(), binary)
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if failed := err != nil; failed != (tr.want == "false") {
		t.Errorf("gcc's build: %v, want verdict %s\n%s", err, tr.want, out)
	}
}
