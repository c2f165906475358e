package coveragepage

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cover"
	"whittle.dev/internal/english"
	"whittle.dev/internal/page"
	"whittle.dev/internal/testsuite"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.html
var body string

// Write writes the page of a suite of the program with a name.
func Write(w io.Writer, s *testsuite.Suite, program string) error {
	t, err := template.New("page").Funcs(template.FuncMap{"count": english.Count[int]}).Parse(body)
	if err != nil {
		return fmt.Errorf("coverage page: %w", err)
	}
	var b strings.Builder
	if err := t.Execute(&b, viewOf(s)); err != nil {
		return fmt.Errorf("coverage page: %w", err)
	}
	return page.Page{Title: program + ": coverage", Body: template.HTML(b.String()), Styles: []string{style},
		Scripts: []string{script}}.Write(w)
}

// view is what the page shows.
type view struct {
	Criterion                        cover.Criterion
	Covered, Dead, Open, Goals, Left int
	Percent                          string
	Stopped                          string
	Pruned                           string // empty: not known
	Explored                         testsuite.Progress
	Tests                            []testView
	Missing                          []goalView // dead and open
	Gaps                             []goalView
	Files                            []fileView
}

type testView struct {
	Name, Inputs, Expected, Output string
	Known                          bool
	Threads, Covers                int
	Steps                          int64
}

type goalView struct {
	Where, Text, Why string
	State            testsuite.State
	Outcome          string
	Tests            string
	Href             string
}

type fileView struct {
	Name  string
	ID    int32
	Lines []lineView
}

type lineView struct {
	Number int32
	// Class is how the line is coloured: "", hit, partial, dead, open or miss.
	Class, Count, Text string
	// Tests are the numbers of the tests that execute the line.
	Tests string
	Goals []goalView
}

func viewOf(s *testsuite.Suite) *view {
	v := &view{Criterion: s.Criterion, Covered: s.Count(testsuite.Covered), Dead: s.Count(testsuite.Dead),
		Open: s.Count(testsuite.Open), Goals: len(s.Goals), Stopped: s.Stopped, Explored: s.Explored}
	v.Left = v.Goals - v.Dead
	if p := s.Explored.Pruned; p >= 0 {
		v.Pruned = fmt.Sprintf("%.0f %%", 100*p)
	}
	v.Percent = "100"
	if v.Left > 0 {
		v.Percent = fmt.Sprint(100 * v.Covered / v.Left)
	}
	for i := range s.Tests {
		t := &s.Tests[i]
		var inputs []string
		for _, in := range t.Inputs() {
			inputs = append(inputs, in.Number())
		}
		v.Tests = append(v.Tests, testView{Name: t.Name, Inputs: strings.Join(inputs, ", "),
			Expected: t.Expected(), Output: t.Output, Known: t.Known, Threads: t.Threads,
			Covers: len(t.Covers), Steps: t.Steps})
	}
	byLine := map[[2]int32][]goalView{}
	for i := range s.Goals {
		g := &s.Goals[i]
		k := [2]int32{g.Pos.File, g.Pos.Line}
		x := goalView{Where: s.Program.Files.Format(g.Pos), Text: g.String(), Why: g.Why, State: g.State,
			Outcome: short(g), Tests: names(s, g.Tests), Href: fmt.Sprintf("#L%d-%d", k[0], k[1])}
		byLine[k] = append(byLine[k], x)
		if g.State != testsuite.Covered {
			v.Missing = append(v.Missing, x)
		}
	}
	for _, g := range s.Gaps {
		v.Gaps = append(v.Gaps, goalView{Where: s.Program.Files.Format(g.Pos), Text: g.What,
			Href: fmt.Sprintf("#L%d-%d", g.Pos.File, g.Pos.Line)})
	}
	v.files(s, byLine)
	return v
}

// short is an outcome in few characters.
func short(g *testsuite.Goal) string {
	switch {
	case g.Outcome == "true":
		return "T"
	case g.Outcome == "false":
		return "F"
	case g.Outcome == "":
		return "call"
	}
	return strings.TrimPrefix(g.Outcome, "case ")
}

func names(s *testsuite.Suite, tests []int) string {
	var out []string
	for _, i := range tests {
		out = append(out, s.Tests[i].Name)
	}
	return strings.Join(out, ", ")
}

// files makes the views of the sources.
func (v *view) files(s *testsuite.Suite, goals map[[2]int32][]goalView) {
	unreachable := cover.Unreachable(s.Program, s.DeadEdges())
	for _, f := range cover.Files(s.Program, s.Passes()) {
		text, ok := s.Program.Files.Text(f.File)
		if !ok {
			continue
		}
		lines := map[int32]cover.Line{}
		for _, l := range f.Lines {
			lines[l.Number] = l
		}
		out := fileView{Name: s.Program.Files.Name(f.File), ID: f.File}
		for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			k := [2]int32{f.File, int32(i + 1)}
			l := lineView{Number: k[1], Text: line, Goals: goals[k]}
			if x, ok := lines[k[1]]; ok {
				l.Count, l.Class = fmt.Sprint(x.Count), class(x, unreachable, goals[k])
				l.Tests = executing(s, x)
			}
			out.Lines = append(out.Lines, l)
		}
		v.Files = append(v.Files, out)
	}
}

// executing lists the numbers of the tests that execute a line.
func executing(s *testsuite.Suite, l cover.Line) string {
	var out []string
	for i := range s.Tests {
		if slices.ContainsFunc(l.Edges, func(e cfa.EdgeID) bool { return s.Tests[i].Passes[e] > 0 }) {
			out = append(out, fmt.Sprint(i))
		}
	}
	return strings.Join(out, " ")
}

func class(l cover.Line, unreachable map[cfa.EdgeID]bool, goals []goalView) string {
	if l.Count == 0 {
		for _, e := range l.Edges {
			if !unreachable[e] {
				return "miss"
			}
		}
		return "dead"
	}
	c := "hit"
	for _, g := range goals {
		switch g.State {
		case testsuite.Open:
			return "open"
		case testsuite.Dead:
			c = "partial"
		}
	}
	return c
}
