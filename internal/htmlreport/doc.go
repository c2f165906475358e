// Package htmlreport writes the answer of a check as one self-contained HTML page: the verdict and what it
// rests on, and, for a violation, its trace as lanes of threads beside the source, to be stepped through.
//
//	r := htmlreport.Report{Summary: s, Program: prog, Command: os.Args}
//	err := r.Write(w)
//
// # Sections
//
// A page is a head with the verdict and a list of sections, of which one is shown at a time (on paper all,
// one below the other). A Section has a fragment of HTML and may have data, a style and a script. Who adds
// one writes a method of Report that makes it and enters that in Report.makers (sections.go).
//
// Scripts use what package page gives (whittle.data, whittle.h, ...) and whittle.report:
//
//	whittle.data("data-ID")         the section's data
//	whittle.report.onShow(id, f)    f() is called when the section is shown for the first time
//	whittle.report.show(id)         shows a section
//	whittle.report.step()           the current row of the trace, counted from 0; -1: there is no trace
//	whittle.report.rows             how many rows the trace has
//	whittle.report.go(row)          goes to a row
//	whittle.report.onStep(f)        f(row) is called for each new current row, and at once
//	whittle.report.stepsOf(row)     the indices of the row's steps in trace.Trace.Steps
//	whittle.report.source(file, line)  shows a line of the source, file is the name as in reports
//	whittle.report.load(file)       a file by its number in whittle.report.files: {lines, open}, open[i] says that line i begins in a comment
//	whittle.report.coloured(line, open)  the nodes of a line of C in colours; odd characters are shown by their numbers
//	whittle.report.keys(id, f)      f(event) gets keys that are pressed while the section is shown; true: it was used
//
// # Rows
//
// A row is a line of the printed trace (package report): the steps of one thread on one source line, with
// what library models did inside of it. Rows that say little are folded.
//
// # Control flow, proof, statistics
//
// The files cfa*.go cut functions into basic blocks, tell their operations in words, count what the trace
// executes by another replay, and have package draw lay all of it out; assets/cfa.js draws a function when it
// is chosen. evidence*.go collect what engines tell of places (engine.Evidence) and what an interval analysis
// says of values. stats*.go plot numbers and their history with package plot.
//
// Known limits: the trace is shown as it was executed, so steps that could as well come in another order have
// an order. What is known of a variable begins with the first access that tells its value.
package htmlreport
