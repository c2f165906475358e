package switches

import (
	"reflect"
	"testing"

	"whittle.dev/internal/engine/ceds"
)

// TestTable looks at the table itself.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	for _, c := range Configurations() {
		t.Log(c.Name)
		if names[c.Name] {
			t.Errorf("two configurations are called %q", c.Name)
		}
		names[c.Name] = true
		if _, err := c.Engine(0, t.TempDir); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
	// Those that are no choices, or have a test of their own.
	changed := map[string]bool{"MaxStates": true, "Wrap": true, "Certify": true, "CertifyBy": true,
		"Certificate": true, "Others": true, "OthersKey": true}
	for _, f := range factors() {
		for _, l := range f.levels[1:] {
			var c ceds.Config
			l.set(&c)
			v, some := reflect.ValueOf(c), false
			for i := range v.NumField() {
				if !v.Field(i).IsZero() {
					changed[v.Type().Field(i).Name], some = true, true
				}
			}
			if !some {
				t.Errorf("%s: %q changes nothing", f.name, l.name)
			}
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[ceds.Config]()) {
		if f.IsExported() && !changed[f.Name] {
			t.Errorf("no factor changes Config.%s: enter it in factors", f.Name)
		}
	}
}
