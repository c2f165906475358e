package witness

import (
	"fmt"
	"strconv"

	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Graph is the automaton of a violation witness of format 1.0: a chain of edges.
type Graph struct{ Edges []GraphEdge }

// GraphEdge is an edge that an execution takes at a line of the program.
type GraphEdge struct {
	Line int // 0: none
	// Thread is the thread that executes it, if HasThread is set; Creates the one that it creates, 0: none.
	Thread    int
	HasThread bool
	Creates   int
	// Enters is the function that is entered; empty: none.
	Enters string
	// Assumption holds after the line, in the scope of the function Scope;
	// Result is the function that \result in it is of.
	Assumption, Scope, Result string
}

// ViolationGraph makes the automaton of a violation witness of format 1.0: the choices of inputs, the
// creation of threads, and where threads go on, in the order of the execution.
func ViolationGraph(x Execution) (*Graph, error) {
	if x.Property == property.Termination {
		return nil, fmt.Errorf("%w in GraphML of executions that do not end: format 2.1 has", ErrNoWitness)
	}
	w, targets, err := newWaypointWriter(x)
	if err != nil {
		return nil, err
	}
	if w.threads {
		w.switches()
	}
	g := &Graph{}
	steps := x.Trace.Steps
	g.Edges = append(g.Edges, GraphEdge{HasThread: w.threads, Enters: steps[0].ThreadName})
	for i, e := range w.events {
		edge := GraphEdge{Thread: e.thread, HasThread: w.threads}
		switch {
		case e.kind == atSpawn:
			edge.Line, edge.Creates = e.call.At.Line, steps[e.step].Child
			start := GraphEdge{Line: edge.Line, Thread: edge.Creates, HasThread: true,
				Enters: startedAs(steps, edge.Creates)}
			g.add(edge)
			g.add(start)
			continue
		case e.kind == atReturn && e.call == nil && e.value.Bits != 0 && e.unset != nil:
			edge.Assumption, edge.Line = assumption(equals(e.unset.Name, e.unset.Kind, e.value)),
				e.stmt.At.Line
			edge.Scope = e.stmt.Func
		case e.kind == atReturn && e.call != nil:
			edge.Assumption, edge.Line = assumption(equals(`\result`, e.call.Result, e.value)), e.call.At.Line
			edge.Scope, edge.Result = e.call.Func, e.call.Name
		case e.kind == atStmt && w.marks[i] != nil:
			edge.Line = e.stmt.At.Line
		}
		if edge.Line > 0 && (edge.Assumption != "" || e.kind == atStmt) {
			g.add(edge)
		}
	}
	for _, p := range targets {
		g.add(GraphEdge{Line: p.Location.Line, Thread: p.Thread, HasThread: p.HasThread})
	}
	return g, nil
}

// add appends an edge. An edge before it that only says that its thread comes to
// the same line would ask for a second statement there, and is replaced.
func (g *Graph) add(e GraphEdge) {
	if n := len(g.Edges); n > 0 &&
		g.Edges[n-1] == (GraphEdge{Line: e.Line, Thread: e.Thread, HasThread: e.HasThread}) {
		g.Edges = g.Edges[:n-1]
	}
	g.Edges = append(g.Edges, e)
}

// assumption is the text of an assumption; empty if there are no words for it.
func assumption(text string, ok bool) string {
	if !ok {
		return ""
	}
	return text + ";"
}

// startedAs is the name of the function that a thread started with.
func startedAs(steps []trace.Step, thread int) string {
	for i := range steps {
		if steps[i].Kind == trace.KindSpawn && steps[i].Child == thread {
			return steps[i].Message
		}
	}
	return ""
}

// data lists what the edge has, in the order of graphKeys.
func (e *GraphEdge) data() [][2]string {
	var out [][2]string
	add := func(key, value string) {
		if value != "" {
			out = append(out, [2]string{key, value})
		}
	}
	if e.Line > 0 {
		add("startline", strconv.Itoa(e.Line))
		add("endline", strconv.Itoa(e.Line))
	}
	if e.HasThread {
		add("threadId", strconv.Itoa(e.Thread))
	}
	if e.Creates > 0 {
		add("createThread", strconv.Itoa(e.Creates))
	}
	add("enterFunction", e.Enters)
	add("assumption", e.Assumption)
	if e.Assumption != "" {
		add("assumption.scope", e.Scope)
		add("assumption.resultfunction", e.Result)
	}
	return out
}
