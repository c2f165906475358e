package report

import (
	"encoding/json"
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
	Version     int              `json:"version"`
	Verdict     string           `json:"verdict"`
	Property    string           `json:"property"`
	Engine      string           `json:"engine,omitempty"`
	DataModel   string           `json:"data_model,omitempty"`
	Inputs      []string         `json:"inputs,omitempty"`
	Why         string           `json:"why,omitempty"`
	Where       string           `json:"where,omitempty"`
	Facts       []string         `json:"facts,omitempty"`
	Assumptions []jsonAssumption `json:"assumptions,omitempty"`
	Expected    string           `json:"expected,omitempty"`
	Seconds     float64          `json:"seconds"`
	Stats       []engine.Stat    `json:"stats,omitempty"`
	BugReport   string           `json:"bug_report,omitempty"`
	Trace       *trace.Trace     `json:"trace,omitempty"`
}

type jsonAssumption struct {
	Where string `json:"where,omitempty"`
	What  string `json:"what"`
}

// JSON writes the summary as one JSON object and a line end.
func JSON(w io.Writer, s Summary) error {
	r := s.Result
	j := jsonSummary{
		Version: JSONVersion, Verdict: r.Verdict.String(), Property: string(s.Property), Engine: s.Engine,
		DataModel: s.DataModel, Inputs: s.Inputs, Why: r.Why, Facts: r.Facts, Seconds: s.Elapsed.Seconds(),
		Stats: append(append([]engine.Stat(nil), s.Stats...), r.Stats...), BugReport: s.BugReport,
	}
	if r.Verdict.Kind == property.False {
		j.Trace = r.Trace
	}
	if s.Expected.Kind != property.Unknown {
		j.Expected = s.Expected.String()
	}
	if s.Files != nil {
		if r.Pos.IsValid() {
			j.Where = s.Files.Format(r.Pos)
		}
		for _, a := range r.Assumed {
			ja := jsonAssumption{What: a.What}
			if a.Pos.IsValid() {
				ja.Where = s.Files.Format(a.Pos)
			}
			j.Assumptions = append(j.Assumptions, ja)
		}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(j); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}
