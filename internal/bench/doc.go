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
// The process is told its limits (--timeout, --memory) and is expected to
// end by itself; one that does not is killed with its process group a little
// later. CPU time and peak memory come from the operating system's accounting
// of the ended process. With a results file each record is appended as its
// task ends, and a second run with the same file does only what is missing.
//
// Known limits: memory limits are enforced on Linux only, by looking at the
// process several times a second, so a short peak can go over the limit; the
// record's peak memory shows it.
package bench
