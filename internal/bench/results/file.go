package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// File is an open results file of records of type T.
type File[T any] struct {
	file *os.File
	Done map[string]T
}

// Open opens or begins a results file, whose first line is header; key
// identifies a record. A last line that was cut by a crash is dropped.
func Open[T any](name string, header any, key func(T) string) (*File[T], error) {
	want, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	r := &File[T]{file: file, Done: map[string]T{}}
	if err := r.open(name, want, key); err != nil {
		file.Close()
		return nil, err
	}
	return r, nil
}

func (r *File[T]) open(name string, want []byte, key func(T) string) error {
	if !lockFile(r.file) {
		return fmt.Errorf("%s: another run is writing to this file", name)
	}
	text, err := io.ReadAll(r.file)
	if err != nil {
		return err
	}
	if i := bytes.LastIndexByte(text, '\n'); i < len(text)-1 {
		text = text[:i+1]
	}
	sc := bufio.NewScanner(bytes.NewReader(text))
	sc.Buffer(nil, 1<<24)
	for n := 1; sc.Scan(); n++ {
		if n == 1 {
			if !bytes.Equal(sc.Bytes(), want) {
				return fmt.Errorf("%s holds results of another build, command or limits: choose another "+
					"file, or remove it to start afresh", name)
			}
			continue
		}
		var rec T
		if err := json.Unmarshal(sc.Bytes(), &rec); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		r.Done[key(rec)] = rec
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err = r.file.Truncate(int64(len(text))); err == nil {
		_, err = r.file.Seek(int64(len(text)), io.SeekStart)
	}
	if err == nil && len(text) == 0 {
		_, err = r.file.Write(append(want, '\n'))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (r *File[T]) Close() { r.file.Close() }

// Add appends a record.
func (r *File[T]) Add(rec T) error {
	line, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	_, err = r.file.Write(append(line, '\n'))
	return err
}
