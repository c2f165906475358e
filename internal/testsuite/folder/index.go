package folder

import (
	"encoding/json"
	"io"

	"whittle.dev/internal/testsuite"
)

// index is the content of suite.json.
type index struct {
	Version   int      `json:"version"`
	Producer  string   `json:"producer"`
	Files     []string `json:"files"`
	DataModel string   `json:"data_model"`
	Criterion string   `json:"criterion"`
	Summary   summary  `json:"summary"`
	Tests     []test   `json:"tests"`
	Goals     []goal   `json:"goals"`
	// Gaps are places that are not supported: what follows them has no goals.
	Gaps []gap `json:"gaps,omitempty"`
}

type gap struct {
	Where string `json:"where"`
	What  string `json:"what"`
}

type summary struct {
	Goals   int    `json:"goals"`
	Covered int    `json:"covered"`
	Dead    int    `json:"dead"`
	Open    int    `json:"open"`
	Stopped string `json:"stopped,omitempty"`
}

type test struct {
	Name string `json:"name"`
	// File is the test as C; empty: it cannot be written, and Refused says why.
	File    string  `json:"file,omitempty"`
	Refused string  `json:"refused,omitempty"`
	Inputs  []input `json:"inputs"`
	Threads int     `json:"threads"`
	Steps   int64   `json:"steps"`
	End     string  `json:"end"`
	Status  int     `json:"status"`
	Message string  `json:"message,omitempty"`
	Where   string  `json:"where,omitempty"`
	Output  *string `json:"output"` // null: not known
	Covers  []int   `json:"covers"`
	By      string  `json:"by"` // what has found it
}

type input struct {
	Thread int    `json:"thread"`
	What   string `json:"what"`
	Where  string `json:"where"`
	Value  string `json:"value"`
}

type goal struct {
	ID       int      `json:"id"`
	File     string   `json:"file"`
	Line     int32    `json:"line"`
	Column   int32    `json:"column"`
	Function string   `json:"function"`
	Text     string   `json:"text"`
	Outcome  string   `json:"outcome,omitempty"`
	State    string   `json:"state"`
	Tests    []string `json:"tests,omitempty"`
	Why      string   `json:"why,omitempty"`
}

// index writes suite.json.
func (in Input) index(w io.Writer, native []string, refused []error) error {
	s := in.Suite
	x := index{Version: 1, Producer: in.Meta.Producer, Files: in.Head.Files, DataModel: "LP64",
		Criterion: string(s.Criterion), Tests: []test{}, Goals: []goal{},
		Summary: summary{len(s.Goals), s.Count(testsuite.Covered), s.Count(testsuite.Dead),
			s.Count(testsuite.Open), s.Stopped}}
	if in.Head.ILP32 {
		x.DataModel = "ILP32"
	}
	for i := range s.Tests {
		t := &s.Tests[i]
		y := test{Name: t.Name, File: native[i], Inputs: []input{}, Threads: t.Threads, Steps: t.Steps,
			End: string(t.End), Status: t.Status, Message: t.Message, Where: t.Where,
			Covers: t.Covers, By: t.By}
		if refused[i] != nil {
			y.Refused = refused[i].Error()
		}
		if t.Known {
			y.Output = &t.Output
		}
		for _, v := range t.Inputs() {
			y.Inputs = append(y.Inputs, input{v.Thread, v.What, v.Where, v.Number()})
		}
		x.Tests = append(x.Tests, y)
	}
	for i := range s.Goals {
		g := &s.Goals[i]
		y := goal{i, s.Program.Files.Name(g.Pos.File), g.Pos.Line, g.Pos.Col, g.Function, g.Text, g.Outcome,
			string(g.State), nil, g.Why}
		for _, t := range g.Tests {
			y.Tests = append(y.Tests, s.Tests[t].Name)
		}
		x.Goals = append(x.Goals, y)
	}
	for _, g := range s.Gaps {
		x.Gaps = append(x.Gaps, gap{s.Program.Files.Format(g.Pos), g.What})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(x)
}
