package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// JSONVersion is the version of the object that JSON writes. It changes when
// a field changes its meaning or goes away, not when one is added.
const JSONVersion = 1

type jsonSummary struct {
	Version  int    `json:"version"`
	Verdict  string `json:"verdict"`
	Property string `json:"property"`
	Engine   string `json:"engine,omitempty"`
	// Settings are those of engines that were asked for: "bmc.projection": "none".
	Settings  map[string]string `json:"settings,omitempty"`
	DataModel string            `json:"data_model,omitempty"`
	Inputs    []string          `json:"inputs,omitempty"`
	Why       string            `json:"why,omitempty"`
	// Reason is the kind of what Why says, a word of engine.Reason.
	Reason string `json:"reason"`
	Where  string `json:"where,omitempty"`
	// In is the library function called there that the reason is about.
	In string `json:"in,omitempty"`
	// Helps is what may help where the verdict is unknown, and Engines why each engine has no answer.
	Helps       []string         `json:"what_helps,omitempty"`
	Engines     []jsonEngine     `json:"engines,omitempty"`
	Facts       []string         `json:"facts,omitempty"`
	Assumptions []jsonAssumption `json:"assumptions,omitempty"`
	// Assumes is what the proofs take for granted, whatever the program does.
	Assumes []jsonPremise `json:"assumes,omitempty"`
	// Strict are the flags that --strict has set.
	Strict      []string         `json:"strict,omitempty"`
	Notes       []jsonNote       `json:"notes,omitempty"`
	Protections []jsonProtection `json:"protections,omitempty"`
	Certificate *jsonCertificate `json:"certificate,omitempty"`
	Expected    string           `json:"expected,omitempty"`
	Seconds     float64          `json:"seconds"`
	Stats       []engine.Stat    `json:"stats,omitempty"`
	// Remembered says that an earlier run about the same program has found it out.
	Remembered bool `json:"remembered,omitempty"`
	// Fingerprint names a violation for later runs; see Summary.Fingerprint.
	Fingerprint string `json:"fingerprint,omitempty"`
	BugReport   string `json:"bug_report,omitempty"`
	// Diagnostics are the warnings about the program.
	Diagnostics []jsonDiagnostic `json:"diagnostics,omitempty"`
	// Causes are what a violation comes from, the nearest first.
	Causes []jsonCause `json:"causes,omitempty"`
	// Race has the two accesses of a data race.
	Race []trace.RaceAccess `json:"race,omitempty"`
	// Recurring is the part of an execution that goes on for ever.
	Recurring *Recurring `json:"recurring,omitempty"`
	// Behaviour is the kind of undefined behaviour of a violation of no-undefined-behaviour, and Clause the
	// place in the C standard of 2011.
	Behaviour string `json:"behaviour,omitempty"`
	Clause    string `json:"clause,omitempty"`
	// Path is the violation of a transition system.
	Path *NamedPath `json:"path,omitempty"`
	// Properties are the answers about each property, in objects like this one, if several were asked.
	Properties []json.RawMessage `json:"properties,omitempty"`
}

type jsonAssumption struct {
	Where string `json:"where,omitempty"`
	What  string `json:"what"`
}

// jsonCause is a Cause.
type jsonCause struct {
	Role   string `json:"role"`
	Text   string `json:"text"`
	Where  string `json:"where,omitempty"`
	Source string `json:"source,omitempty"`
}

// jsonEngine is why an engine has no answer.
type jsonEngine struct {
	Engine string `json:"engine"`
	Why    string `json:"why"`
}

// jsonPremise is something that the proofs take for granted.
type jsonPremise struct {
	Kind  string   `json:"kind"`
	Text  string   `json:"text"`
	Flag  string   `json:"flag,omitempty"`
	Where []string `json:"where,omitempty"`
}

// jsonNote is a remark on the verdict.
type jsonNote struct {
	Kind  string   `json:"kind"`
	Text  string   `json:"text"`
	Where []string `json:"where,omitempty"`
}

// JSON writes the summary as one JSON object and a line end.
func JSON(w io.Writer, s Summary) error {
	r := s.Result
	j := jsonSummary{
		Version: JSONVersion, Verdict: r.Verdict.String(), Property: string(s.Property), Engine: s.Engine,
		Settings:  s.Settings,
		DataModel: s.DataModel, Inputs: s.Inputs, Why: r.Why, Reason: r.Reason.String(), Facts: r.Facts,
		Seconds: s.Elapsed.Seconds(),
		Stats:   append(append([]engine.Stat(nil), s.Stats...), r.Stats...), BugReport: s.BugReport,
	}
	if r.Verdict.Kind == property.Unknown {
		j.In, j.Helps = r.In, s.Helps()
		for _, o := range r.Others {
			j.Engines = append(j.Engines, jsonEngine(o))
		}
	}
	j.Fingerprint, j.Remembered = s.Fingerprint(), r.Remembered
	j.Assumes, j.Strict = s.assumes(), s.Strict
	j.Diagnostics = jsonDiagnostics(s.Diagnostics)
	if s.Expected.Kind != property.Unknown {
		j.Expected = s.Expected.String()
	}
	if c := r.Certificate; c != nil {
		j.Certificate = certificateJSON(c)
	}
	if s.Files != nil {
		if r.Pos.IsValid() {
			j.Where = s.Files.Format(r.Pos)
		}
		j.Assumptions, j.Notes, j.Protections = s.assumptions(), s.notes(), s.protected()
	}
	if r.Verdict.Kind == property.False && r.Trace != nil {
		if race, ok := trace.FindRace(r.Trace); ok {
			j.Race = []trace.RaceAccess{race.First, race.Second}
		}
		j.Recurring = NewRecurring(r.Trace)
		for _, c := range Causes(r.Trace, s.Files) {
			j.Causes = append(j.Causes, jsonCause{c.Role, c.Text, c.Where, c.Source})
		}
		if h, ok := newHeadline(r.Trace, s.Files); ok && h.behaviour != "" {
			j.Behaviour, j.Clause = string(h.behaviour), h.behaviour.Clause()
		}
	}
	j.Path = s.Path()
	for _, p := range s.Several {
		var one bytes.Buffer
		if err := JSON(&one, p); err != nil {
			return err
		}
		j.Properties = append(j.Properties, one.Bytes())
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	err := enc.Encode(j)
	out := bufio.NewWriterSize(w, 1<<14)
	if r.Verdict.Kind == property.False && r.Trace != nil && err == nil {
		out.Write(bytes.TrimSuffix(buf.Bytes(), []byte("\n}\n")))
		out.WriteString(",\n  \"trace\": ")
		if err = jsonTrace(out, r.Trace); err == nil {
			out.WriteString("\n}\n")
		}
	} else {
		out.Write(buf.Bytes())
	}
	// A buffered writer remembers the first error.
	if err = errors.Join(err, out.Flush()); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

// assumptions lists what was assumed not to happen.
func (s Summary) assumptions() []jsonAssumption {
	var out []jsonAssumption
	for _, a := range s.Result.Assumed {
		ja := jsonAssumption{What: Behaviour(a)}
		if a.Pos.IsValid() && s.Files != nil {
			ja.Where = s.Files.Format(a.Pos)
		}
		out = append(out, ja)
	}
	return out
}

// assumes lists what the proofs take for granted.
func (s Summary) assumes() []jsonPremise {
	var out []jsonPremise
	for _, p := range s.Premises() {
		j := jsonPremise{Kind: p.Kind, Text: p.Text, Flag: p.Flag}
		for _, at := range p.Places {
			j.Where = append(j.Where, s.Files.Format(at))
		}
		out = append(out, j)
	}
	return out
}

// notes lists the remarks on the verdict.
func (s Summary) notes() []jsonNote {
	var out []jsonNote
	for _, r := range s.Remarks() {
		n := jsonNote{Kind: r.Kind, Text: r.Text}
		for _, p := range r.Places {
			n.Where = append(n.Where, s.Files.Format(p))
		}
		out = append(out, n)
	}
	return out
}

// jsonTrace writes a trace with one line for each step. A trace can have many:
// indented, it would take twice the time and the place.
func jsonTrace(w *bufio.Writer, t *trace.Trace) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	head := *t
	head.Steps = nil
	var buf bytes.Buffer
	henc := json.NewEncoder(&buf)
	henc.SetEscapeHTML(false)
	if err := henc.Encode(head); err != nil {
		return err
	}
	if len(t.Steps) == 0 {
		_, err := w.Write(bytes.TrimSuffix(buf.Bytes(), []byte("\n")))
		return err
	}
	w.Write(bytes.TrimSuffix(buf.Bytes(), []byte("}\n")))
	w.WriteString(",\n\"steps\": [")
	for i := range t.Steps {
		if i > 0 {
			w.WriteByte(',')
		}
		if err := enc.Encode(&t.Steps[i]); err != nil {
			return err
		}
	}
	_, err := w.WriteString("]}")
	return err
}
