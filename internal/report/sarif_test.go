package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/testing/golden"
)

func TestSARIF(t *testing.T) {
	var got txtar.Archive
	for i, a := range answers() {
		var b bytes.Buffer
		if err := SARIF(&b, a.s, SARIFOptions{Version: "1.2.3", Warnings: []string{"a warning about the run"},
			Err: a.err}); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			got.Files = append(got.Files, txtar.File{Name: a.name + ".sarif", Data: b.Bytes()})
			continue
		}
		// The description of whittle is the same in each.
		_, rest, ok := strings.Cut(b.String(), "\n      \"automationDetails\"")
		if !ok {
			_, rest, _ = strings.Cut(b.String(), "\n      \"invocations\"")
		}
		got.Files = append(got.Files, txtar.File{Name: a.name, Data: []byte(rest)})
	}
	golden.Archive(t, "testdata/sarif.txtar", &got)
}

// TestSARIFSame: the same answer is the same log.
func TestSARIFSame(t *testing.T) {
	var one, two bytes.Buffer
	if err := errors.Join(SARIF(&one, answers()[0].s, SARIFOptions{}),
		SARIF(&two, answers()[0].s, SARIFOptions{})); err != nil {
		t.Fatal(err)
	}
	if one.String() != two.String() || !json.Valid(one.Bytes()) {
		t.Error("two logs of one answer differ")
	}
}
