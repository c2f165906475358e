package whittle

import (
	"os"
	"path/filepath"
	"strings"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/run"
)

// Source is a C file, or a transition system, in memory.
type Source struct{ Name, Text string }

// Task is a question: a program, and what to check about it.
type Task struct {
	// Sources are C files in memory; what they include, and Files, is read from disk where no source has the
	// name.
	Sources []Source
	// Files are C files (.c, preprocessed .i), or one SV-COMP task definition (.yml), whose settings must not
	// contradict those given here, or one transition system in VMT-LIB (.vmt) or BTOR2 (.btor2), for which
	// only Goal and Property may be given.
	Files []string
	// Goal is the name or number of the goal of a transition system that is asked about; empty: all of them.
	Goal string
	// CompileCommands is a JSON compilation database, or the folder that has it: Files, or all of its C files
	// if there are none, are taken with the flags that it has for each. Empty: there is none.
	CompileCommands string
	// Property has the names of what is checked, of those that Properties lists, or "all"; or alone the name
	// of a property file (.prp). Empty: that of the task definition; else Check decides all that people
	// expect of a program, and "unreach-call" where one engine is meant, as do other functions.
	Property []string
	// DataModel is "LP64" or "ILP32"; empty: that of the task definition or of the compilation database, else
	// LP64.
	DataModel string
	// Include, Defines and ForceIncludes are what a compiler knows as -I, -D and -include. They apply to
	// every file.
	Include, Defines, ForceIncludes []string
	// Dialect is the tool whose words the program may use without declaring them: "cbmc", "esbmc", "smack",
	// "sv-comp"; empty: that which the names tell.
	Dialect string
	// Entry is the function that the program starts with; empty: that of the property file, else main.
	Entry string
	// Replace names functions of which several files may have definitions: the first that stands in one of
	// Files counts, in all of them, before those in headers. RemoveBody names functions whose definitions are
	// taken away: they are then functions without a definition.
	Replace, RemoveBody []string
	// EntryPointers says where the parameters of Entry that are pointers lead: "any" address, "null" or a
	// fresh object, a "fresh" object of their type, or "array:n", a fresh array of n; empty: "any".
	EntryPointers string
	// Args are the arguments that main is called with, the name of the program first; nil: any.
	Args []string
	// ErrorLabel is a label whose reaching violates unreach-call; empty: none.
	ErrorLabel string
	// MayFail says which calls may fail that need memory or create threads: "none" of them, "checked", which
	// are allocations whose result the program itself compares with null, or "all"; empty: none, but where no
	// property is named, and all is proved, those that are checked are let fail in a second look.
	MayFail string
	// ExternWrites lets functions without a definition write anything to what their pointer arguments point
	// to.
	ExternWrites bool
	// StrictMembers makes an access that leads out of a member or an inner array a violation of valid-deref,
	// instead of no-undefined-behaviour.
	StrictMembers bool
	// StrictCalls makes a call of a function through another type a violation of no-undefined-behaviour also
	// where compilers represent both types in the same way, such as pointers to different types.
	StrictCalls bool
	// Strict asks for the careful side of all that is taken for granted otherwise: ExternWrites,
	// StrictMembers, StrictCalls, and MayFail "all" and Volatile "race" unless these are given.
	Strict bool
	// Volatile says what volatile accesses are for no-data-race: "race", as in C, or "atomic", as in kernels;
	// empty: the verdict is one that is right for both, or unknown.
	Volatile string
	// MemoryModel is that of the program's threads, "c11", "sc", "tso" or "pso"; empty: "c11" for a program
	// that names a memory order weaker than sequential consistency, else "sc".
	MemoryModel string
}

// settle makes the task of the package that does the work.
func (t Task) settle() run.Task {
	out := run.Task{Files: t.Files, Goal: t.Goal, CompileCommands: t.CompileCommands,
		Property: strings.Join(t.Property, ","), DataModel: t.DataModel,
		Include: t.Include, Defines: t.Defines, ForceIncludes: t.ForceIncludes, Dialect: t.Dialect,
		Entry: t.Entry, EntryPointers: t.EntryPointers, Replace: t.Replace, RemoveBody: t.RemoveBody,
		Args:       t.Args,
		ErrorLabel: t.ErrorLabel, MayFail: t.MayFail, ExternWrites: t.ExternWrites, Volatile: t.Volatile,
		StrictMembers: t.StrictMembers, StrictCalls: t.StrictCalls, Strict: t.Strict,
		MemoryModel: axioms.Model(t.MemoryModel)}
	if len(t.Sources) == 0 {
		return out
	}
	texts := map[string]string{}
	for _, s := range t.Sources {
		texts[filepath.Clean(s.Name)] = s.Text
		_, system := run.SystemProperty(s.Name)
		if ext := filepath.Ext(s.Name); ext == ".c" || ext == ".i" || system {
			out.Files = append(out.Files, s.Name)
		}
	}
	out.Read = func(name string) ([]byte, error) {
		if text, ok := texts[filepath.Clean(name)]; ok {
			return []byte(text), nil
		}
		return os.ReadFile(name)
	}
	return out
}
