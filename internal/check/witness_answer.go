package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"whittle.dev/internal/property"
)

// WriteText prints the answer for people. The last line is "confirmed: " and the
// verdict of the witness, "rejected" or "unknown".
func (a WitnessAnswer) WriteText(w io.Writer, opt ReportOptions) error {
	var b bytes.Buffer
	if a.Run.Verdict.Kind == property.False {
		if err := writeRun(&b, a.Run, opt); err != nil {
			return err
		}
	}
	for _, inv := range a.Invariants {
		switch inv.Status {
		case WitnessConfirmed:
			fmt.Fprintf(&b, "%s: holds: %s\n", inv.Where, inv.Expr)
		case WitnessRejected:
			fmt.Fprintf(&b, "%s: does not hold: %s\n\n", inv.Where, inv.Expr)
			if err := writeRun(&b, inv.Run, opt); err != nil {
				return err
			}
		default:
			why := ""
			if inv.Why != "" {
				why = " (" + inv.Why + ")"
			}
			fmt.Fprintf(&b, "%s: undecided: %s%s\n", inv.Where, inv.Expr, why)
		}
	}
	if opt.Stats {
		fmt.Fprintf(&b, "  time  %.2f s\n", a.Elapsed.Seconds())
	}
	fmt.Fprintf(&b, "the witness is %s: %s\n%s\n", a.Status.words(), a.Why, a.lastLine())
	_, err := w.Write(b.Bytes())
	return err
}

func (s WitnessStatus) words() string {
	if s == WitnessUnknown {
		return "neither confirmed nor rejected"
	}
	return string(s)
}

func (a WitnessAnswer) lastLine() string {
	if a.Status == WitnessConfirmed {
		return string(a.Status) + ": " + a.Verdict().String()
	}
	return string(a.Status)
}

// writeRun prints a trace, without the lines about the verdict, which is not
// that of the witness.
func writeRun(b *bytes.Buffer, o Outcome, opt ReportOptions) error {
	opt.Stats = false
	var text strings.Builder
	if err := o.WriteText(&text, opt); err != nil {
		return err
	}
	trace, _, ok := strings.Cut(text.String(), "\n\n"+string(o.Property)+" is violated")
	if !ok {
		lines := strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
		trace = strings.Join(lines[:max(len(lines)-2, 0)], "\n")
	}
	fmt.Fprintf(b, "%s\n\n", strings.TrimRight(trace, "\n"))
	return nil
}

// jsonWitness is the answer as JSON.
type jsonWitness struct {
	Version    int             `json:"version"`
	Witness    string          `json:"witness"` // confirmed, rejected, unknown
	Kind       string          `json:"kind"`
	Verdict    string          `json:"verdict"`
	Property   string          `json:"property"`
	DataModel  string          `json:"data_model"`
	Producer   string          `json:"producer,omitempty"`
	Inputs     []string        `json:"inputs"`
	Why        string          `json:"why"`
	Notes      []string        `json:"notes,omitempty"`
	Seconds    float64         `json:"seconds"`
	Invariants []jsonInvariant `json:"invariants,omitempty"`
	Run        json.RawMessage `json:"run,omitempty"`
}

type jsonInvariant struct {
	Place  string          `json:"place"`
	Where  string          `json:"where"`
	Value  string          `json:"value"`
	Status string          `json:"status"`
	Why    string          `json:"why,omitempty"`
	Run    json.RawMessage `json:"run,omitempty"`
}

// WriteJSON prints the answer as one JSON object. What was found about the
// property, and how an invariant is broken, is there as Outcome.WriteJSON prints it.
func (a WitnessAnswer) WriteJSON(w io.Writer) error {
	j := jsonWitness{
		Version: 1, Witness: string(a.Status), Kind: "correctness", Verdict: a.Verdict().String(), Property: string(a.Property), DataModel: a.DataModel,
		Producer: a.Producer, Inputs: a.Inputs, Why: a.Why, Notes: a.Notes, Seconds: a.Elapsed.Seconds(),
	}
	if a.Violation {
		j.Kind = "violation"
	}
	var err error
	if j.Run, err = runJSON(a.Run); err != nil {
		return err
	}
	for _, inv := range a.Invariants {
		ji := jsonInvariant{Place: inv.Place, Where: inv.Where, Value: inv.Expr, Status: string(inv.Status), Why: inv.Why}
		if inv.Status == WitnessRejected {
			if ji.Run, err = runJSON(inv.Run); err != nil {
				return err
			}
		}
		j.Invariants = append(j.Invariants, ji)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(j); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

func runJSON(o Outcome) (json.RawMessage, error) {
	if o.Property == "" {
		return nil, nil
	}
	var b bytes.Buffer
	if err := o.WriteJSON(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
