package report

import "whittle.dev/internal/proof"

// jsonCertificate says how the proof behind "true" was checked. Of the numbers it has those of its kind.
type jsonCertificate struct {
	Checked    bool   `json:"checked"`
	Reason     string `json:"reason,omitempty"`
	Reduced    bool   `json:"up_to_reductions,omitempty"`
	States     int64  `json:"states,omitempty"`
	Locations  int64  `json:"control_locations,omitempty"`
	Steps      int64  `json:"steps,omitempty"`
	Successors int64  `json:"successors,omitempty"`
	BySolver   int64  `json:"inclusions_by_the_solver,omitempty"`
	Unions     int64  `json:"inclusions_in_several,omitempty"`

	Views  int64 `json:"views,omitempty"`
	Places int64 `json:"places,omitempty"`

	Transitions int64 `json:"transitions,omitempty"`
	Goals       int64 `json:"goals,omitempty"`

	Reasons    int64 `json:"reasons,omitempty"`
	Executions int64 `json:"abstract_executions,omitempty"`
	Lemmas     int64 `json:"lemmas,omitempty"`

	Measures int64 `json:"measures,omitempty"`

	Questions int64   `json:"questions"`
	Seconds   float64 `json:"seconds"`
	// Kind is "multi-states", "thread-modular", "invariant", "clauses", "measures" or "recurrence"; it is
	// missing if nothing was checked.
	Kind string `json:"kind,omitempty"`
}

func certificateJSON(c *proof.Certificate) *jsonCertificate {
	j := &jsonCertificate{Checked: c.Checked, Reason: c.Reason, Questions: c.Questions,
		Seconds: c.Time.Seconds()}
	switch e := c.Evidence.(type) {
	case *proof.MultiStates:
		j.Kind, j.Reduced = "multi-states", e.Reduced
		j.States, j.Locations, j.Steps, j.Successors = e.States, e.Locations, e.Steps, e.Successors
		j.BySolver, j.Unions = e.BySolver, e.Unions
	case *proof.ThreadModular:
		j.Kind, j.Views, j.Places, j.Steps = "thread-modular", e.Views, e.Places, e.Steps
	case *proof.Invariant:
		j.Kind, j.Transitions, j.Goals = "invariant", e.Transitions, e.Goals
	case *proof.Clauses:
		j.Kind, j.Reasons, j.Executions, j.Lemmas = "clauses", e.Reasons, e.Executions, e.Lemmas
	case *proof.Measures:
		j.Kind, j.Measures, j.Steps = "measures", e.Measures, e.Steps
	case *proof.Recurrence:
		j.Kind, j.States, j.Steps = "recurrence", e.States, e.Steps
	}
	return j
}
