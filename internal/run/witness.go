package run

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/bugreport"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/version"
	"whittle.dev/internal/witness"
)

// ErrNoWitness is the reason of WriteWitness if there is no witness for an
// outcome: the verdict is unknown, or the formats have none.
var ErrNoWitness = witness.ErrNoWitness

// The formats of witnesses: YAML (2.0, with threads 2.2), and the GraphML (1.0) of older validators.
const (
	WitnessYAML    = "yaml"
	WitnessGraphML = "graphml"
)

// WitnessFormatOf is the format that the name of a file asks for: GraphML if it ends with ".graphml".
func WitnessFormatOf(file string) string {
	if strings.EqualFold(filepath.Ext(file), ".graphml") {
		return WitnessGraphML
	}
	return WitnessYAML
}

// WitnessOptions say how a witness is written.
type WitnessOptions struct {
	// Format is WitnessYAML, which it is if it is empty, or WitnessGraphML.
	Format string
	// Created is the time that the witness says it was made at.
	Created time.Time
}

// WriteWitness writes why the verdict is what it is, in the formats of SV-COMP: a violation witness made of
// the trace, or a correctness witness. Only the input files are read for it. An error that is ErrNoWitness
// says why there is none; nothing is written then.
func (o Outcome) WriteWitness(w io.Writer, opt WitnessOptions) (err error) {
	defer bugreport.Guard(&err)
	if opt.Format != "" && opt.Format != WitnessYAML && opt.Format != WitnessGraphML {
		return fmt.Errorf("witness format %q is none of %s, %s", opt.Format, WitnessYAML, WitnessGraphML)
	}
	if o.task.Language != nil {
		return o.writeSystemWitness(w)
	}
	if o.Verdict.Kind == property.Unknown || o.prog == nil {
		return fmt.Errorf("%w for the verdict unknown", ErrNoWitness)
	}
	if o.task.InGo() {
		return fmt.Errorf("%w for programs in Go", ErrNoWitness)
	}
	if tr := o.Result.Trace; tr != nil && tr.Weak != nil {
		return fmt.Errorf("%w for a violation of a weak memory model", ErrNoWitness)
	}
	if o.task.Formula != nil {
		if o, err = o.endless(context.Background()); err != nil {
			return err
		}
	}
	if o, err = o.separate(context.Background()); err != nil {
		return fmt.Errorf("%w: %w", ErrNoWitness, err)
	}
	m, err := o.metadata(opt)
	if err != nil {
		return err
	}
	places, err := o.places()
	if err != nil {
		return err
	}
	if o.Verdict.Kind == property.True {
		if opt.Format == WitnessGraphML {
			return fmt.Errorf("%w in GraphML for %s: that is for violations", ErrNoWitness, o.Verdict)
		}
		e, err := witness.Correctness(context.Background(), witness.Proof{Program: o.prog, Places: places})
		if err != nil {
			return err
		}
		o.withCandidates(e, places)
		return writeEntry(w, e, m)
	}
	if o.Result.Trace == nil {
		return fmt.Errorf("%w without a trace", ErrNoWitness)
	}
	x := witness.Execution{Trace: o.Result.Trace, Program: o.prog, Places: places, Property: o.Property}
	if opt.Format == WitnessGraphML {
		g, err := witness.ViolationGraph(x)
		if err != nil {
			return err
		}
		return witness.WriteGraphML(w, m, g)
	}
	e, err := witness.Violation(x)
	if err != nil {
		return err
	}
	return writeEntry(w, e, m)
}

// writeEntry writes an entry with these metadata; the version of the format is that of the entry.
func writeEntry(w io.Writer, e *witness.Entry, m *witness.Metadata) error {
	version := e.Metadata.FormatVersion
	e.Metadata = *m
	e.Metadata.FormatVersion = version
	return witness.Write(w, e)
}

// places reads the program once more. A panic of the front end becomes an error.
func (o Outcome) places() (p *c.Places, err error) {
	defer bugreport.Guard(&err)
	p, err = c.FindPlaces(context.Background(), o.task.Config(), o.prog.Files)
	if err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	return p, nil
}

// metadata says what the witness is about.
func (o Outcome) metadata(opt WitnessOptions) (*witness.Metadata, error) {
	m := &witness.Metadata{
		CreationTime: opt.Created.UTC().Format(time.RFC3339),
		Producer:     witness.Producer{Name: "whittle", Version: version.String()},
		Task: witness.Task{Specification: o.Property.Specification(o.task.Entry),
			DataModel: o.DataModel, Language: "C"},
	}
	for _, name := range o.Inputs {
		text, err := o.task.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("witness: %w", err)
		}
		m.Task.Inputs = append(m.Task.Inputs, witness.InputFile{Name: name,
			SHA256: fmt.Sprintf("%x", sha256.Sum256(text))})
	}
	return m, nil
}

// Invariant is a condition on variables that holds whenever an execution comes to a place.
type Invariant struct {
	File         string
	Line, Column int // from 1
	Function     string
	Expression   string // in C
}

// Invariants are bounds on variables that hold in every execution of a program for which the property holds:
// before each evaluation of a loop's condition, and before statements. They are found by a data flow analysis
// of their own.
func (o Outcome) Invariants(ctx context.Context) (out []Invariant, err error) {
	defer bugreport.Guard(&err)
	if o.Verdict.Kind != property.True || o.prog == nil {
		return nil, nil
	}
	if o, err = o.separate(ctx); err != nil {
		return nil, err
	}
	places, err := o.places()
	if err != nil {
		return nil, err
	}
	e, err := witness.Correctness(ctx, witness.Proof{Program: o.prog, Places: places})
	if errors.Is(err, ErrNoWitness) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, i := range e.Invariants {
		out = append(out, Invariant{i.Location.File, i.Location.Line, i.Location.Column, i.Location.Function,
			i.Value})
	}
	return out, nil
}

// ViolationMessage is the message of the edge that the trace ends with.
func (o Outcome) ViolationMessage() string {
	if o.prog == nil || o.Result.Trace == nil {
		return ""
	}
	for _, p := range o.prog.Procs {
		for _, e := range p.Edges {
			if e.Origin == o.Result.Trace.Violation.Origin {
				if x, ok := e.Op.(cfa.Violation); ok {
					return x.Message
				}
			}
		}
	}
	return ""
}
