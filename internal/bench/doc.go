// Package bench runs many tasks and tells how often the answers are right.
//
// Collect turns arguments (task definitions, folders of them, an index.tsv,
// C files) into Items; Run executes a command for each of them, some at a
// time, each in a process of its own under limits of CPU time, wall time and
// memory, and judges the verdicts; a Table prints the Records as text, CSV or
// JSON with totals, or as JUnit XML.
//
//	items, err := bench.Collect([]string{"tasks/"}, bench.Filter{Property: "unreach-call"})
//	recs, err := bench.Run(ctx, items, bench.Config{
//		Command: []string{"whittle", "check", "--json"},
//		Wall:    time.Minute, Jobs: 2, Results: "results.jsonl",
//	})
//	bench.NewTable(recs).Text(os.Stdout)
//
// The process is told its limits (--timeout, --memory) and is expected to end by itself; one that does not is
// killed a little later. With Config.Supervisor, time, memory and limits are those of a process with all that
// it starts (package proctree); without, CPU time and peak memory come from the operating system's accounting
// of the ended process. With a results file each record is appended as its task ends, and a second run with
// the same file does only what is missing, whatever ended the first one.
//
// A configuration may be another verification tool (NamedArgs.External, FindTool, package tools): it is
// called with what its description says, once for each of its bounds until it answers.
//
// A Table has totals with the scores of SV-COMP, and HTML writes it as one page. ReadResults reads the
// records of earlier runs, CompareRuns tells what changed since, SideBySide joins several runs.
//
// Known limits: without a supervisor, and on other systems than Linux, memory limits are enforced by looking
// at the process several times a second (or not at all), and processes that leave their group escape.
package bench
