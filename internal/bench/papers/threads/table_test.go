package threads

import (
	"math"
	"strings"
	"testing"
)

// TestTable: rows as text, and what they say together.
func TestTable(t *testing.T) {
	rows := []Row{
		{Family: "A", Name: "lock.c", Proved: true, Seconds: 0.1, Level: 1, Atoms: 3, Queries: 20,
			Spacer: [Levels]Answer{{"unsat", 0.2}, {"sat", 10}, {"timeout", 10}}, Peers: "timeout"},
		{Family: "B", Name: "absent.c", Failed: "exit code 2: no such file"},
		{Family: "B", Name: "open.c", Seconds: 2, Spacer: [Levels]Answer{{"timeout", 10}}},
	}
	proved, spacer, both, faster := Compare(rows)
	if proved != 1 || spacer != 1 || both != 1 || math.Abs(faster-100) > 1e-6 {
		t.Errorf("got %d, %d, %d, %v", proved, spacer, both, faster)
	}
	var text, csv strings.Builder
	if err := WriteText(&text, rows); err != nil {
		t.Fatal(err)
	}
	if err := WriteCSV(&csv, rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"unsat 0.20", "sat 10.00", "100.0 times", "1 of 3 failed"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &text)
		}
	}
	want := "A,lock.c,true,1,3,20,0.10,unsat 0.20,sat 10.00,timeout,timeout"
	if !strings.Contains(csv.String(), want) {
		t.Errorf("got %s", &csv)
	}
	for i, want := range []string{"proved, k = 1, 0.10 s", "failed: exit code 2: no such file",
		"unknown, 2.00 s"} {
		if got := rows[i].String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
