package spin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.c": "", "a.pml": "",
		TableName: "a.c\tweak\ttrue\tG (AP(x[0] > 1) -> F y)\na.c\tstrong\tfalse\tF x\n" +
			"a.c\tweak\ttrue\tF end\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := Read(dir)
	if err != nil || len(rows) != 3 || rows[0].Model == "" || rows[1].Model != "" || rows[2].Model != "" {
		t.Errorf("%v, %v", rows, err)
	}
	if got, want := promela(rows[0].Formula), "[] ((x[0] > 1) -> <> y)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	bad := []byte("a.c\tweak\tmaybe\tF x\n")
	if err := os.WriteFile(filepath.Join(dir, TableName), bad, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "formulas.tsv:1: expected program") {
		t.Error(err)
	}
}

func TestAnswerOfVerifier(t *testing.T) {
	const rest = "\n       32 states, stored\n"
	for out, want := range map[string]Answer{
		"State-vector 28 byte, depth reached 65, errors: 0" + rest: {Verdict: "true", States: 32},
		"errors: 1" + rest: {Verdict: "false", States: 32},
		"error: max search depth too small\nerrors: 0" + rest: {Verdict: "unknown", States: 32},
		"": {Verdict: "unknown"},
	} {
		got := Answer{Verdict: "unknown"}
		if got.read(out); got != want {
			t.Errorf("%q: %+v, want %+v", out, got, want)
		}
	}
}
