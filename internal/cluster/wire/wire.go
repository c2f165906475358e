package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/lazy"
	"whittle.dev/internal/property"
)

// Version is that of the messages. Others are refused.
const Version = 1

// What a message may ask for, in bytes and files.
const (
	MaxMessage = 1 << 20
	MaxFile    = 64 << 20
	MaxFiles   = 4096
	// MaxReport is for a report as it is stored, MaxReportText as it is shown.
	MaxReport     = 1 << 20
	MaxReportText = 64 << 20
	// MaxFailure is how much is kept of the reason of an answer: records are messages.
	MaxFailure = 4096
)

// name is what the names of runs and builds look like; they are parts of subjects.
var name = lazy.Regexp(`^[A-Za-z0-9_-]{1,64}$`)

// CheckName says what is wrong with the name of a run.
func CheckName(run string) error {
	if !name().MatchString(run) {
		return fmt.Errorf("%q is no name of a run: up to 64 letters, digits, - and _", run)
	}
	return nil
}

// hash is the content of a file, as a name.
var hash = lazy.Regexp(`^[0-9a-f]{64}$`)

// Hash names a content.
func Hash(content []byte) string {
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:])
}

// ID identifies a task of a run, as a part of subjects.
func ID(config string, it tasks.Item) string { return Hash([]byte(tasks.RecordKey(config, it)))[:32] }

// Limits are those of a task; 0: none.
type Limits struct {
	CPU    time.Duration `json:"cpu_ns,omitempty"`
	Wall   time.Duration `json:"wall_ns,omitempty"`
	Memory uint64        `json:"memory_bytes,omitempty"`
	Procs  int           `json:"procs,omitempty"`
}

// File is one file of a task: where it lies in the folder of the task, with slashes, and what is in it.
type File struct {
	Path string `json:"path"`
	Hash string `json:"hash"`
	Size int64  `json:"size"` // bytes
}

// Job is a task to run.
type Job struct {
	Version  int             `json:"version"`
	Run      string          `json:"run"`
	Item     tasks.Item      `json:"item"`
	Expected string          `json:"expected,omitempty"`
	Config   tasks.NamedArgs `json:"config"`
	Limits   Limits          `json:"limits"`
	Stats    []string        `json:"stats,omitempty"` // the numbers of an answer that are kept
	Main     string          `json:"main"`            // the path of the file that the command gets
	Files    []File          `json:"files"`
}

// ID is that of the job in its run.
func (j *Job) ID() string { return ID(j.Config.Name, j.Item) }

// Encode gives the message.
func (j *Job) Encode() ([]byte, error) { return encode(j) }

// DecodeJob reads the message. The item of the job has its expected verdict again, and no path.
func DecodeJob(data []byte) (*Job, error) {
	j := &Job{}
	if err := decode(data, j, &j.Version); err != nil {
		return nil, err
	}
	if err := CheckName(j.Run); err != nil {
		return nil, err
	}
	if j.Config.External != nil {
		return nil, errors.New("a job runs another tool")
	}
	if _, err := property.Parse(string(j.Item.Property)); err != nil {
		return nil, err
	}
	if j.Expected != "" {
		var err error
		if j.Item.Expected, err = property.ParseVerdict(j.Expected); err != nil {
			return nil, err
		}
	}
	if len(j.Files) > MaxFiles {
		return nil, fmt.Errorf("a job has %d files, at most %d are taken", len(j.Files), MaxFiles)
	}
	main := false
	for _, f := range j.Files {
		switch {
		case !local(f.Path):
			return nil, fmt.Errorf("the path %q of a job leads out of its folder", f.Path)
		case !hash().MatchString(f.Hash):
			return nil, fmt.Errorf("%s: %q is no hash", f.Path, f.Hash)
		case f.Size < 0 || f.Size > MaxFile:
			return nil, fmt.Errorf("%s has %d bytes, at most %d are taken", f.Path, f.Size, MaxFile)
		}
		main = main || f.Path == j.Main
	}
	if !main {
		return nil, fmt.Errorf("the file %q is not among those of its job", j.Main)
	}
	return j, nil
}

// local reports whether a path with slashes stays in the folder that it is relative to.
func local(path string) bool {
	return !strings.ContainsAny(path, "\\\x00") && filepath.IsLocal(filepath.FromSlash(path))
}

// encode gives a message.
func encode(v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err == nil && len(data) > MaxMessage {
		err = fmt.Errorf("a message has %d bytes, at most %d are sent", len(data), MaxMessage)
	}
	return data, err
}

// decode reads a message with its version.
func decode(data []byte, v any, version *int) error {
	if len(data) > MaxMessage {
		return fmt.Errorf("a message has %d bytes, at most %d are taken", len(data), MaxMessage)
	}
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("a message is not JSON: %w", err)
	}
	if head.Version != Version {
		return fmt.Errorf("a message has version %d, %d is understood here", head.Version, Version)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("a message: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("a message has something behind its end")
	}
	*version = head.Version
	return nil
}
