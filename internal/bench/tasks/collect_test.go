package tasks

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/property"
)

func TestCollect(t *testing.T) {
	dir := t.TempDir()
	at := func(n string) string { return filepath.Join(dir, n) }
	write(t, at("p/reach.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )")
	write(t, at("p/cover.prp"), "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )")
	write(t, at("s/b.c"), "")
	write(t, at("s/b.yml"), "format_version: '2.0'\ninput_files: b.c\nproperties:\n  - property_file: "+
		"../p/cover.prp\n  - property_file: ../p/reach.prp\n    expected_verdict: false\n")
	index := write(t, at("index.tsv"), "set\tpath\tproperty\texpected\tdata_model\tloc\n"+
		"one\ts/b.c\tassert\ttrue\tILP32\t3\n"+"one\ts/x.smt2\tinvar-property\tunknown\t\t3\n"+
		"two\ts/c.i\tno-data-race\tfalse\tLP64\t9\n")

	got, err := Collect([]string{dir, at("s/b.yml")}, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []Item{
		{Name: "s/b.yml", Set: "s", Path: at("s/b.yml"), Property: property.UnreachCall,
			Expected: property.Violated(property.UnreachCall)},
		{Name: filepath.ToSlash(at("s/b.yml")), Set: filepath.ToSlash(at("s")), Path: at("s/b.yml"),
			Property: property.UnreachCall, Expected: property.Violated(property.UnreachCall)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	got, err = Collect([]string{index}, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want = []Item{
		{Name: "s/b.c", Set: "one", Path: at("s/b.c"), Property: property.UnreachCall,
			Expected: property.Holds(), DataModel: "ILP32"},
		{Name: "s/c.i", Set: "two", Path: at("s/c.i"), Property: property.NoDataRace,
			Expected: property.Violated(property.NoDataRace), DataModel: "LP64"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, f := range map[string]Filter{
		"property": {Property: property.NoDataRace}, "set": {Set: "two"}, "expected": {Expected: "false"},
		"match": {Match: regexp.MustCompile(`c\.i$`)},
	} {
		if got, err := Collect([]string{index}, f); err != nil || len(got) != 1 || got[0].Set != "two" {
			t.Errorf("filter by %s: %v, %v", name, got, err)
		}
	}
	if got, _ := Collect([]string{index}, Filter{Limit: 1}); len(got) != 1 {
		t.Errorf("limit: %v", got)
	}
}

func TestCollectErrors(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ arg, want string }{
		{filepath.Join(dir, "none"), "no such file"},
		{dir, "no task definitions"},
		{write(t, filepath.Join(dir, "a.tsv"), "path\texpected\nx.c\ttrue\n"),
			"a.tsv:1: no column \"property\""},
		{write(t, filepath.Join(dir, "b.tsv"), "path\tproperty\texpected\nx.c\tunreach-call\n"),
			"b.tsv:2: 2 columns"},
		{write(t, filepath.Join(dir, "c.tsv"), "path\tproperty\texpected\nx.c\treach\ttrue\n"),
			"c.tsv:2: unknown property"},
		{write(t, filepath.Join(dir, "d.tsv"), "path\tproperty\texpected\nx.c\tassert\tmaybe\n"),
			"d.tsv:2: expected verdict \"maybe\""},
		{write(t, filepath.Join(dir, "e.txt"), ""), "not a task"},
	} {
		if _, err := Collect([]string{c.arg}, Filter{}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.arg, err, c.want)
		}
	}
}
