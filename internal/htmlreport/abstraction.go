package htmlreport

import (
	_ "embed" // the template and the style are files in the folder assets
	"html/template"
	"sync"

	"whittle.dev/internal/page"
	"whittle.dev/internal/picture"
)

//go:embed assets/abstraction.html
var abstractionHTML string

//go:embed assets/abstraction.css
var abstractionCSS string

var abstractionTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("abstraction").Parse(abstractionHTML))
})

// abstractionPage is what the template of the section gets.
type abstractionPage struct {
	Steps []abstractionStep
	// Rest says why there is no more, MaxNodes, MaxEdges and Max how much there may be.
	Rest                    string
	MaxNodes, MaxEdges, Max int
	// Reachability: it is one graph of abstract states; LockOrder: it is one of locks.
	Reachability, LockOrder bool
}

// abstractionStep is a graph with what the step before it was.
type abstractionStep struct {
	Number int
	// Of is the question that the graph is about, where that changes; else empty.
	Of, Title                      string
	SVG                            template.HTML
	Nodes, Transitions, Predicates int
}

// abstractionSection shows the graph that the engine had, after each step.
func (r Report) abstractionSection(*sources) (Section, bool, error) {
	s := Section{ID: "abstraction", Title: "Abstraction", Style: abstractionCSS}
	a := r.Summary.Result.Pictures
	if a == nil || len(a.Pictures) == 0 && a.Rest == "" {
		return s, false, nil
	}
	p := abstractionPage{Rest: a.Rest, MaxNodes: a.MaxNodes(), MaxEdges: a.MaxEdges(),
		Max: picture.MaxPictures, Reachability: a.Kind == picture.Reachability,
		LockOrder: a.Kind == picture.LockOrder}
	if p.LockOrder {
		s.Title = "Locks"
	}
	var before picture.Picture
	for i, now := range a.Pictures {
		step := abstractionStep{Number: i + 1, Title: now.Title, Nodes: len(now.Nodes),
			Predicates: now.Predicates}
		for _, e := range now.Edges {
			step.Transitions += len(e.Steps)
		}
		// The first picture of a run has four nodes, and nothing before it.
		if i == 0 || now.Of != before.Of {
			step.Of, before = now.Of, picture.Picture{}
		}
		step.SVG = drawPicture(now, before, i)
		p.Steps = append(p.Steps, step)
		before = now
	}
	html, err := page.Fragment(abstractionTemplate(), p)
	s.HTML = html
	return s, true, err
}
