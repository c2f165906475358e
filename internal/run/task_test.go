package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

func TestInputErrors(t *testing.T) {
	good := program(t, harmless)
	dir := filepath.Dir(good.Files[0])
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("reach.prp", "CHECK( init(start()), LTL(G ! call(reach_error())) )")
	yml := write("t.yml", "format_version: '2.0'\ninput_files: p.c\nproperties:\n  - property_file: "+
		"reach.prp\noptions:\n  language: C\n  data_model: ILP32\n")
	for _, c := range []struct {
		name string
		task Task
		want string
	}{
		{"none", Task{}, "no input file"},
		{"missing", Task{Files: []string{filepath.Join(dir, "none.c")}}, "none.c"},
		{"property", Task{Files: good.Files, Property: "reach"}, "unknown property \"reach\""},
		{"prp", Task{Files: good.Files, Property: write("bad.prp", "nonsense")},
			"bad.prp:1: error: expected CHECK"},
		{"data model", Task{Files: good.Files, DataModel: "LLP64"}, "data model \"LLP64\" is not known"},
		{"definition and file", Task{Files: []string{yml, good.Files[0]}}, "other files contradict it"},
		{"data model of the definition", Task{Files: []string{yml}, DataModel: "LP64"},
			"data model LP64 contradicts"},
		{"entry of the property file", Task{Files: []string{yml}, Entry: "main"},
			"entry function main contradicts"},
		{"label", Task{Files: good.Files, Property: "no-overflow", ErrorLabel: "ERROR"},
			"an error label contradicts the property no-overflow"},
		{"missing definition", Task{Files: []string{filepath.Join(dir, "none.yml")}}, "none.yml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Check(t.Context(), c.task, Options{})
			if !IsInputError(err) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an input error with %q", err, c.want)
			}
		})
	}
	if _, err := Check(t.Context(), good, Options{Engine: "none"}); !IsInputError(err) ||
		!strings.Contains(err.Error(), "unknown engine \"none\" (known: auto, bmc") {
		t.Errorf("unknown engine: %v", err)
	}
}

func TestDefinitionSetsTheTask(t *testing.T) {
	good := program(t, harmless)
	dir := filepath.Dir(good.Files[0])
	for name, text := range map[string]string{
		"overflow.prp": "CHECK( init(main()), LTL(G ! overflow) )",
		"t.yml": "format_version: '2.0'\ninput_files: p.c\nproperties:\n  - property_file: " +
			"overflow.prp\n    expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o, err := Check(t.Context(), Task{Files: []string{filepath.Join(dir, "t.yml")}},
		Options{with: fake(func(_ context.Context, task engine.Task) (engine.Result, error) {
			if task.Property != property.NoOverflow || task.Program.PtrWidth != 32 {
				t.Errorf("the engine was asked for %s with pointers of %d bits", task.Property,
					task.Program.PtrWidth)
			}
			return engine.Unknown("enough"), nil
		})})
	if err != nil || o.Property != property.NoOverflow || o.DataModel != "ILP32" ||
		o.Expected != property.Violated(property.NoOverflow) {
		t.Errorf("got %+v, %v", o, err)
	}
}
