package report

import (
	"strings"
	"testing"
)

// TestBaseline: what JSON and SARIF say of a violation is known again, and a file that is something else is
// refused.
func TestBaseline(t *testing.T) {
	for _, a := range answers() {
		if a.err != nil {
			continue
		}
		var asJSON, asSARIF strings.Builder
		if err := JSON(&asJSON, a.s); err != nil {
			t.Fatal(err)
		}
		if err := SARIF(&asSARIF, a.s, SARIFOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{asJSON.String(), asSARIF.String()} {
			b, err := ReadBaseline(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", a.name, err)
			}
			if known, fresh := b.Sort(a.s); len(known) != len(b) || len(fresh) != 0 {
				t.Errorf("%s: %v is known, %v is not, of %v", a.name, known, fresh, b)
			}
			if _, fresh := (Baseline{}).Sort(a.s); len(fresh) != len(b) {
				t.Errorf("%s: %v is new", a.name, fresh)
			}
		}
	}
	for _, text := range []string{"", "{", "[]", "{}", "int main(void) { return 0; }"} {
		if b, err := ReadBaseline(strings.NewReader(text)); err == nil {
			t.Errorf("%q is the baseline %v", text, b)
		}
	}
}
