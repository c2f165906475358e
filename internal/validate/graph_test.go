package validate_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
)

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

// checkGraph checks that a violation witness of format 1.0 is one path from its entry to its violation, that
// its keys are declared, and that threads are created before they do something.
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
	for _, k := range []string{"witness-type", "sourcecodelang", "producer", "specification", "programfile",
		"programhash", "architecture", "creationtime"} {
		if head[k] == "" {
			t.Errorf("the graph has no %s", k)
		}
	}
	if head["witness-type"] != "violation_witness" || g.Graph.Default != "directed" ||
		len(head["programhash"]) != 64 {
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
		if v["assumption"] != "" &&
			(v["assumption.scope"] == "" || strings.Contains(v["assumption"],
				`\result`) != (v["assumption.resultfunction"] != "")) {
			t.Errorf("edge %d: %v", i, v)
		}
	}
}
