package interp_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

var header = regexp.MustCompile(`(?m)^// (property|data model|verdict): +(\S+)`)

// TestExamples explores the example programs that are small enough, and compares with the verdicts in their
// headers: a violation that is found must be expected, and one that is expected must be found when everything
// was explored.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	files := examples.Names(t, "../../examples")
	states := 300
	if testflag.Deep() {
		states = 50_000
	}
	explored := 0
	for _, file := range testflag.Some(files, len(files)/5) {
		if !testflag.Only(file) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head := make(map[string]string)
		for _, m := range header.FindAllStringSubmatch(string(text), -1) {
			head[m[1]] = m[2]
		}
		if head["property"] != "unreach-call" {
			continue
		}
		model := c.LP64
		if head["data model"] == "ILP32" {
			model = c.ILP32
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		p, _, err := c.Load(ctx, c.Config{Files: []string{file}, DataModel: model, Property: "unreach-call"})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			cancel()
			continue
		}
		res, err := enumerate.Run(ctx, p, enumerate.Options{MaxStates: states})
		cancel()
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		certain := res.Complete && !res.Sampled && len(res.Unsupported) == 0
		if certain {
			explored++
		}
		switch violated := len(res.Violations) > 0; {
		case violated && head["verdict"] == "true":
			t.Errorf("%s: %s at %s", file, res.Violations[0].Outcome.String(),
				p.Files.Format(res.Violations[0].Outcome.Pos))
		case !violated && certain && head["verdict"] == "false" && filepath.Base(file) != "treiber_malloc.c":
			// which needs an address that comes again
			t.Errorf("%s: no violation in %d states", file, res.States)
		}
		for _, f := range res.Violations {
			if _, err := interp.Replay(context.Background(), p, f.Trace.Machine()); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	t.Logf("%d of %d examples were explored completely", explored, len(files))
}
