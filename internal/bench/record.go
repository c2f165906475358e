package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"whittle.dev/internal/property"
)

// Score is the judgement of an answer.
type Score string

// The scores.
const (
	Right   Score = "right"
	Wrong   Score = "wrong"
	Unknown Score = "unknown"
	// Failed: the command did not answer (bad input, a crash, killed).
	Failed Score = "failed"
	// Unjudged: an answer where nothing is expected.
	Unjudged Score = "unjudged"
)

// Record is the result of one task under one configuration.
type Record struct {
	Item
	Config   string  `json:"config,omitempty"`
	Expected string  `json:"expected"`
	Verdict  string  `json:"verdict"`
	Score    Score   `json:"score"`
	Exit     int     `json:"exit"` // exit code; -1: ended by a signal
	CPU      float64 `json:"cpu_s"`
	Wall     float64 `json:"wall_s"`
	Memory   uint64  `json:"memory_bytes"` // peak resident memory
	Why      string  `json:"why,omitempty"`
	// Accounting says how time and memory were measured (package proctree); empty: of the process and those
	// that it waited for.
	Accounting string `json:"accounting,omitempty"`
	// Stats are the numbers of the answer that Config.Stats names; a process that was killed has none.
	Stats map[string]float64 `json:"stats,omitempty"`
}

// judge compares an answer with what is expected.
func judge(want, got property.Verdict) Score {
	switch {
	case got.Kind == property.Unknown:
		return Unknown
	case want.Kind == property.Unknown:
		return Unjudged
	case want.Kind != got.Kind:
		return Wrong
	case got.Kind == property.False && !want.Property.Covers(got.Property):
		return Wrong
	}
	return Right
}

// header is the first line of a results file: records are only comparable,
// and a run is only resumed, when it is the same.
type header struct {
	Version  int               `json:"version"`
	Command  []string          `json:"command"`
	Build    string            `json:"build,omitempty"`
	Configs  []NamedArgs       `json:"configs"`
	CPU      float64           `json:"cpu_limit_s"`
	Wall     float64           `json:"wall_limit_s"`
	Memory   uint64            `json:"memory_limit_bytes"`
	Env      map[string]string `json:"env,omitempty"`
	Parallel int               `json:"jobs"`
	Stats    []string          `json:"stats,omitempty"`
}

const resultsVersion = 1

// results is an open results file of records of type T.
type results[T any] struct {
	file *os.File
	done map[string]T
}

func recordKey(config string, it Item) string { return config + "\t" + it.key() }

// openResults opens or begins a results file, whose first line is header; key
// identifies a record. A last line that was cut by a crash is dropped.
func openResults[T any](name string, header any, key func(T) string) (*results[T], error) {
	want, err := json.Marshal(header)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	r := &results[T]{file: file, done: map[string]T{}}
	if err := r.open(name, want, key); err != nil {
		file.Close()
		return nil, err
	}
	return r, nil
}

func (r *results[T]) open(name string, want []byte, key func(T) string) error {
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
		r.done[key(rec)] = rec
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

func (r *results[T]) close() { r.file.Close() }

// add appends a record.
func (r *results[T]) add(rec T) error {
	line, err := json.Marshal(rec)
	if err != nil {
		return err
	}
	_, err = r.file.Write(append(line, '\n'))
	return err
}
