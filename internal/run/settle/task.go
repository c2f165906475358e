package settle

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/compdb"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/task"
)

// Task is a question: a program, and what to check about it.
type Task struct {
	// Files are C files (.c, preprocessed .i), or one SV-COMP task definition (.yml), whose settings must
	// not contradict the ones given here; or one transition system (.vmt, .btor2), for which only
	// Property and Goal may be given.
	Files []string
	// Goal is the name or number of the goal of a transition system that is asked about; empty: all of
	// them.
	Goal string
	// CompileCommands is a JSON compilation database, or the folder that has it as compile_commands.json:
	// Files, or all of its C files if there are none, are taken with the flags that it has for each, and so
	// is the data model if it is not given. Empty: there is none.
	CompileCommands string
	// Property is the name of what is checked, or the name of a property file (.prp); empty: that of the
	// task definition; else Check decides property.Default, and where one engine is meant, and in
	// everything but Check, it is unreach-call.
	Property string
	// LTL is a formula of temporal logic, which is decided instead of Property; empty: that of the property
	// file, if it has one.
	LTL string
	// Fairness says which executions count for a formula: "none" (all), "weak" or "strong"; empty: weak if
	// the program starts threads.
	Fairness string
	// Liveness adds termination and no-starvation to all properties.
	Liveness bool
	// DataModel is "LP64" or "ILP32"; empty: that of the task definition or of
	// the compilation database, else LP64.
	DataModel string
	// Include, Defines and ForceIncludes are what a compiler knows as -I, -D
	// and -include. They apply to every file.
	Include, Defines, ForceIncludes []string
	// FrontEnd is "c" or "llvm", which has clang compile C as well; empty: that of the files. C++ is
	// compiled by clang.
	FrontEnd string
	// CC is the compiler for C++, and for C with FrontEnd llvm; empty: the newest clang that is installed.
	// CCFlags are flags for it.
	CC      string
	CCFlags []string
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
	// StrictMembers makes an access that leads out of a member or an inner array a violation of
	// valid-deref, instead of no-undefined-behaviour.
	StrictMembers bool
	// StrictCalls makes a call of a function through another type a violation of no-undefined-behaviour
	// also where compilers represent both types in the same way.
	StrictCalls bool
	// Strict asks for the careful side of all that is taken for granted otherwise: ExternWrites,
	// StrictMembers, StrictCalls, and MayFail "all" and Volatile "race" unless these are given.
	Strict bool
	// Volatile says what accesses through volatile lvalues are for no-data-race: "race", as in C, where
	// they race like others, or "atomic", as in kernels; empty: the verdict is one that is right for
	// both, or unknown.
	Volatile string
	// MemoryModel is that of the program's threads; empty: axioms.RC11 for a program that names a memory
	// order weaker than sequential consistency, else axioms.SC.
	MemoryModel axioms.Model
	// Read returns the content of a file; nil: os.ReadFile.
	Read func(name string) ([]byte, error) `json:"-"`
}

// ReadFile reads a file of the program.
func (t Task) ReadFile(name string) ([]byte, error) {
	if t.Read != nil {
		return t.Read(name)
	}
	return os.ReadFile(name)
}

// InputError is an error of the user: a missing file, a syntax error, an
// unknown property, contradictory settings.
type InputError struct{ Err error }

// Error returns the message.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// Errorf makes an InputError.
func Errorf(format string, args ...any) error {
	return &InputError{fmt.Errorf(format, args...)}
}

// Settled is a Task in which nothing is left open.
type Settled struct {
	Task
	// Asked is the property that is decided.
	Asked property.Property
	// Open: no property was named. Check decides all that people expect then, unless one engine is meant.
	Open bool
	// Expected is the verdict of the task definition; its kind is Unknown when there is none.
	Expected property.Verdict
	// Formula is LTL, and propositions are those of its atoms that are conditions on the program.
	Formula      *ltl.Formula
	names        map[string]string // of formulas in comments
	propositions []c.Proposition
	// units replace Files when there is a compilation database; notes are remarks about it.
	units    []c.Unit
	database string
	// compiledAsCXX says, if there is one, which of the files are compiled as C++.
	compiledAsCXX []bool
	notes         []compdb.Note
	// Monitor watches the program; nil: none. The program is that for the property Lowered, which may be
	// another one than the engine is asked about; empty: the same.
	Monitor *c.Monitor
	Lowered property.Property
	// StrictFlags are the flags of what Strict has set.
	StrictFlags []string
	// Language is that of a transition system; nil: the task is about a C program.
	Language *Language
}

// Beside returns the task with a monitor that watches the program. What is decided then is asked, which may
// be another property than the one that the program is lowered for.
func (r Settled) Beside(m *c.Monitor, asked property.Property) Settled {
	r.Monitor, r.Lowered, r.Asked = m, r.Asked, asked
	return r
}

// Readable runs the front end alone: the error says what is wrong with the program or its monitor.
func (r Settled) Readable(ctx context.Context) error {
	_, _, err := Load(ctx, r)
	return err
}

// Lowering is the property that the program is made for.
func (r Settled) Lowering() property.Property {
	if r.Lowered != "" {
		return r.Lowered
	}
	return r.Asked
}

// Settle reads the task definition and the property file that a task names, and fills in the defaults.
func (t Task) Settle() (Settled, error) {
	r, read := Settled{Task: t}, task.ReadFunc(t.Read)
	if t.isSystem() {
		return r.settleSystem()
	}
	if t.CompileCommands != "" {
		return r.finish(r.fromDatabase(read))
	}
	if len(t.Files) == 0 {
		return r, Errorf("no input file")
	}
	for _, f := range t.Files {
		if task.IsDefinition(f) {
			if len(t.Files) > 1 {
				return r, Errorf("%s: a task definition names its input files itself, other files "+
					"contradict it", f)
			}
			return r.finish(r.fromDefinition(f, read))
		}
	}
	return r.finish(r.fromFlags(read))
}

// askedProperty reads Task.Property and Task.LTL; the property is empty when neither is given.
func (r *Settled) askedProperty(read task.ReadFunc) (asked property.File, err error) {
	switch {
	case r.LTL != "" && r.Property != "" && r.Property != string(property.LTL):
		return asked, Errorf("a formula of temporal logic is checked alone: --ltl contradicts "+
			"--property %s", r.Property)
	case r.LTL != "":
		return property.File{Property: property.LTL, Formula: r.LTL}, nil
	case r.Property == "":
		return asked, nil
	case IsPRP(r.Property):
		asked, err = task.LoadPRP(r.Property, read)
	default:
		asked.Property, err = property.Parse(r.Property)
	}
	if err != nil {
		return asked, &InputError{err}
	}
	return asked, nil
}

// Everything is all that people expect of a program.
func (r *Settled) Everything() property.Property {
	switch {
	case r.InGo():
		return property.DefaultOfGo()
	case r.Liveness && r.IsModule(): // which no observer is added to
		return property.Join(property.Default(), property.Termination)
	case r.Liveness:
		return property.Join(property.Default(), property.Termination, property.NoStarvation)
	}
	return property.Default()
}

func IsPRP(name string) bool {
	const ext = ".prp"
	return len(name) > len(ext) && name[len(name)-len(ext):] == ext
}

func (r *Settled) fromFlags(read task.ReadFunc) error {
	asked, err := r.askedProperty(read)
	if err != nil {
		return err
	}
	p := asked.Property
	if r.Open = p == ""; r.Open {
		p = property.UnreachCall
	}
	if r.Liveness && !r.Open {
		if r.Property != property.Everything {
			return Errorf("--liveness adds to all properties, and not to --property %s", r.Property)
		}
		p = r.Everything()
	}
	r.Asked, r.LTL = p, asked.Formula
	return r.useEntry(asked.Entry, r.Property)
}

func (r *Settled) fromDefinition(file string, read task.ReadFunc) error {
	def, err := task.Load(file, read)
	if err != nil {
		return &InputError{err}
	}
	asked, err := r.askedProperty(read)
	if err != nil {
		return err
	}
	entry := asked.Entry
	exp, err := def.Select(asked.Property)
	if err != nil {
		return &InputError{err}
	}
	if r.LTL = exp.Formula; asked.Formula != "" && asked.Formula != exp.Formula {
		r.LTL, exp.Expected = asked.Formula, property.Verdict{}
	}
	r.Asked, r.Expected, r.Files = exp.Property, exp.Expected, def.Inputs
	if r.DataModel != "" && def.DataModel != "" && r.DataModel != def.DataModel {
		return Errorf("data model %s contradicts %s, which sets %s", r.DataModel, file, def.DataModel)
	}
	if r.DataModel == "" {
		r.DataModel = def.DataModel
	}
	if entry == "" {
		entry, file = exp.Entry, exp.File
	}
	return r.useEntry(entry, file)
}

// useEntry takes the entry function that a property file names.
func (r *Settled) useEntry(entry, file string) error {
	if entry == "" {
		return nil
	}
	if r.Entry != "" && r.Entry != entry {
		return Errorf("entry function %s contradicts %s, which starts with %s", r.Entry, file, entry)
	}
	r.Entry = entry
	return nil
}

// finish fills in defaults and looks for contradictions that remain.
func (r Settled) finish(err error) (Settled, error) {
	if err != nil {
		var ie *InputError
		if !errors.As(err, &ie) {
			err = &InputError{err}
		}
		return r, err
	}
	switch {
	case r.Asked.OfSystems():
		return r, Errorf("the property %s is one of transition systems (%s), not of C programs", r.Asked,
			SystemNames())
	case r.Goal != "":
		return r, Errorf("goals are those of transition systems (%s), not of C programs", SystemNames())
	}
	if err := r.settleGo(); err != nil {
		return r, err
	}
	switch r.DataModel {
	case "":
		r.DataModel = "LP64"
	case "LP64", "ILP32":
	default:
		return r, Errorf("data model %q is not known (known: ILP32, LP64)", r.DataModel)
	}
	switch {
	case r.FrontEnd != "" && r.FrontEnd != "c" && r.FrontEnd != "llvm":
		return r, Errorf("front end %q is not known (known: c, llvm)", r.FrontEnd)
	case r.FrontEnd == "c" && r.ByClang():
		return r, Errorf("the front end c reads no C++")
	}
	if r.Strict {
		r.beStrict()
	}
	if _, err := c.ParseDialect(r.Dialect); err != nil {
		return r, &InputError{err}
	}
	if _, err := c.ParseEntryPointers(r.EntryPointers); err != nil {
		return r, &InputError{err}
	}
	if r.IsModule() && (r.EntryPointers != "" || len(r.Replace)+len(r.RemoveBody) > 0) {
		return r, Errorf("the parameters of an entry function, and definitions that give way to others, " +
			"are known of C that is read by the front end c")
	}
	if _, ok := volatileMeanings[r.Volatile]; !ok {
		return r, Errorf("meaning %q of volatile is not known (known: atomic, race)", r.Volatile)
	}
	if r.MemoryModel != "" {
		if _, err := axioms.Parse(string(r.MemoryModel)); err != nil {
			return r, &InputError{err}
		}
	}
	if _, ok := Failings[r.MayFail]; !ok {
		return r, Errorf("%q does not say which calls may fail (known: none, checked, all)", r.MayFail)
	}
	if r.MayFail == CheckedFail && r.IsModule() {
		return r, Errorf("which results are compared with null is known of C that is read by the front " +
			"end c")
	}
	if r.Entry == "" {
		r.Entry = "main"
	}
	if r.Args != nil && (len(r.Args) == 0 || r.Entry != "main") {
		return r, Errorf("arguments are for main, and begin with the name of the program")
	}
	for _, a := range r.Args {
		if strings.ContainsRune(a, 0) {
			return r, Errorf("argument %q: a string ends at a zero byte", a)
		}
	}
	if err := r.SettleFormula(); err != nil {
		return r, err
	}
	if r.ErrorLabel != "" && !r.Asked.Covers(property.UnreachCall) {
		return r, Errorf("an error label contradicts the property %s: labels are for %s", r.Asked,
			property.UnreachCall)
	}
	return r, nil
}

// beStrict sets what Strict stands for.
func (r *Settled) beStrict() {
	r.ExternWrites, r.StrictMembers, r.StrictCalls = true, true, true
	fails := "--may-fail"
	if r.MayFail == "" {
		r.MayFail = AllFail
	}
	if r.MayFail != AllFail {
		fails += "=" + r.MayFail
	}
	r.StrictFlags = []string{fails, "--extern-writes", "--strict-members", "--strict-calls"}
	if r.Volatile == "" {
		r.Volatile = "race"
	}
	r.StrictFlags = append(r.StrictFlags, "--volatile "+r.Volatile)
}

// Dialects lists the values that Task.Dialect can have.
func Dialects() []string { return c.DialectNames() }

// volatileMeanings are those of Task.Volatile.
var volatileMeanings = map[string]c.VolatileMeaning{"": c.VolatileDisputed, "race": c.VolatileRaces,
	"atomic": c.VolatileAtomic}
