package systems_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/horn"
	"whittle.dev/internal/ts/transition"
)

// TestVerdicts: z3's Spacer gives the verdicts of the corpus. An ordinary run takes a fifth of the systems
// and does not wait long.
func TestVerdicts(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("z3 is not installed")
	}
	seen := map[string]bool{}
	for i, c := range systems.Corpus() {
		if seen[c.Name] {
			t.Errorf("two systems %s", c.Name)
		}
		seen[c.Name] = true
		if i%5 != 0 && !testflag.Deep() {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			limit := 300 * time.Millisecond
			if testflag.Deep() {
				limit = time.Minute
			}
			verdict := spacer(t, z3, c.System(), limit)
			if verdict == "" {
				t.Skip("no answer in time")
			}
			if want := map[bool]string{true: "sat", false: "unsat"}[c.Safe]; verdict != want {
				t.Errorf("z3 says %s, want %s", verdict, want)
			}
		})
	}
}

// spacer is the answer of z3 to the clauses of a system; empty if there is none in time.
func spacer(t *testing.T, z3 string, s *transition.System, limit time.Duration) string {
	t.Helper()
	var text strings.Builder
	if err := horn.Write(&text, s, horn.All); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "system.smt2")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	out, _ := exec.CommandContext(ctx, z3, file).Output() // z3 fails when the context ends
	if ctx.Err() != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// TestRandom: random systems are as often safe as not, more or less, and Spacer agrees with their verdicts.
func TestRandom(t *testing.T) {
	safe, all := 0, 0
	for seed := range testflag.Seeds(200) {
		all++
		if systems.Random(seed).Safe {
			safe++
		}
	}
	if safe < all/5 || safe > 4*all/5 {
		t.Errorf("%d of %d systems are safe", safe, all)
	}
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("z3 is not installed")
	}
	for seed := range testflag.Seeds(10) {
		c := systems.Random(seed)
		verdict := spacer(t, z3, c.System(), time.Second)
		if want := map[bool]string{true: "sat", false: "unsat"}[c.Safe]; verdict != want && verdict != "" {
			t.Errorf("%s: z3 says %s, want %s", c.Name, verdict, want)
		}
	}
}
