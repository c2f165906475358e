package htmlreport

import (
	_ "embed" // the template and the style are files in the folder assets
	"fmt"
	"html/template"
	"sync"

	"whittle.dev/internal/page"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
)

//go:embed assets/path.html
var pathHTML string

//go:embed assets/path.css
var pathCSS string

var pathTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("path").Parse(pathHTML))
})

// maxPathColumns is how many variables and inputs are the columns of the table; of more, the states are.
const maxPathColumns = 12

// pathPage is what the template of the section gets: a table whose cells are empty where nothing changes.
type pathPage struct {
	Title string
	Head  []string
	Rows  [][]string
	// Turned: the states are columns.
	Turned bool
}

// pathSection shows the violation of a transition system.
func (r Report) pathSection(*sources) (Section, bool, error) {
	s := Section{ID: "path", Title: "Path", Style: pathCSS}
	sys, res := r.Summary.System, r.Summary.Result
	if sys == nil || res.Verdict.Kind != property.False || res.Path == nil {
		return s, false, nil
	}
	t := report.NewPathTable(sys, res.Path)
	p := pathPage{Title: report.PathTitle(sys, res.Path)}
	p.Head = append(append([]string{"state"}, t.Columns...), "then")
	for i, row := range t.Rows {
		p.Rows = append(p.Rows, append(append([]string{fmt.Sprint(i)}, row.Cells...), row.Then))
	}
	if len(t.Columns) > maxPathColumns {
		p.transpose()
	}
	html, err := page.Fragment(pathTemplate(), p)
	s.HTML = html
	return s, true, err
}

// transpose makes columns of the rows.
func (p *pathPage) transpose() {
	all := append([][]string{p.Head}, p.Rows...)
	turned := make([][]string, len(p.Head))
	for i := range turned {
		for _, row := range all {
			turned[i] = append(turned[i], row[i])
		}
	}
	p.Head, p.Rows, p.Turned = turned[0], turned[1:], true
}
