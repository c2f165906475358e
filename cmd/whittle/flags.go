package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"whittle.dev/internal/cli"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// taskFlags are the flags that say what the program is.
func taskFlags(cmd *cobra.Command, t *run.Task) {
	heading(cmd, "The program, and what is checked", func() { programFlags(cmd, t) })
	seldom(cmd, "fairness", "liveness", "include", "dialect", "front-end", "cc", "cc-flags", "args",
		"error-label", "may-fail", "entry-pointers", "replace",
		"remove-body", "extern-writes", "strict-members", "strict-calls", "volatile")
}

func programFlags(cmd *cobra.Command, t *run.Task) {
	f := cmd.Flags()
	var checked, not []string
	for _, p := range property.All() {
		if slices.Contains(checkedProperties, p) {
			checked = append(checked, string(p))
		} else {
			not = append(not, string(p))
		}
	}
	f.StringVar(&t.Property, "property", "", "what is checked: a `name`, several with commas between them, "+
		"all, or a .prp file (default: that of the task definition, else all, and unreach-call where one "+
		"engine is meant); names: "+strings.Join(checked, ", ")+
		"; of these the answer is unknown so far: "+
		strings.Join(not, ", ")+"; of programs in Go: "+string(property.DefaultOfGo()))
	f.BoolVar(&t.Liveness, "liveness", false, "all includes termination and no-starvation")
	f.StringVar(&t.LTL, "ltl", "", "check this `formula` of temporal logic over C expressions instead: "+
		"'G (requested -> F granted)'")
	f.StringVar(&t.Fairness, "fairness", "", "which executions count for a formula or no-starvation, "+
		"a `word`: none (all), weak or strong, for each thread (default: weak if the program starts "+
		"threads, else none)")
	f.StringVarP(&t.CompileCommands, "compile-commands", "p", "",
		"take the flags of each file from this compilation database, a compile_commands.json or the "+
			"`folder` that has one; without files: check all of its C files together")
	f.StringVar(&t.DataModel, "data-model", "", "sizes of types: the `name` LP64 or ILP32 (default: that "+
		"of the task definition or compilation database, else LP64)")
	f.StringArrayVarP(&t.Include, "include-dir", "I", nil, "search this `folder` for #include (repeatable)")
	f.StringArrayVarP(&t.Defines, "define", "D", nil, "define a macro, `NAME` or NAME=VALUE (repeatable)")
	f.StringArrayVar(&t.ForceIncludes, "include", nil,
		"include this `file` before each input file, also -include (repeatable)")
	f.StringVar(&t.Dialect, "dialect", "", "the `tool` whose words the program uses without declaring them: "+
		strings.Join(run.Dialects(), ", ")+" (default: that which the names tell)")
	f.StringVar(&t.FrontEnd, "front-end", "", "read C by c, or by llvm: as clang compiles it "+
		"(default: by c, and C++ by llvm)")
	f.StringVar(&t.CC, "cc", "", "the `compiler` for C++, and for C with --front-end llvm "+
		"(default: the newest clang++ or clang)")
	f.Var((*wordList)(&t.CCFlags), "cc-flags", "`flags` for that compiler, quoted as in a shell: "+
		"'-std=c++20 -O1'")
	f.StringVar(&t.Entry, "entry", "", "the `function` the program starts with (default main)")
	f.StringVar(&t.EntryPointers, "entry-pointers", "", "where the parameters of the entry function "+
		"that are pointers lead, a `word`: any, null (or a fresh object of their type), fresh, or array:n "+
		"(a fresh array of n of them) (default any)")
	f.StringSliceVar(&t.Replace, "replace", nil, "of several definitions of these `functions` take the "+
		"first that stands in a file given here, static or not: a stub in place of the program's "+
		"(repeatable)")
	f.StringSliceVar(&t.RemoveBody, "remove-body", nil, "take the definitions of these `functions` away: "+
		"calls of them do what calls of unknown functions do (repeatable)")
	f.Var((*wordList)(&t.Args), "args", "call main with these `arguments`, the name of the program first, "+
		"quoted as in a shell: 'prog -n 3' (default: any)")
	f.StringVar(&t.ErrorLabel, "error-label", "", "reaching this `label` violates unreach-call")
	f.BoolVar(&t.Strict, "strict", false, "sets --may-fail, --extern-writes, --strict-members, "+
		"--strict-calls, --volatile race")
	f.StringVar(&t.MayFail, "may-fail", "", "which calls may fail, a `word` after =: all that need memory "+
		"or create threads (without a word), checked (allocations whose result the program compares with "+
		"null) or none (default: none, and where no property is named and all are proved, checked in a "+
		"second look)")
	f.Lookup("may-fail").NoOptDefVal = run.AllFail
	f.BoolVar(&t.ExternWrites, "extern-writes", false,
		"functions without a definition write anything to what their pointer arguments point to")
	f.BoolVar(&t.StrictMembers, "strict-members", false, "an access that leads out of a member or an inner "+
		"array violates valid-deref (default: no-undefined-behaviour)")
	f.BoolVar(&t.StrictCalls, "strict-calls", false, "a call of a function through another type violates "+
		"no-undefined-behaviour even if compilers represent the types in the same way")
	f.StringVar(&t.Volatile, "volatile", "", "what volatile accesses are for no-data-race, a `word`: race "+
		"(they race like others, as C says) or atomic (as relaxed atomic ones, in the way of kernels) "+
		"(default: where it matters, the answer is unknown)")
}

// checkedProperties are those that some engine checks; the test of docs/supported.md compares.
var checkedProperties = []property.Property{property.UnreachCall, property.NoDataRace, property.NoDeadlock,
	property.NoOverflow, property.NoUndefinedArithmetic, property.NoUndefinedBehaviour,
	property.NoUninitialisedUse,
	property.ValidMemsafety, property.ValidDeref, property.ValidFree, property.ValidMemtrack,
	property.ValidMemcleanup, property.Termination, property.NoStarvation}

// limitFlags are the flags that bound a run.
func limitFlags(cmd *cobra.Command, o *run.Options) {
	o.Memory, o.Last = defaultMemory(), true
	heading(cmd, "Limits", func() {
		cmd.Flags().Var((*cli.Duration)(&o.Timeout), "timeout",
			"give up after this wall time: 60s, 5m, a number of seconds (default: never)")
		cmd.Flags().Var((*cli.Size)(&o.Memory), "memory", "give up at this much memory, 4GB, 512MB or a "+
			"number of bytes; 0: no limit (default: three quarters of what is available)")
	})
	hideDefault(cmd, "timeout", "memory")
	seldom(cmd, "memory")
}

// auditFlag is the flag for checking the solver.
func auditFlag(cmd *cobra.Command, audit *bool) {
	cmd.Flags().BoolVar(audit, "audit", false, "check each answer of the solver again, by evaluation, a "+
		"second solver and proofs; a wrong one is an internal error")
}

func bugDirFlag(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "bug-dir", "", "write descriptions of internal errors to this `folder` "+
		"(default: that for temporary files)")
}

// hideDefault keeps cobra from printing defaults that depend on the machine.
func hideDefault(cmd *cobra.Command, names ...string) {
	for _, n := range names {
		cmd.Flags().Lookup(n).DefValue = ""
	}
}
