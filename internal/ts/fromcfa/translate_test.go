package fromcfa_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/explore"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
)

// translate makes a system of an example.
func translate(t *testing.T, file string, opt fromcfa.Options) (*fromcfa.Translation, string, error) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	field := func(name string) string {
		m := regexp.MustCompile(`(?m)^// ` + name + `: +(\S+)`).FindSubmatch(text)
		if m == nil {
			return ""
		}
		return string(m[1])
	}
	model := c.LP64
	if field("data model") == "ILP32" {
		model = c.ILP32
	}
	p := compiled.Program(t, c.Config{Files: []string{file}, DataModel: model,
		Property: property.Property(field("property"))})
	s, err := fromcfa.Translate(context.Background(), p, opt)
	return s, field("verdict"), err
}

// TestExamples explores the systems of the examples, in both forms, and compares the verdicts.
func TestExamples(t *testing.T) {
	names := []string{"message_passing_broken", "lost_update", "lost_update_atomic", "pbmc_figure1",
		"pbmc_figure1_broken",
		"pbmc_figure1_sections", "atomic_section", "atomic_section_broken", "c11_atomics",
		"c11_atomics_broken", "data_model_ilp32"}
	explored := 0
	for _, name := range names {
		file := examples.File(t, "../../../examples", name+".c")
		for _, opt := range []fromcfa.Options{{}, {KeepWidths: true, WidePC: 32}} {
			tr, verdict, err := translate(t, file, opt)
			var no *fromcfa.UnsupportedError
			if errors.As(err, &no) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", file, err)
				break
			}
			s := tr.System
			x, err := explore.All(context.Background(), s, explore.Options{MaxStates: 5000})
			if err != nil {
				t.Errorf("%s: %v", file, err)
				break
			}
			violated, open := false, !x.Complete
			for g, depth := range x.Reached {
				switch {
				case depth < 0:
				case s.Goals[g].Kind == ts.Violation:
					violated = true
				default:
					open = true
				}
			}
			if violated && strings.HasPrefix(verdict, "true") || !violated && !open &&
				strings.HasPrefix(verdict, "false") {
				t.Errorf("%s, %+v: violated %v, want %s", filepath.Base(file), opt, violated, verdict)
			}
			if !open {
				explored++
			}
		}
	}
	if explored < 16 {
		t.Errorf("only %d systems were explored whole", explored)
	}
}

func TestFigure1(t *testing.T) {
	tr, _, err := translate(t, "../../../examples/papers/pbmc_figure1_sections.c", fromcfa.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := ts.FprintProjections(context.Background(), &b, tr.System, []string{"y"}, 12); err != nil {
		t.Fatal(err)
	}
	if got := regexp.MustCompile(`(?m)^\d\. y = (\d+)$`).FindAllStringSubmatch(b.String(),
		-1); len(got) != 4 ||
		got[0][1] != "0" || got[1][1] != "17" || got[2][1] != "18" || got[3][1] != "12" {
		t.Errorf("projections:\n%s", b.String())
	}
}
