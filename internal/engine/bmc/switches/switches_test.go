package switches

import (
	"testing"
)

// TestTable looks at the table itself.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	for _, c := range All() {
		if names[c.Name] {
			t.Errorf("two configurations are called %q", c.Name)
		}
		names[c.Name] = true
		if _, err := c.Engine(); err != nil { // an improvement that does not exist
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	if first := Events()[0]; first.Events.NoProjection || first.Weak || first.Lowered {
		t.Errorf("the first configuration is %s, want the default", first.Name)
	}
}
