package solve_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/solve"
)

// TestScriptAudit: an external solver that answers wrongly is found out.
func TestScriptAudit(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	dir := t.TempDir()
	fake := filepath.Join(dir, "fake.sh")
	program := `while read -r line; do
	case $line in
	"(check-sat"*) echo unsat ;;
	"(echo "*) l=${line#"(echo "}; echo "${l%")"}" ;;
	"(get-unsat-assumptions)"*) echo "()" ;;
	esac
done
`
	if err := os.WriteFile(fake, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	script := "(declare-const x (_ BitVec 8))(assert (bvult x #x05))(check-sat)"
	for _, audited := range []bool{false, true} {
		var out strings.Builder
		sum, err := solve.Script(t.Context(), strings.NewReader(script), &out,
			solve.ScriptOptions{Solver: "sh " + fake, Audit: audited, BugDir: dir})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case !audited && out.String() != "unsat\n":
			t.Errorf("the fake solver answered %q, %+v", out.String(), sum)
		case audited && (out.String() != "unknown\n" || sum.Wrong == nil || sum.Unknowns != 1):
			t.Errorf("%q, %+v", out.String(), sum)
		case audited && !strings.Contains(query(t, sum.BugReport), "(assert (bvult x #x05))"):
			t.Errorf("the query is %q", query(t, sum.BugReport))
		}
	}
}

// query returns the script of a bug report.
func query(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var b bugreport.Report
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	return b.Query
}
