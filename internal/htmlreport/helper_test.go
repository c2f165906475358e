package htmlreport

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/trace"
)

// compile lowers a program that is one file in memory.
func compile(t testing.TB, name, text string, p property.Property) *cfa.Program {
	t.Helper()
	cfg := compiled.File(name, text)
	cfg.Property = p
	return compiled.Program(t, cfg)
}

// execute runs a program under random schedules until the outcome is the wanted one.
func execute(t testing.TB, prog *cfa.Program, want interp.OutcomeKind) *trace.Trace {
	t.Helper()
	for seed := range uint64(2000) {
		out, tr, err := interp.Run(context.Background(), prog,
			interp.RunOptions{Seed: seed, Record: true, MaxSteps: 1 << 22})
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind == want {
			return tr
		}
	}
	t.Fatalf("no execution ends with %v", want)
	return nil
}

// violated is the report of an execution of a program that violates unreach-call.
func violated(t testing.TB, name, text string) Report {
	t.Helper()
	prog := compile(t, name, text, property.UnreachCall)
	return reportOf(prog, property.UnreachCall, execute(t, prog, interp.Violated), name)
}

// reportOf is the report of a violation.
func reportOf(prog *cfa.Program, p property.Property, tr *trace.Trace, name string) Report {
	tr.Property = p
	res := engine.Violated(p, tr)
	res.Why = "found by chance"
	return Report{
		Summary: report.Summary{Property: p, Engine: "test", DataModel: "LP64", Inputs: []string{name},
			Result: res, Files: prog.Files, Elapsed: 1234 * time.Millisecond},
		Program: prog, Command: []string{"whittle", "check", name},
	}
}

// data is the data of the trace of a report.
func data(r Report) traceData {
	t := r.replayed()
	return r.traceData(t, r.sources(t))
}

// html is the whole page.
func html(t testing.TB, r Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// save writes a report to a file.
func save(t testing.TB, r Report) string {
	t.Helper()
	return saved(t, html(t, r))
}

// saved writes a page to a file.
func saved(t testing.TB, page string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// print shows the rows of a trace with what is marked in them, for comparisons.
func (d traceData) print() string {
	var b strings.Builder
	for i, r := range d.Rows {
		var fx []string
		for _, e := range r.Effects {
			fx = append(fx, d.Strings[e])
		}
		fmt.Fprintf(&b, "%d T%d %s | %s\n", i, r.Thread, d.Strings[r.Text], strings.Join(fx, "; "))
	}
	return b.String()
}

// row is the first row of a thread whose text contains some words; -1: there is none.
func (d traceData) row(thread int, words string) int {
	return slices.IndexFunc(d.Rows, func(r rowData) bool {
		return r.Thread == thread &&
			strings.Contains(d.Strings[r.Text], words)
	})
}

// lastRow is the last such row.
func (d traceData) lastRow(thread int, words string) int {
	for i, r := range slices.Backward(d.Rows) {
		if r.Thread == thread && strings.Contains(d.Strings[r.Text], words) {
			return i
		}
	}
	return -1
}

// hasArrow reports whether there is an arrow.
func (d traceData) hasArrow(from, to int, kind string) bool {
	return slices.ContainsFunc(d.Arrows, func(a arrowData) bool {
		return a.From == from && a.To == to &&
			a.Kind == kind
	})
}

// variable finds a variable by its name.
func (d traceData) variable(t testing.TB, name string) variable {
	t.Helper()
	for _, v := range d.Variables {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no variable %s", name)
	return variable{}
}

// at is the value of a variable after a row, as the script finds it; "-": not known.
func (d traceData) at(v variable, row int) string {
	text := "-"
	for i, r := range v.Rows {
		if r <= row {
			text = "-"
			if v.Values[i] >= 0 {
				text = d.Strings[v.Values[i]]
			}
		}
	}
	return text
}

const lostUpdate = `#include <assert.h>
#include <pthread.h>
static int counter = 5;
static void *add(void *arg) {
	int old = counter;
	counter = old + 1;
	return arg;
}
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(counter == 7);
}
`
