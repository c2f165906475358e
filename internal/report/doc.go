// Package report prints what a check found, for people and for programs.
//
// Text writes the answer as lines for a terminal: the trace of a violation (one line a step, one column a
// thread), what the verdict rests on, and as the last line the verdict in SV-COMP words. JSON writes the same
// as one object, SARIF as a log in the format SARIF 2.1.0 (OASIS 2020), GitHub as Text with workflow commands
// for GitHub Actions before the verdict.
//
//	s := report.Summary{Property: p, Engine: "bmc", Result: res, Files: prog.Files}
//	report.Text(os.Stdout, s, report.Options{Width: 100})
//
// A printed trace looks like this (thread switches are marked with ">", "is"
// says what was read and ":=" what was written):
//
//	  T0 lost_update.c:17  pthread_create(&a, 0, inc, 0)   starts T1
//	> T1 lost_update.c:9   |   int old = counter;          counter is 0; old := 0
//	> T0 lost_update.c:11  counter = counter + 1;          counter is 0; counter := 1
//
// The trace must be a replayed one (package interp fills its steps). Steps of one thread on one source line,
// one right after the other, are one line; steps inside library models are folded into the call; long runs of
// steps that no other thread can see are folded unless Options.Verbose is set.
//
// Known limits: widths are counted in runes, so wide characters in source lines shift the columns; beyond a
// dozen threads the columns are dropped and the thread is told by its label alone.
package report
