package whittle

import (
	"context"
	"fmt"
	"io"
	"time"

	"whittle.dev/internal/run"
)

// Format is a form of an Outcome.
type Format string

// The formats.
const (
	// Text is for people; the last line is the verdict.
	Text Format = "text"
	// JSON is one object; docs/command.md lists its fields.
	JSON Format = "json"
	// SARIF is a log of version 2.1.0, for tools that show findings.
	SARIF Format = "sarif"
	// GitHub is text with annotations for GitHub Actions.
	GitHub Format = "github"
	// HTML is a self-contained page to step through the trace. Options.Report adds to it.
	HTML Format = "html"
	// WitnessYAML is an SV-COMP witness of the verdict; WitnessGraphML the older format, for violations.
	WitnessYAML    Format = "witness-yaml"
	WitnessGraphML Format = "witness-graphml"
	// Replay is a C program that repeats a violation when it is built by gcc.
	Replay Format = "replay"
)

// Formats are all formats.
func Formats() []Format {
	return []Format{Text, JSON, SARIF, GitHub, HTML, WitnessYAML, WitnessGraphML, Replay}
}

// Write writes the outcome. An error says why there is no such form of it: a witness of unknown, a replay
// without a violation. Nothing is written then.
func (o *Outcome) Write(ctx context.Context, w io.Writer, f Format) error {
	switch f {
	case Text:
		return o.inner.WriteText(w, run.ReportOptions{})
	case JSON:
		return o.inner.WriteJSON(w)
	case SARIF:
		return o.inner.WriteSARIF(w, "", nil)
	case GitHub:
		return o.inner.WriteGitHub(w, run.ReportOptions{}, "")
	case HTML:
		return o.inner.WriteReport(w, nil)
	case WitnessYAML:
		return o.inner.WriteWitness(w, run.WitnessOptions{Format: run.WitnessYAML, Created: time.Now()})
	case WitnessGraphML:
		return o.inner.WriteWitness(w, run.WitnessOptions{Format: run.WitnessGraphML,
			Created: time.Now()})
	case Replay:
		_, err := o.inner.WriteHarness(ctx, w, "")
		return err
	}
	return fmt.Errorf("unknown format %q (known: %v)", f, Formats())
}
