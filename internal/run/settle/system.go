package settle

import (
	"errors"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/frontend/btor2"
	"whittle.dev/internal/frontend/vmt"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
)

// Language is a language of transition systems.
type Language struct {
	// Safety says that no bad state is reached, runs are the properties of infinite runs.
	Safety property.Property
	runs   []property.Property
	read   func(files *source.Files, name string, text []byte) (*transition.System, error)
	// Witness writes a path in the language's own format; nil: there is none.
	Witness func(w io.Writer, sys *transition.System, text []byte, p *transition.Path) error
}

// systemLanguages are those by the ends of the names of files.
var systemLanguages = map[string]Language{
	".vmt": {property.InvarProperty, []property.Property{property.LiveProperty, property.LTLProperty},
		vmt.Read, nil},
	".btor":  {property.Bad, []property.Property{property.Justice}, btor2.Read, btor2.WriteWitness},
	".btor2": {property.Bad, []property.Property{property.Justice}, btor2.Read, btor2.WriteWitness},
}

// languageOf is the language of a file that is a transition system.
func languageOf(file string) (Language, bool) {
	l, ok := systemLanguages[strings.ToLower(filepath.Ext(file))]
	return l, ok
}

// SystemProperty is the property that a file is checked for if its name says that it is a transition system.
func SystemProperty(file string) (property.Property, bool) {
	l, ok := languageOf(file)
	return l.Safety, ok
}

// ReadSystem reads a transition system in the language that the name of the file says. A mistake in it is a
// *source.FileError.
func ReadSystem(file string, text []byte) (*transition.System, error) {
	l, ok := languageOf(file)
	if !ok {
		return nil, Errorf("%s is no transition system (%s)", file, SystemNames())
	}
	return l.read(&source.Files{}, file, text)
}

// SystemNames lists the ends of the names of files.
func SystemNames() string {
	return strings.Join(slices.Sorted(maps.Keys(systemLanguages)), ", ")
}

// isSystem reports whether a task is about a transition system, by the name of a file.
func (t Task) isSystem() bool {
	return slices.ContainsFunc(t.Files, func(f string) bool { _, ok := languageOf(f); return ok })
}

// settleSystem settles a task about a transition system, for which nothing holds that is about C.
func (r Settled) settleSystem() (Settled, error) {
	file := r.Files[slices.IndexFunc(r.Files, func(f string) bool { _, ok := languageOf(f); return ok })]
	if len(r.Files) > 1 {
		return r, Errorf("%s: a transition system is one file, other files contradict it", file)
	}
	for _, c := range []struct {
		given bool
		what  string
	}{
		{r.CompileCommands != "", "a compilation database"}, {r.DataModel != "", "a data model"},
		{len(r.Include)+len(r.Defines)+len(r.ForceIncludes) > 0, "a setting of the preprocessor"},
		{r.Dialect != "", "a dialect of C"}, {r.Fairness != "", "fairness among threads"},
		{r.Entry != "", "an entry function"}, {r.EntryPointers != "", "an entry function"},
		{len(r.Replace)+len(r.RemoveBody) > 0, "a definition"}, {r.Args != nil, "arguments of main"},
		{r.ErrorLabel != "", "an error label"}, {r.MayFail != "", "a failing library"},
		{r.StrictMembers, "the bounds of members"}, {r.StrictCalls, "the types of functions"},
		{r.Strict, "the careful side of what is taken for granted"},
		{r.ExternWrites, "a function without a definition"}, {r.Volatile != "", "a meaning of volatile"},
	} {
		if c.given {
			return r, Errorf("%s is a transition system: %s is for C programs", file, c.what)
		}
	}
	l, _ := languageOf(file)
	r.Language = &l
	given, err := r.askedProperty(r.Read)
	if err != nil {
		return r, err
	}
	return r, r.settleRuns(given, l, file)
}

// settleRuns settles which properties of a system are decided: without more all that the file turns out to
// have.
func (r *Settled) settleRuns(given property.File, l Language, file string) error {
	r.Asked, r.LTL = given.Property, given.Formula
	all := append([]property.Property{l.Safety}, l.runs...)
	switch {
	case r.Asked == "":
		r.Open, r.Asked = true, property.Join(all...)
	case r.Asked == property.LTL:
		f, err := ltl.Parse(r.LTL)
		if err != nil {
			return Errorf("--ltl: %v", err)
		}
		r.Formula = f
	case !property.Join(all...).Covers(r.Asked):
		return Errorf("the property %s contradicts %s, which is checked for %s", r.Asked, file,
			property.Join(all...))
	}
	return nil
}

// LoadSystem reads the transition system of a task and freezes its terms. The diagnostics have the error of a
// file that is malformed.
func (r Settled) LoadSystem() (*transition.System, *source.Diagnostics, error) {
	file := r.Files[0]
	d := &source.Diagnostics{Files: &source.Files{}}
	text, err := r.ReadFile(file)
	if err != nil {
		return nil, d, &InputError{err}
	}
	sys, err := r.Language.read(d.Files, file, text)
	var at *source.FileError
	switch {
	case errors.As(err, &at):
		d.Add(source.Error, source.Pos{File: d.Files.Add(file), Line: int32(at.Line), Col: int32(at.Col)},
			"%s", at.Msg)
		return nil, d, &InputError{d.Err()}
	case err != nil:
		return nil, d, &InputError{err}
	}
	if r.Formula != nil {
		if err := addFormula(sys, r.Formula); err != nil {
			return nil, d, err
		}
	}
	sys.Terms.Freeze()
	return sys, d, nil
}
