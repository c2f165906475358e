package gen

import (
	"bytes"
	"io"
	"testing"

	"whittle.dev/sat/dimacs"
)

func TestFormulas(t *testing.T) {
	suite := Formulas()
	if len(suite) < 64 {
		t.Errorf("%d formulas, want at least 64", len(suite))
	}
	answers := map[Answer]int{}
	checkSuite(t, suite, func(t *testing.T, text []byte, want Answer) {
		answers[want]++
		in := dimacs.NewReader(bytes.NewReader(text), "formula")
		for {
			_, err := in.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if w := in.Warnings(); len(w) > 0 {
			t.Error(w)
		}
	})
	if answers[Sat] < len(suite)/3 || answers[Unsat] < len(suite)/3 {
		t.Errorf("answers %v: out of balance", answers)
	}
}
