package property

import "testing"

// TestTable: no name and no formula stands for two properties, and a conjunction is about memory as each of
// its parts is, which have formulas.
func TestTable(t *testing.T) {
	seen := map[string]Property{}
	for _, r := range table {
		for _, text := range append([]string{string(r.name)}, r.formulas...) {
			if other, twice := seen[text]; twice {
				t.Errorf("%q stands for %s and for %s", text, other, r.name)
			}
			seen[text] = r.name
		}
		if (len(r.formulas) == 0) != (len(r.parts) > 0 || r.system || r.given || r.inGo) {
			t.Errorf("%s: formulas %q, parts %v", r.name, r.formulas, r.parts)
		}
		for _, p := range r.name.Parts() {
			if (len(p.entry().formulas) == 0) != (r.system || r.given || r.inGo) ||
				p.Memory() != r.name.Memory() || !r.name.Covers(p) {
				t.Errorf("%s is no part of %s", p, r.name)
			}
		}
	}
	if none := Property("none"); none.Memory() || none.Words() != (Words{}) {
		t.Error("something is known of a property that is none")
	}
}
