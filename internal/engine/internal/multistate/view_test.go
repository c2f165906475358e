package multistate_test

import (
	"reflect"
	"strings"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
)

// TestUnreduced wants each switch of a reduction to be off, so that a new one is thought of.
func TestUnreduced(t *testing.T) {
	// These change how states are kept, what is asked, or how far a step goes.
	other := map[string]bool{"NoCache": true, "NoModels": true, "NoTau": true}
	v := reflect.ValueOf(multistate.Config{}.Unreduced())
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if strings.HasPrefix(f.Name, "No") && f.Type.Kind() == reflect.Bool &&
			v.Field(i).Bool() == other[f.Name] {
			t.Errorf("%s is %v", f.Name, v.Field(i).Bool())
		}
	}
}
