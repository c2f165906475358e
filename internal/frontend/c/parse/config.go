package parse

import (
	"os"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/dialect"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
)

// Config says what to parse and how.
type Config struct {
	// Inputs are the files of the program (.c or preprocessed .i), of which there is at least one.
	Inputs []Input
	Model  layout.Model
	// Include lists directories for #include, searched before the embedded headers.
	Include []string
	// Defines lists macros, "NAME" or "NAME=VALUE". They apply to every file.
	Defines []string
	// ForceIncludes lists files that are included before every input file.
	ForceIncludes []string
	// Dialect says of which tools the program may use words without declaring them.
	Dialect dialect.Dialect
	// Needs decides on the forms of the library models. Its Entry must be given.
	Needs library.Needs
	// Args are the arguments of main, the name of the program first; nil: they are inputs.
	Args []string
	// Read returns the content of a file; os.ReadFile when nil. The error for a missing file must satisfy
	// errors.Is(err, fs.ErrNotExist).
	Read func(name string) ([]byte, error)
	// Inserts are put into files, by their names, before the files are parsed. Declarations is a text that
	// declares what they use.
	Inserts      map[string][]ctext.Insertion
	Declarations string
	// Whole has everything parsed, needed or not.
	Whole bool

	// unit is what the settings of one file add; see forUnit.
	unit Input
}

func (c *Config) read(name string) ([]byte, error) {
	if c.Read != nil {
		return c.Read(name)
	}
	return os.ReadFile(name)
}
