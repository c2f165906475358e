package gen

import (
	"strings"
	"testing"
)

func TestPrograms(t *testing.T) {
	names := map[string]bool{}
	for _, q := range append(Programs(), BitPrograms()...) {
		if strings.Contains(q.Source, "$") {
			t.Errorf("%s has an open place:\n%s", q.Name, q.Source)
		}
		names[q.Name] = true
	}
	if len(names) < len(Programs()) {
		t.Error("two programs have one name")
	}
}
