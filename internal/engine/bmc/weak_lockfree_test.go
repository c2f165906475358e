package bmc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/golden"
)

// TestLockFree asks about lock-free programs in C11, as they are and with one order weakened at a time. The
// file orders.txt says which of these violate an assertion or make a data race.
func TestLockFree(t *testing.T) {
	files, err := filepath.Glob("testdata/lockfree/*.c")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, file := range files {
		all = append(all, weakened(t, file)...)
	}
	golden.File(t, "testdata/lockfree/orders.txt", strings.Join(all, "\n")+"\n")
}

var ordersIn = regexp.MustCompile(`memory_order_(acquire|release|acq_rel|seq_cst)`)

// weakened says for each order of a program, and each that is a little weaker, what is violated with that.
func weakened(t *testing.T, file string) (lines []string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if v := violatedIn(t, text, true); v != "" {
		t.Errorf("%s violates %s", file, v)
	}
	for _, at := range ordersIn.FindAllStringIndex(text, -1) {
		is := strings.TrimPrefix(text[at[0]:at[1]], "memory_order_")
		before := text[strings.LastIndex(text[:at[0]], "atomic_"):at[0]]
		var weaker []string
		switch {
		case is == "acquire", is == "release":
			weaker = []string{"relaxed"}
		case is == "acq_rel":
			weaker = []string{"acquire", "release"}
		case strings.HasPrefix(before, "atomic_load"):
			weaker = []string{"acquire"}
		case strings.HasPrefix(before, "atomic_store"):
			weaker = []string{"release"}
		default:
			weaker = []string{"acq_rel"}
		}
		for _, o := range weaker {
			v := violatedIn(t, text[:at[0]]+"memory_order_"+o+text[at[1]:], false)
			if v == "" {
				v = "nothing"
			}
			lines = append(lines, fmt.Sprintf("%s:%d: %s as %s violates %s", filepath.Base(file),
				1+strings.Count(text[:at[0]], "\n"), is, o, v))
		}
	}
	return lines
}

// violatedIn says what a program violates in C11 with loops of a few iterations, "" if nothing is found.
// whole says that nothing else may keep it from being decided.
func violatedIn(t *testing.T, text string, whole bool) property.Property {
	for _, asked := range []property.Property{property.UnreachCall, property.NoDataRace} {
		p := weakProgram(t, strings.ReplaceAll(text, "#include <assert.h>", ""+
			"void reach_error(void) {}\n#define assert(x) if (!(x)) reach_error()"), asked)
		res, err := bmc.New(bmc.Config{}).Check(t.Context(), engine.Task{Program: p, Property: asked,
			Model: axioms.RC11, MaxUnwind: 3})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case res.Verdict.Kind == property.False:
			if _, err := graphs.Replay(t.Context(), p, res.Trace); err != nil {
				t.Errorf("the trace does not replay: %v\n%s", err, text)
			}
			return asked
		case whole && res.Verdict.Kind == property.Unknown && !strings.Contains(res.Why, "bound 3"):
			t.Errorf("%s: %s (%s)\n%s", asked, res.Verdict, res.Why, text)
		}
	}
	return ""
}
