package compdb

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"whittle.dev/internal/source"
)

// Name is what the file is called in a build folder.
const Name = "compile_commands.json"

// Database is a compilation database.
type Database struct {
	File    string // as it can be opened
	Entries []Entry
	read    ReadFunc
}

// Entry is one command of a database.
type Entry struct {
	// Directory is the folder in which the command runs, File its main
	// source, Output what it writes (or empty); as they are written.
	Directory, File, Output string
	// Arguments are the words of the command, with the compiler first.
	Arguments []string
	// Line and Col tell where the entry begins, from 1.
	Line, Col int
}

// ReadFunc reads a file. The error for a missing file must satisfy errors.Is(err, fs.ErrNotExist).
type ReadFunc func(name string) ([]byte, error)

// Error is an error in a database.
type Error = source.FileError

// Load reads the database at path, which is the file itself or the folder
// that has one under the usual name. read also reads response files, later.
func Load(path string, read ReadFunc) (*Database, error) {
	text, err := read(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		// What is no file may be a folder.
		if inner, ierr := read(filepath.Join(path, Name)); ierr == nil || errors.Is(ierr, fs.ErrNotExist) {
			path, text, err = filepath.Join(path, Name), inner, ierr
		}
	}
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("compilation database: %s: %w", path, err)
	}
	db, err := Parse(path, text)
	if err != nil {
		return nil, err
	}
	db.read = read
	return db, nil
}

// error makes an error at an entry.
func (db *Database) error(e *Entry, format string, args ...any) *Error {
	return &Error{File: db.File, Line: e.Line, Col: e.Col, Msg: fmt.Sprintf(format, args...)}
}
