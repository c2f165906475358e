package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// TestImportances: what the printed trace leaves out or folds is unimportant, a thread that goes on
// essential.
func TestImportances(t *testing.T) {
	b := newBuilder()
	b.lost()
	ls := allLines(&b.t, b.files, false)
	var got []string
	weight, _ := importances(&b.t, ls)
	for i, w := range weight {
		got = append(got, ls[i].where[len("dir/lost_update.c:"):]+" "+w)
	}
	want := []string{
		"9:5 important", "3:5 essential", "10:5 essential", "11:5 important", "4:5 essential",
		"12:5 essential",
		"13:5 important", "14:5 unimportant", "13:5 unimportant", "14:5 unimportant", "13:5 important",
		"14:5 unimportant", "13:5 important",
		"15:5 essential",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDeadlockFlow: a step that belongs to no thread has a flow of its own, and places inside of whittle are
// not named.
func TestDeadlockFlow(t *testing.T) {
	b := newBuilder()
	b.step(0, 10, trace.KindLoad, access("counter", 0, 0))
	b.step(0, 12, trace.KindDeadlock, nil)
	b.t.Steps[1].Thread = trace.NoThread
	b.files.SetText(b.files.Add("<whittle-models>/cond.c"), []byte("x"))
	b.step(1, 1, trace.KindStore, access("counter", 1, 0))
	b.t.Steps[2].User.File, b.t.Steps[2].Pos.File = 1, 1
	s := Summary{Property: property.NoDeadlock, Files: b.files,
		Result: engine.Violated(property.NoDeadlock, &b.t)}
	r := sarifWriter{s: s}.violation()
	flows := r.CodeFlows[0].ThreadFlows
	if len(flows) != 3 || flows[0].ID != "threads" || flows[1].ID != "T0" || flows[2].ID != "T1" ||
		r.Message.Text != "deadlock" || len(r.Locations) != 1 {
		t.Fatalf("%+v", r)
	}
	if at := flows[2].Locations[0].Location; at.Physical != nil || at.Message == nil {
		t.Errorf("%+v", at)
	}
}
