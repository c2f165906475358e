package trace

import (
	"testing"
)

func TestInputKind(t *testing.T) {
	for k := Havoc; k <= Choice; k++ {
		text, err := k.MarshalText()
		var back InputKind
		if err != nil || back.UnmarshalText(text) != nil || back != k || k.String() != string(text) {
			t.Errorf("kind %d: %q, %v, %d", k, text, err, back)
		}
	}
	if _, err := InputKind(0).MarshalText(); err == nil {
		t.Error("the zero kind has a name")
	}
	if InputKind(99).String() != "InputKind(99)" {
		t.Error(InputKind(99).String())
	}
}
