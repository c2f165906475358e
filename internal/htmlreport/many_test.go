package htmlreport

import (
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

// TestManyObjects: the time for the values of a trace does not grow with the square of the objects that it
// makes and frees.
func TestManyObjects(t *testing.T) {
	const objects = 60_000
	prog := compile(t, "p.c", "int main(void) { return 0; }\n", property.UnreachCall)
	tr := &trace.Trace{}
	for i := range uint64(objects) {
		addr := (i + 1000) << prog.OffsetBits
		tr.Steps = append(tr.Steps,
			trace.Step{Kind: trace.KindAlloc, Addr: addr, Value: &trace.Value{Width: 64, Bits: 4}},
			trace.Step{Kind: trace.KindStore, Addr: addr, Object: "o",
				Value: &trace.Value{Width: 32, Bits: i}},
			trace.Step{Kind: trace.KindFree, Addr: addr})
	}
	rows := make([]report.Row, objects)
	for i := range tr.Steps {
		rows[i/3].Steps = append(rows[i/3].Steps, i)
	}
	list := Report{Program: prog}.variables(tr, rows, nil, &stringTable{})
	if len(list) != objects {
		t.Fatalf("%d variables, want %d", len(list), objects)
	}
	// The store and the end of the object are in one row: nothing of it is left behind.
	for _, v := range list {
		if n := len(v.Values); n > 0 && v.Values[n-1] != gone {
			t.Fatalf("the value of a freed object is %v in %v", v.Values, v.Rows)
		}
	}
}
