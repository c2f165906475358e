// Package process runs one command under limits of CPU time, wall time and memory, and says what it used and
// printed.
//
//	u := process.Command{Path: "z3", Args: []string{file}, Limits: process.Limits{CPU: time.Minute}}.Run(ctx)
//
// With a supervisor (package proctree), time, memory and limits are those of the process with all that it
// starts; without, they come from the operating system's accounting of the ended process.
//
// Known limits: without a supervisor, and on other systems than Linux, memory limits are enforced by looking
// at the process several times a second (or not at all), and processes that leave their group escape.
package process
