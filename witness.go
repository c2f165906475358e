package whittle

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
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

// WriteWitness writes why the verdict is what it is, in the formats of
// SV-COMP: a violation witness made of the trace, or a correctness witness. Only
// the input files are read for it. An error that is ErrNoWitness says why there
// is none; nothing is written then.
func (o Outcome) WriteWitness(w io.Writer, opt WitnessOptions) error {
	if opt.Format != "" && opt.Format != WitnessYAML && opt.Format != WitnessGraphML {
		return fmt.Errorf("witness format %q is none of %s, %s", opt.Format, WitnessYAML, WitnessGraphML)
	}
	e, err := o.witness()
	if err != nil {
		return err
	}
	if err := o.metadata(&e.Metadata, opt); err != nil {
		return err
	}
	if opt.Format == WitnessGraphML {
		return witness.WriteGraphML(w, e)
	}
	return witness.Write(w, e)
}

// witness makes the content of the witness.
func (o Outcome) witness() (*witness.Entry, error) {
	if o.Verdict.Kind == property.Unknown || o.prog == nil {
		return nil, fmt.Errorf("%w for the verdict unknown", ErrNoWitness)
	}
	places, err := o.places()
	if err != nil {
		return nil, err
	}
	if o.Verdict.Kind == property.True {
		return witness.Correctness(context.Background(), witness.Proof{Program: o.prog, Places: places})
	}
	if o.Result.Trace == nil {
		return nil, fmt.Errorf("%w without a trace", ErrNoWitness)
	}
	return witness.Violation(witness.Execution{Trace: o.Result.Trace, Program: o.prog, Places: places, Property: o.Property})
}

// places reads the program once more. A panic of the front end becomes an error.
func (o Outcome) places() (p *c.Places, err error) {
	defer func() {
		if v := recover(); v != nil {
			p, err = nil, caught(v)
		}
	}()
	p, err = c.FindPlaces(context.Background(), o.task.config(), o.prog.Files)
	if err != nil {
		return nil, fmt.Errorf("witness: %w", err)
	}
	return p, nil
}

// metadata says what the witness is about.
func (o Outcome) metadata(m *witness.Metadata, opt WitnessOptions) error {
	m.CreationTime = opt.Created.UTC().Format(time.RFC3339)
	m.Producer = witness.Producer{Name: "whittle", Version: Version()}
	m.Task = witness.Task{Specification: witness.Specification(o.Property, o.task.Entry), DataModel: o.DataModel, Language: "C"}
	for _, name := range o.Inputs {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("witness: %w", err)
		}
		m.Task.Inputs = append(m.Task.Inputs, witness.InputFile{Name: name, SHA256: fmt.Sprintf("%x", sha256.Sum256(text))})
	}
	return nil
}
