// Package tasks runs many tasks and says how often the answers are right.
//
// Collect turns arguments (task definitions, folders of them, an index.tsv, C files) into Items; Run executes
// a command for each of them, some at a time, each in a process of its own under limits of CPU time, wall
// time and memory, and judges the verdicts.
//
//	items, err := tasks.Collect([]string{"tasks/"}, tasks.Filter{Property: "unreach-call"})
//	recs, err := tasks.Run(ctx, items, tasks.Config{
//		Command: []string{"whittle", "check", "--json"},
//		Wall:    time.Minute, Jobs: 2, Results: "results.jsonl",
//	})
//	table.New(recs).Text(os.Stdout)
//
// The process is told its limits (--timeout, --memory) and is expected to end by itself; one that does not is
// killed a little later (package process). With a results file a run can be resumed (package results), and
// ReadResults reads its records.
//
// A configuration may be another verification tool (NamedArgs.External, FindTool, package tools): it is
// called with what its description says, once for each of its bounds until it answers.
package tasks
