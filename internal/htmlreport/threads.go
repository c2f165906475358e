package htmlreport

import (
	"whittle.dev/internal/report"
	"whittle.dev/internal/trace"
)

// threadData is a thread as the script sees it.
type threadData struct {
	Name string `json:"name"` // the function that it runs; may be empty
	// By is the thread that started it, At the row of that; -1 for the initial thread.
	By int `json:"by"`
	At int `json:"at"`
	// First and Last are its first and last row; -1: it does not run.
	First int `json:"first"`
	Last  int `json:"last"`
	// Exit is the row in which it ends; -1: it does not.
	Exit int `json:"exit"`
}

// threads lists the threads of a trace.
func threads(t *trace.Trace, rows []report.Row, rowOf []int) []threadData {
	names := t.ThreadNames()
	out := make([]threadData, len(names))
	for i, name := range names {
		out[i] = threadData{Name: name, By: -1, At: -1, First: -1, Last: -1, Exit: -1}
	}
	for i := range rows {
		th := rows[i].Thread
		if th < 0 || th >= len(out) {
			continue
		}
		if out[th].First < 0 {
			out[th].First = i
		}
		out[th].Last = i
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		switch {
		case s.Kind == trace.KindSpawn && s.Child > 0 && s.Child < len(out):
			out[s.Child].By, out[s.Child].At = s.Thread, rowOf[i]
		case s.Kind == trace.KindExit && s.Thread >= 0 && s.Thread < len(out):
			out[s.Thread].Exit = rowOf[i]
		}
	}
	return out
}
