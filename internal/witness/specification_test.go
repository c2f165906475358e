package witness

import (
	"testing"

	"whittle.dev/internal/property"
)

func TestSpecification(t *testing.T) {
	for _, p := range property.All() {
		got, entry, err := ParseSpecification(p.Specification("start"))
		if err != nil || got != p || entry != "start" {
			t.Errorf("%s: %s, %s, %v", p, got, entry, err)
		}
	}
	if _, _, err := ParseSpecification("G ! nonsense"); err == nil {
		t.Error("nonsense was accepted")
	}
}
