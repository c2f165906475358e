package whittle_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"whittle.dev"
	"whittle.dev/internal/property"
	"whittle.dev/internal/witness"
)

var updateWitnesses = flag.Bool("witness.update", false, "write the golden witnesses anew")

var witnessTime = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

func witnessText(t *testing.T, o whittle.Outcome, format string) ([]byte, error) {
	t.Helper()
	var b bytes.Buffer
	err := o.WriteWitness(&b, whittle.WitnessOptions{Format: format, Created: witnessTime})
	return b.Bytes(), err
}

// TestWitnessesOfExamples: every example that is decided has a witness that the strict reader accepts and whose
// places are what they say.
func TestWitnessesOfExamples(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("examples", "*.c"))
	if err != nil || len(names) == 0 {
		t.Fatalf("examples: %v, %v", names, err)
	}
	for i, name := range names {
		if testing.Short() && i%3 != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			h := readHeader(t, name)
			task := whittle.Task{Files: []string{name}, Property: h.property, DataModel: h.dataModel}
			o, err := whittle.Check(t.Context(), task, whittle.Options{Timeout: hang, MaxUnwind: someUnwind, BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			text, err := witnessText(t, o, "")
			if o.Verdict.Kind == property.Unknown {
				if !errors.Is(err, whittle.ErrNoWitness) || len(text) > 0 {
					t.Errorf("a witness of an unknown verdict: %v\n%s", err, text)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if again, err := witnessText(t, o, ""); err != nil || !bytes.Equal(text, again) {
				t.Errorf("a second witness differs (%v)", err)
			}
			w, err := witness.Read("w.yml", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			checkWitness(t, w, o, h)
			text, err = witnessText(t, o, whittle.WitnessGraphML)
			switch {
			case o.Verdict.Kind == property.True:
				if !errors.Is(err, whittle.ErrNoWitness) || len(text) > 0 {
					t.Errorf("a correctness witness in GraphML: %v", err)
				}
			case err != nil:
				t.Error(err)
			default:
				checkGraph(t, text)
			}
		})
	}
}

func checkWitness(t *testing.T, w *witness.Witness, o whittle.Outcome, h exampleHeader) {
	t.Helper()
	if len(w.Entries) != 1 || len(w.Entries[0].Unsupported) > 0 {
		t.Fatalf("entries %+v", w.Entries)
	}
	e := w.Entries[0]
	p, entry, err := witness.ParseSpecification(e.Metadata.Task.Specification)
	if err != nil || string(p) != h.property || entry != "main" || e.Metadata.Task.DataModel != h.dataModel {
		t.Errorf("specification %s of %s in %s, %v", p, entry, e.Metadata.Task.DataModel, err)
	}
	if violated := o.Verdict.Kind == property.False; violated != (e.Type == witness.ViolationSequence) {
		t.Errorf("a witness of type %s for %s", e.Type, o.Verdict)
	}
	text, err := os.ReadFile(o.Inputs[0])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, v := range e.Invariants {
		checkPlace(t, lines, v.Location, func(rest string) bool {
			return v.Type != witness.LoopInvariant || strings.HasPrefix(rest, "for") || strings.HasPrefix(rest, "while")
		})
	}
	created := 0
	for _, s := range e.Segments {
		for _, p := range s.Waypoints {
			checkPlace(t, lines, p.Location, func(rest string) bool {
				call := p.Type == witness.FunctionEnter || p.Type == witness.FunctionReturn
				return call == (rest[0] == ')')
			})
			if p.Type == witness.FunctionEnter {
				created++
			}
			if p.HasThread && p.Thread > created {
				t.Errorf("line %d: thread %d, but only %d have been created", p.Place.Line, p.Thread, created)
			}
			if p.HasThread != (e.Metadata.FormatVersion == witness.Version22) {
				t.Errorf("line %d: thread id in format %s", p.Place.Line, e.Metadata.FormatVersion)
			}
		}
	}
}

// graphML is what is read of a GraphML file.
type graphML struct {
	Keys []struct {
		ID  string `xml:"id,attr"`
		For string `xml:"for,attr"`
	} `xml:"key"`
	Graph struct {
		Default string      `xml:"edgedefault,attr"`
		Data    []graphData `xml:"data"`
		Nodes   []struct {
			ID   string      `xml:"id,attr"`
			Data []graphData `xml:"data"`
		} `xml:"node"`
		Edges []struct {
			Source string      `xml:"source,attr"`
			Target string      `xml:"target,attr"`
			Data   []graphData `xml:"data"`
		} `xml:"edge"`
	} `xml:"graph"`
}

type graphData struct {
	Key  string `xml:"key,attr"`
	Text string `xml:",chardata"`
}

// checkGraph checks that a violation witness of format 1.0 is one path from its entry to its violation, that its keys
// are declared, and that threads are created before they do something.
func checkGraph(t *testing.T, text []byte) {
	t.Helper()
	var g graphML
	if err := xml.Unmarshal(text, &g); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	declared := map[string]bool{}
	for _, k := range g.Keys {
		declared[k.For+" "+k.ID] = true
	}
	values := func(of string, data []graphData) map[string]string {
		out := map[string]string{}
		for _, d := range data {
			if !declared[of+" "+d.Key] || d.Text == "" {
				t.Errorf("data %s of a %s: not declared, or empty", d.Key, of)
			}
			out[d.Key] = d.Text
		}
		return out
	}
	head := values("graph", g.Graph.Data)
	for _, k := range []string{"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture", "creationtime"} {
		if head[k] == "" {
			t.Errorf("the graph has no %s", k)
		}
	}
	if head["witness-type"] != "violation_witness" || g.Graph.Default != "directed" || len(head["programhash"]) != 64 {
		t.Errorf("graph %+v", head)
	}
	if len(g.Graph.Nodes) != len(g.Graph.Edges)+1 || len(g.Graph.Edges) == 0 {
		t.Fatalf("%d nodes, %d edges", len(g.Graph.Nodes), len(g.Graph.Edges))
	}
	for i, n := range g.Graph.Nodes {
		v := values("node", n.Data)
		if (v["entry"] == "true") != (i == 0) || (v["violation"] == "true") != (i == len(g.Graph.Edges)) {
			t.Errorf("node %s: %v", n.ID, v)
		}
	}
	created := map[string]bool{"0": true}
	for i, e := range g.Graph.Edges {
		if e.Source != g.Graph.Nodes[i].ID || e.Target != g.Graph.Nodes[i+1].ID {
			t.Errorf("edge %d leads from %s to %s", i, e.Source, e.Target)
		}
		v := values("edge", e.Data)
		if id, ok := v["threadId"]; ok && !created[id] {
			t.Errorf("edge %d is of thread %s, which is not created", i, id)
		}
		if id, ok := v["createThread"]; ok {
			if created[id] || id != fmt.Sprint(len(created)) {
				t.Errorf("edge %d creates thread %s", i, id)
			}
			created[id] = true
		}
		if v["assumption"] != "" && (v["assumption.scope"] == "" || strings.Contains(v["assumption"], `\result`) != (v["assumption.resultfunction"] != "")) {
			t.Errorf("edge %d: %v", i, v)
		}
	}
}

// checkPlace checks that a place is one of a token, and what follows there.
func checkPlace(t *testing.T, lines []string, l witness.Location, ok func(rest string) bool) {
	t.Helper()
	if l.Line > len(lines) || l.Column < 1 || l.Column > len([]rune(lines[l.Line-1])) {
		t.Errorf("place %d:%d is outside of the file", l.Line, l.Column)
		return
	}
	line := []rune(lines[l.Line-1])
	rest := string(line[l.Column-1:])
	before := ' '
	if l.Column > 1 {
		before = line[l.Column-2]
	}
	word := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if rest[0] == ' ' || word(before) && word(rune(rest[0])) || !ok(rest) {
		t.Errorf("place %d:%d is %q", l.Line, l.Column, rest)
	}
	if l.Function == "" {
		t.Errorf("place %d:%d is in no function", l.Line, l.Column)
	}
}

// witnessPrograms have a golden witness each: what a witness is to contain.
var witnessPrograms = []struct{ name, property, verdict string }{
	{"lost_update", "unreach-call", "false"},
	{"data_race", "no-data-race", "false"},
	{"midpoint", "no-overflow", "false"},
	{"pbmc_figure1", "unreach-call", "true"},
}

func TestWitnessGolden(t *testing.T) {
	for _, p := range witnessPrograms {
		o, err := whittle.Check(t.Context(), whittle.Task{Files: []string{"examples/" + p.name + ".c"}, Property: p.property}, whittle.Options{Timeout: hang})
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{whittle.WitnessYAML, whittle.WitnessGraphML} {
			text, err := witnessText(t, o, format)
			if err != nil {
				if p.verdict == "true" && format == whittle.WitnessGraphML && errors.Is(err, whittle.ErrNoWitness) {
					continue
				}
				t.Errorf("%s: %v", p.name, err)
				continue
			}
			text = bytes.ReplaceAll(text, []byte(whittle.Version()), []byte("VERSION"))
			// The uuid depends on the version.
			if i := bytes.Index(text, []byte("uuid: ")); i >= 0 {
				copy(text[i+7:], "00000000-0000-5000-8000-000000000000")
			}
			file := filepath.Join("testdata", "witness", p.name+"."+format)
			if *updateWitnesses {
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
			} else if !bytes.Equal(text, want) {
				t.Errorf("%s (-witness.update writes it) differs:\n%s", file, text)
			}
		}
	}
}

// TestWitnessErrors: what cannot be written is said.
func TestWitnessErrors(t *testing.T) {
	var none whittle.Outcome
	if _, err := witnessText(t, none, ""); !errors.Is(err, whittle.ErrNoWitness) {
		t.Errorf("no outcome: %v", err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o, err := whittle.Check(t.Context(), whittle.Task{Files: []string{file}}, whittle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := witnessText(t, o, "xml"); err == nil || !strings.Contains(err.Error(), "none of yaml, graphml") {
		t.Errorf("format: %v", err)
	}
	if text, err := witnessText(t, o, ""); err != nil || !bytes.Contains(text, []byte("content: []")) {
		t.Errorf("no invariants: %v\n%s", err, text)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := witnessText(t, o, ""); err == nil || errors.Is(err, whittle.ErrNoWitness) {
		t.Errorf("the file is gone: %v", err)
	}
}
