package tasks

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// Item is one task to run: a program, a property, and what is expected.
type Item struct {
	Name      string            `json:"task"`          // for people; unique together with Property
	Set       string            `json:"set,omitempty"` // a group for totals
	Path      string            `json:"-"`             // of the file given to the command
	Property  property.Property `json:"property"`
	Expected  property.Verdict  `json:"-"`
	DataModel string            `json:"data_model,omitempty"` // empty: the task definition's, or the default
	// Formula is a formula of temporal logic to be decided under a fairness, instead of a property by its
	// name.
	Formula  string `json:"formula,omitempty"`
	Fairness string `json:"fairness,omitempty"`
}

// args are the arguments of the command that belong to the item.
func (it Item) args() []string {
	args := []string{"--property", string(it.Property)}
	if it.Formula != "" {
		args = []string{"--ltl", it.Formula, "--fairness", it.Fairness}
	}
	if it.DataModel != "" {
		args = append(args, "--data-model", it.DataModel)
	}
	return append(args, "--", it.Path)
}

// Filter chooses among items. The zero Filter takes all.
type Filter struct {
	Property property.Property
	Set      string         // of an index
	Expected string         // "true", "false", "unknown"
	Match    *regexp.Regexp // of the name
	Limit    int            // at most so many; 0: all
}

// Apply returns the items that pass, in their order.
func (f Filter) Apply(items []Item) []Item {
	var out []Item
	for _, it := range items {
		switch {
		case f.Property != "" && it.Property != f.Property,
			f.Set != "" && it.Set != f.Set,
			f.Expected != "" && it.Expected.Kind.String() != f.Expected,
			f.Match != nil && !f.Match.MatchString(it.Name):
			continue
		}
		out = append(out, it)
		if f.Limit > 0 && len(out) == f.Limit {
			break
		}
	}
	return out
}

// propertyOf is the property that a file is checked for if nothing else is said; ok is false for a file that
// is neither C source nor a transition system.
func propertyOf(name string) (p property.Property, ok bool) {
	if ext := filepath.Ext(name); ext == ".c" || ext == ".i" {
		return property.UnreachCall, true
	}
	return run.SystemProperty(name)
}

// expectation reads the words of an index: true, false, unknown.
func expectation(word string, p property.Property) (property.Verdict, error) {
	switch strings.TrimSpace(word) {
	case "true":
		return property.Holds(), nil
	case "false":
		return property.Violated(p), nil
	case "unknown", "":
		return property.Verdict{}, nil
	}
	return property.Verdict{}, fmt.Errorf("expected verdict %q, must be true, false or unknown", word)
}
