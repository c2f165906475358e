package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
)

// WriteText prints the answer for people. The last line is "confirmed: " and the
// verdict of the witness, "rejected" or "unknown".
func (a Answer) WriteText(w io.Writer, opt run.ReportOptions) error {
	var b bytes.Buffer
	if a.Run.Verdict.Kind == property.False {
		if err := a.Run.WriteExecution(&b, opt); err != nil {
			return err
		}
	}
	for _, inv := range a.Invariants {
		switch inv.Status {
		case Confirmed:
			fmt.Fprintf(&b, "%s: holds: %s\n", inv.Where, inv.Expr)
		case Rejected:
			fmt.Fprintf(&b, "%s: does not hold: %s\n\n", inv.Where, inv.Expr)
			if err := inv.Run.WriteExecution(&b, opt); err != nil {
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

func (s Status) words() string {
	if s == Unknown {
		return "neither confirmed nor rejected"
	}
	return string(s)
}

func (a Answer) lastLine() string {
	if a.Status == Confirmed {
		return string(a.Status) + ": " + a.Verdict().String()
	}
	return string(a.Status)
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
// property, and how an invariant is broken, is there as run.Outcome.WriteJSON prints it.
func (a Answer) WriteJSON(w io.Writer) error {
	j := jsonWitness{
		Version: 1, Witness: string(a.Status), Kind: "correctness", Verdict: a.Verdict().String(),
		Property: string(a.Property), DataModel: a.DataModel,
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
		ji := jsonInvariant{Place: inv.Place, Where: inv.Where, Value: inv.Expr, Status: string(inv.Status),
			Why: inv.Why}
		if inv.Status == Rejected {
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

func runJSON(o run.Outcome) (json.RawMessage, error) {
	if o.Property == "" {
		return nil, nil
	}
	var b bytes.Buffer
	if err := o.WriteJSON(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
