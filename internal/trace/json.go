package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"whittle.dev/internal/cfa"
)

// maxThread bounds thread indices in files, so that a damaged file cannot make a reader allocate by them.
const maxThread = 1 << 20

// Write writes t as indented JSON, followed by a line end. It fails when t is not valid.
func Write(w io.Writer, t *Trace) error {
	if err := t.Validate(); err != nil {
		return err
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(t); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	if _, err := w.Write(buf.Bytes()); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}

// Read reads one trace in JSON. It is strict: unknown fields, another version, a second value after the trace
// and keys that cannot be are errors.
func Read(r io.Reader) (*Trace, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	// The version first, leniently: a trace of another version would
	// otherwise be reported by its first unknown field.
	var head struct {
		Version *int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, jsonError(text, err)
	}
	switch {
	case head.Version == nil:
		return nil, errors.New("trace: no version")
	case *head.Version != Version:
		return nil, fmt.Errorf("trace: version %d, but only version %d can be read", *head.Version, Version)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	t := new(Trace)
	if err := dec.Decode(t); err != nil {
		return nil, jsonError(text, err)
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return t, nil
}

// jsonError adds the line and column to an error of encoding/json.
func jsonError(text []byte, err error) error {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &typ):
		offset = typ.Offset
	}
	if offset < 0 || offset > int64(len(text)) {
		return fmt.Errorf("trace: %w", err)
	}
	before := text[:offset]
	line := 1 + bytes.Count(before, []byte("\n"))
	col := len(before) - (bytes.LastIndexByte(before, '\n') + 1)
	return fmt.Errorf("trace: line %d, column %d: %w", line, max(col, 1), err)
}

// Validate checks what every trace must satisfy, whatever its program.
func (t *Trace) Validate() error {
	if t.Version != Version {
		return fmt.Errorf("trace: version %d, want %d", t.Version, Version)
	}
	if t.Property == "" {
		return errors.New("trace: no property")
	}
	for i, k := range t.Schedule {
		if err := k.validate(); err != nil {
			return fmt.Errorf("trace: schedule, entry %d: %w", i, err)
		}
	}
	if t.Violation != NoViolation {
		if err := t.Violation.validate(); err != nil {
			return fmt.Errorf("trace: violation: %w", err)
		}
	}
	if t.Again != nil {
		if err := t.Again.validate(); err != nil {
			return fmt.Errorf("trace: again: %w", err)
		}
	}
	if t.Weak != nil {
		if err := t.Weak.validate(); err != nil {
			return fmt.Errorf("trace: weak: %w", err)
		}
	}
	if l := t.Lasso; l != nil && (l.First < 0 || l.Second < l.First || l.Second > len(t.Schedule) ||
		l.First == l.Second && l.First < len(t.Schedule) || l.Exit < NoThread || l.Exit > maxThread ||
		l.Starves < 0 || l.Starves > maxThread) {
		return errors.New("trace: the part that repeats is not in the schedule")
	}
	type id struct {
		key    Key
		kind   InputKind
		offset uint64
	}
	seen := make(map[id]bool, len(t.Inputs))
	for i, in := range t.Inputs {
		if err := in.validate(); err != nil {
			return fmt.Errorf("trace: input %d: %w", i, err)
		}
		k := id{in.Key, in.Kind, in.Offset}
		if seen[k] {
			return fmt.Errorf("trace: input %d: %s at %s is given twice", i, in.Kind, in.Key)
		}
		seen[k] = true
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if !kinds[s.Kind] {
			return fmt.Errorf("trace: step %d: unknown kind %q", i, s.Kind)
		}
		if s.ReadFrom < 0 || s.ReadFrom > i {
			return fmt.Errorf("trace: step %d: reads from step %d, which is not before it", i, s.ReadFrom-1)
		}
	}
	return nil
}

func (k Key) validate() error {
	switch {
	case k.Thread < 0 || k.Thread > maxThread:
		return fmt.Errorf("thread %d is out of range", k.Thread)
	case k.Origin < 0:
		return fmt.Errorf("origin %d is out of range", k.Origin)
	case k.Occurrence < 0:
		return fmt.Errorf("occurrence %d is out of range", k.Occurrence)
	}
	return nil
}

func (in Input) validate() error {
	if in.Kind == 0 || int(in.Kind) >= len(inputKindNames) {
		return errors.New("no kind")
	}
	key := in.Key
	if in.Kind == InitByte && key.Thread == StaticThread {
		if key.Occurrence != 0 {
			return fmt.Errorf("occurrence %d of a static object", key.Occurrence)
		}
		key.Thread = 0
	}
	if err := key.validate(); err != nil {
		return err
	}
	switch {
	case in.Kind != InitByte && in.Offset != 0:
		return fmt.Errorf("%s with an offset", in.Kind)
	case in.Kind == InitByte && in.Value > 0xff:
		return fmt.Errorf("initial byte %d is out of range", in.Value)
	case in.Kind != Havoc && in.High != 0:
		return fmt.Errorf("%s of more than 64 bits", in.Kind)
	case in.Kind != Havoc && in.Times != 0:
		return fmt.Errorf("%s of several times", in.Kind)
	case in.Times > math.MaxInt64-uint64(in.Occurrence):
		return fmt.Errorf("%d times from occurrence %d on are too many", in.Times, in.Occurrence)
	}
	return nil
}

// Static is the key of static object number object, for InitByte inputs.
func Static(object int) Key { return Key{Thread: StaticThread, Origin: cfa.EdgeID(object)} }
