package witness

import (
	"strings"
	"testing"
)

// TestMetadataErrors breaks the metadata of a witness in one place each.
func TestMetadataErrors(t *testing.T) {
	checkErrors(t, []broken{
		{"missing key", "violation.yml", "      language: C\n", "",
			"w.yml:14:7: error: task has no language"},
		{"unknown version", "violation.yml", `"2.2"`, `"2.3"`,
			`w.yml:4:21: error: format_version "2.3" is not known (known: 2.0, 2.1, 2.2)`},
		{"version without quotes", "violation.yml", `"2.2"`, `2.2`,
			"w.yml:4:21: error: format_version must be a text: put 2.2 into quotes"},
		{"uuid", "violation.yml", "0b1c2d3e-", "0b1c2d3-", "w.yml:5:11: error: uuid"},
		{"time", "violation.yml", "2024-05-01T10:20:30+02:00", "2024-05-01",
			"w.yml:6:20: error: creation_time"},
		{"no name", "violation.yml", "name: somebody", `name: ""`, "w.yml:8:13: error: name is empty"},
		{"hash", "violation.yml", "0123456789ABCDEF", "0123456789ABCDE", "w.yml:17:17: error: hash"},
		{"hash of another file", "violation.yml", "        prog.c:", "        other.c:",
			"w.yml:15:9: error: input_file_hashes has no hash of dir/prog.c"},
		{"more hashes", "violation.yml", "        prog.c:", "        other.c: \"" + strings.Repeat("ab", 32) +
			"\"\n        prog.c:", "input_file_hashes has more files"},
		{"no input", "correctness.yml", `["prog.c"]`, `[]`, "w.yml:11:20: error: input_files is empty"},
		{"data model", "violation.yml", "LP64", "64", "w.yml:19:19: error: data_model must be a text"},
		{"language", "violation.yml", "language: C", "language: Java",
			`w.yml:20:17: error: language "Java" is not known`},
	})
}
