package check_test

import (
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/check"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/mutants"
	"whittle.dev/internal/testing/testflag"
)

const (
	// someMutants is how many mutants an ordinary run looks at; with -scale 50 there are 180 of them, of
	// which manyViolated at least have violations.
	someMutants  = 4
	manyViolated = 40
	// mutantUnwind bounds the search for violations, mutantQuestions that for proofs.
	mutantUnwind, mutantQuestions = 3, 1000
)

// TestMutants: what the engine modular proves of examples with one small mistake has no violation that a
// bounded search finds.
func TestMutants(t *testing.T) {
	var names []string
	texts := map[string]string{}
	headers := map[string]examples.Header{}
	for _, name := range examples.Names(t, "examples") {
		h := examples.Read(t, name)
		if h.Property != property.UnreachCall || h.Verdict.Kind != property.True {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mutants.Of(string(text)) {
			key := filepath.Base(name) + ", " + m.Name
			names, texts[key], headers[key] = append(names, key), m.Text, h
		}
	}
	violated, proved := 0, 0
	for _, name := range testflag.Some(names, someMutants) {
		loaded, err := check.Load(t.Context(), check.Task{Files: []string{"mutant.c"},
			Property: string(property.UnreachCall), DataModel: headers[name].DataModel,
			Read: func(string) ([]byte, error) { return []byte(texts[name]), nil }})
		if err != nil {
			continue // it is no program
		}
		found, err := loaded.Check(t.Context(), check.Options{Engine: "bmc", MaxUnwind: mutantUnwind}, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if found.Verdict.Kind == property.False {
			violated++
		}
		o, err := loaded.Check(t.Context(), check.Options{Engine: "modular", BugDir: t.TempDir()},
			modular.New(modular.Config{Questions: mutantQuestions}))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if o.Verdict.Kind != property.True {
			continue
		}
		proved++
		if found.Verdict.Kind == property.False {
			t.Errorf("%s: proved, but there is a violation: %s", name, found.Result.Why)
		}
	}
	t.Logf("of %d mutants %d are violated and %d proved", len(names), violated, proved)
	if testflag.Deep() && violated < manyViolated {
		t.Errorf("only %d of %d mutants are violated", violated, len(names))
	}
}
