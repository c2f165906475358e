package report

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// TestRemarks checks the words of notes, in the singular and in the plural.
func TestRemarks(t *testing.T) {
	files := &source.Files{}
	f := files.Add("dir/a.c")
	at := func(line int32) source.Pos { return source.Pos{File: f, Line: line, Col: 1} }
	lock := func(thread int, object string, line int32) trace.Wait {
		return trace.Wait{Thread: thread, ThreadName: "work", Kind: "lock", Object: object, Pos: at(line)}
	}
	join := trace.Wait{ThreadName: "main", Kind: trace.WaitJoin, Child: 1, Pos: at(9)}
	many := []trace.Wait{lock(1, "a", 1), lock(2, "b", 2), lock(3, "c", 3), lock(4, "d", 4), lock(5, "e", 5)}
	for _, c := range []struct {
		note engine.Note
		want string
	}{
		{engine.Deadlocks{Ended: 1, Tried: 1, Example: many[:1]},
			"an execution ends in a deadlock: T1 (work) waits for a at a.c:1"},
		{engine.Deadlocks{Ended: 1, Tried: 9, Example: []trace.Wait{join, many[0], many[1]}},
			"1 of 9 executions that were tried ends in a deadlock: T1 (work) waits for a at a.c:1, T2 " +
				"(work) waits for b at a.c:2"},
		{engine.Deadlocks{Ended: 2, Tried: 9,
			Example: []trace.Wait{{Thread: 3, ThreadName: "work", Pos: at(7)}}},
			"2 of 9 executions that were tried end in a deadlock, e.g. T3 (work) waits at a.c:7"},
		{engine.Deadlocks{Ended: 2, Tried: 9, Example: many},
			"2 of 9 executions that were tried end in a deadlock, e.g. T1 (work) waits for a at a.c:1, T2 " +
				"(work) waits for b at a.c:2, T3 (work) waits for c at a.c:3, T4 (work) waits for d at " +
				"a.c:4, T5 (work) waits for e at a.c:5"},
		{engine.Deadlocks{Ended: 2, Tried: 9, Example: append(many, lock(6, "f", 6))},
			"2 of 9 executions that were tried end in a deadlock, e.g. T1 (work) waits for a at a.c:1, T2 " +
				"(work) waits for b at a.c:2, T3 (work) waits for c at a.c:3, T4 (work) waits for d at " +
				"a.c:4, and 2 more threads wait"},
	} {
		got := Summary{Files: files, Result: engine.Result{Notes: []engine.Note{c.note}}}.Remarks()
		if len(got) != 1 || got[0].Text != c.want {
			t.Errorf("got %v, want %q", got, c.want)
		}
	}
}
