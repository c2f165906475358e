package task

import (
	"errors"
	"strings"
	"testing"
)

func TestLoadErrors(t *testing.T) {
	head := "format_version: '2.0'\ninput_files: a.c\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "d/t.yml: error: the task definition is empty"},
		{"text", "hello", "d/t.yml:1:1: error: a task definition must be a mapping"},
		{"bad yaml", "a: [1\n", "not a YAML file"},
		{"binary", "\x00\x01\x02", "d/t.yml"},
		{"two documents", head + "---\nx: y\n", "more than one document"},
		{"no version", "input_files: a.c\n", "format_version is missing"},
		{"version", "format_version: '1.0'\ninput_files: a.c\n",
			"d/t.yml:1:17: error: format_version \"1.0\" is not supported"},
		{"no input", "format_version: '2.0'\n", "input_files is missing"},
		{"missing input", "format_version: '2.0'\ninput_files: no.c\n",
			"d/t.yml:2:14: error: input file d/no.c: file does not exist"},
		{"unknown key", head + "option: 1\n", "d/t.yml:3:1: error: unknown key \"option\""},
		{"twice", head + "input_files: b.i\n", "d/t.yml:3"},
		{"data model", head + "options:\n  data_model: LLP64\n",
			"d/t.yml:4:15: error: data model \"LLP64\" is not known"},
		{"language", head + "options:\n  language: Java\n",
			"d/t.yml:4:13: error: language \"Java\" is not supported"},
		{"properties", head + "properties: reach\n", "properties must be a list"},
		{"no file", head + "properties:\n  - expected_verdict: true\n", "property_file is missing"},
		{"missing prp", head + "properties:\n  - property_file: no.prp\n",
			"d/t.yml:4:20: error: property file d/no.prp: file does not exist"},
		{"verdict", head + "properties:\n  - property_file: ../p/reach.prp\n    expected_verdict: maybe\n",
			"d/t.yml:5:23: error: expected_verdict is \"maybe\""},
		{"contradiction", head + "properties:\n  - property_file: ../p/reach.prp\n    expected_verdict: " +
			"true\n  - property_file: ../p/reach.prp\n    expected_verdict: false\n",
			"expected to be false(unreach-call), but line 4 expects true"},
		{"subproperty", head +
			"properties:\n  - property_file: ../p/reach.prp\n    subproperty: valid-free\n",
			"no part of unreach-call"},
		{"subproperty of true", head + "properties:\n  - property_file: ../p/memsafety.prp\n    " +
			"expected_verdict: true\n    subproperty: valid-free\n", "contradicts"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := load(c.text)
			var e *Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an *Error with %q", err, c.want)
			}
		})
	}
}
