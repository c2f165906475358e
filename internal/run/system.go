package run

import (
	"fmt"
	"io"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/ts/transition"
)

// SystemProperty is the property that a file is checked for if its name says that it is a transition system.
func SystemProperty(file string) (property.Property, bool) { return settle.SystemProperty(file) }

// ReadSystem reads a transition system in the language that the name of the file says. A mistake in it is a
// *source.FileError.
func ReadSystem(file string, text []byte) (*transition.System, error) {
	return settle.ReadSystem(file, text)
}

// loadSystem reads the transition system of the task.
func (r *checkRun) loadSystem() (*transition.System, error) {
	sys, diags, err := r.task.LoadSystem()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files, r.diags, r.system = diags.Files, diags, sys
	return sys, err
}

// writeSystemWitness writes the path of a violation in the format of the language.
func (o Outcome) writeSystemWitness(w io.Writer) error {
	switch write := o.task.Language.Witness; {
	case o.Verdict.Kind != property.False || o.Result.Path == nil:
		return fmt.Errorf("%w for the verdict %s of a transition system", ErrNoWitness, o.Verdict)
	case o.Result.Path.Loop != nil:
		return fmt.Errorf("%w for an infinite run (JSON has it)", ErrNoWitness)
	case write == nil:
		return fmt.Errorf("%w in the language of %s (JSON has the path)", ErrNoWitness, o.task.Files[0])
	default:
		text, err := o.task.ReadFile(o.task.Files[0])
		if err != nil {
			return fmt.Errorf("witness: %w", err)
		}
		return write(w, o.system, text, o.Result.Path)
	}
}
