// Package tools describes other verification tools: how they are called, and what their outputs mean.
//
// A Tool is read from a YAML file; those of this package are shipped with whittle:
//
//	t, err := tools.Known("cbmc")
//	args, err := t.CommandLine(tools.Task{Files: []string{"lock.i"}, Property: property.UnreachCall, DataModel: "ILP32", Bound: 6})
//	// run args, then
//	a := t.Judge(task, args, tools.Output{Exit: 10, Stdout: text})
//	fmt.Println(a.Verdict, a.Why)
//
// # The file
//
//	name: cbmc                       # letters, digits, dots, dashes
//	program: [cbmc]                  # the first of these that is found is called
//	version: {arguments: [--version], pattern: '^(\S+)'}
//	arguments: ["--{bits}", [--unwind, "{bound}"], "{checks}", "{flags}", "{file}"]
//	checks:                          # arguments for each property; one that is not listed is not checked by the tool
//	  unreach-call: []
//	input: horn                      # the file is a transition system, translated to Horn clauses
//	bounds: [2, 6, 12]               # tried in turn as long as the answer is "bound"
//	verdicts:                        # in order; the first that fits counts
//	  - {exit: [10], output: '\.assertion\.\d+\] .*: FAILURE$', verdict: "false"}
//	  - {exit: [10], output: '\.unwind\.\d+\] .*: FAILURE$', verdict: bound, why: the loop bound was reached}
//	  - {exit: [0], output: '^VERIFICATION SUCCESSFUL$', verdict: "true"}
//
// An argument is a text or a list of texts that belong together. Where a text names a placeholder that has no
// value ({timeout} without a limit), the argument, or the whole list, is left out. Placeholders: {file} (all
// input files, as arguments of their own), {property}, {property_file}, {data_model}, {bits}, {entry},
// {timeout} and {cpu} (seconds), {memory} (bytes), {memory_mb}, {bound}; as whole arguments {checks}, the
// arguments of the property, and {flags}, what the user adds.
//
// A pattern fits if everything that it names fits: the exit code, regular expressions (of Go, where ^ and $
// are the ends of lines) that must match somewhere in the output (either stream), stdout, stderr, or the
// command line (its arguments joined by blanks), and the property. Verdicts are true, false (of the property
// that is checked), false(NAME), unknown, bound, and error. In verdict and why, $1 is what a group of the
// output's expression matched; without why the line that matched tells it.
//
// Sources of the shipped descriptions: the documentation and the sources of the tools, and the tool-info
// modules of BenchExec (github.com/sosy-lab/benchexec), read for facts; each file says which versions it is
// for.
//
// Known limits: verdicts are as good as the patterns; versions of a tool with other words give errors, not
// wrong verdicts, since nothing fits by default.
package tools
