package settle

import (
	"fmt"
	"os"
	"slices"

	"whittle.dev/internal/compdb"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/task"
)

// fromDatabase takes the files and their flags from a compilation database.
func (r *Settled) fromDatabase(read task.ReadFunc) error {
	if slices.ContainsFunc(r.Files, task.IsDefinition) {
		return Errorf("a task definition names its input files itself, the compilation database %s "+
			"contradicts it", r.CompileCommands)
	}
	if read == nil {
		read = os.ReadFile
	}
	db, err := compdb.Load(r.CompileCommands, compdb.ReadFunc(read))
	if err != nil {
		if _, perr := property.Parse(r.CompileCommands); perr == nil {
			err = fmt.Errorf("%w (a property is given as --property %s)", err, r.CompileCommands)
		}
		return &InputError{err}
	}
	cwd, err := os.Getwd()
	if err != nil {
		return &InputError{err}
	}
	sel, err := db.Select(r.Files, cwd)
	if err != nil {
		return &InputError{err}
	}
	if r.DataModel == "" {
		if r.DataModel, err = sel.DataModel(); err != nil {
			return &InputError{err}
		}
	}
	r.database, r.notes = db.File, sel.Notes
	r.Files, r.units, r.compiledAsCXX = nil, nil, nil
	for _, u := range sel.Units {
		if u.Std != "" && !u.CXX && r.FrontEnd != "llvm" && !slices.Contains(c.Dialects(), u.Std) {
			r.notes = append(r.notes, compdb.Note{Warning: true, Line: u.Line, Col: u.Col,
				Msg: "-std=" + u.Std + ", in the command of " + u.File +
					", is not supported: the file is read as gnu17"})
			u.Std = ""
		}
		r.Files = append(r.Files, u.File)
		r.compiledAsCXX = append(r.compiledAsCXX, u.CXX)
		r.units = append(r.units, c.Unit{File: u.File, Quote: u.Quote, Include: u.Include, After: u.After,
			Undefs: u.Undefs, Defines: u.Defines, ForceIncludes: u.ForceIncludes, Std: u.Std,
			Freestanding: u.Freestanding})
	}
	return r.fromFlags(read)
}

// NoteDatabase adds what is to be said about the database to the diagnostics of the program.
func (r *Settled) NoteDatabase(diags *source.Diagnostics) {
	if diags == nil || diags.Files == nil || len(r.notes) == 0 {
		return
	}
	file := diags.Files.Add(r.database)
	for _, n := range r.notes {
		sev := source.Note
		if n.Warning {
			sev = source.Warning
		}
		diags.Add(sev, source.Pos{File: file, Line: int32(n.Line), Col: int32(n.Col)}, "%s", n.Msg)
	}
}
