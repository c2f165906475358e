package htmlreport

import (
	"cmp"
	_ "embed" // the script and the style are files beside this one
	"html/template"
	"math"
	"path/filepath"
	"slices"
	"sync"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/draw"
	"whittle.dev/internal/page"
	"whittle.dev/internal/trace"
)

// cfaData are the control-flow automata as the script draws them: laid out here, drawn there when asked for.
type cfaData struct {
	Threads   []string      `json:"threads"`
	Functions []cfaFunction `json:"fn"`
	Texts     []string      `json:"x"`
	// At is, for each step of the trace, the number of the block that it is in: that of the function's first
	// block and the block's place in the function. -1: it is not drawn.
	At []int32 `json:"at,omitempty"`
}

// cfaFunction is one function. If it was not laid out Blocks is empty and Size says how large it is.
type cfaFunction struct {
	Name   string     `json:"name"`
	Model  bool       `json:"model,omitempty"`
	File   string     `json:"file,omitempty"`
	Line   int32      `json:"line,omitempty"`
	Size   int        `json:"size"`
	W      int        `json:"w,omitempty"`
	H      int        `json:"h,omitempty"`
	First  int        `json:"first"` // the number of its first block
	Blocks []cfaBlock `json:"b,omitempty"`
	Edges  []cfaEdge  `json:"e,omitempty"`
	// Path tells the threads that executed something of it.
	Path []int `json:"path,omitempty"`
	// Ends is the number of the block in which the violation is, plus one.
	Ends int `json:"ends,omitempty"`
}

// cfaBlock is a basic block: its upper left corner and its size, its rows, and how often threads entered it.
type cfaBlock struct {
	Box    [4]int   `json:"p"`
	Rows   []cfaRow `json:"r"`
	Counts []int    `json:"c,omitempty"` // thread, count, thread, count, ...
	Kind   int      `json:"k,omitempty"` // see the constants below
}

// The kinds of blocks.
const (
	blockEntry = 1 << iota
	blockBad   // a violation
	blockOdd   // something that is not supported, or undefined
	blockLoop  // the head of a loop
)

// cfaRow is a row: its text, its line, and its operations, each as a text and the counts of its threads.
type cfaRow struct {
	Text int     `json:"x"`
	Line int32   `json:"l,omitempty"`
	File string  `json:"f,omitempty"` // where it is not that of the function
	Ops  [][]int `json:"o,omitempty"`
}

// cfaEdge is an edge between two blocks.
type cfaEdge struct {
	From   int    `json:"f"`
	To     int    `json:"t"`
	Path   string `json:"p"`
	Label  string `json:"l,omitempty"`
	At     [2]int `json:"a,omitzero"` // where the label is
	Back   bool   `json:"b,omitempty"`
	Counts []int  `json:"c,omitempty"`
}

// The sizes of blocks, which the script knows as well. The text is in a font of fixed width of 12 pixels.
const (
	cfaChar   = 7.3
	cfaRowH   = 17
	cfaPadX   = 9
	cfaPadY   = 6
	cfaHead   = 19 // of a block that threads executed
	cfaGutter = 34 // of the line numbers
	cfaText   = 54 // characters of a row
	cfaRows   = 18 // rows of a block; of longer ones the middle is left out
)

// Bounds of what a page carries.
const (
	cfaMaxBlocks = 2500    // of one function
	cfaMaxBytes  = 1500000 // of all functions, roughly
)

//go:embed assets/cfa.js
var cfaJS string

//go:embed assets/cfa.css
var cfaCSS string

//go:embed assets/cfa.html
var cfaHTML string

var cfaTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("cfa").Parse(cfaHTML))
})

// cfaSection makes the section with the drawings of the functions.
func (r Report) cfaSection(src *sources) (Section, bool, error) {
	s := Section{ID: "cfa", Title: "Control flow", Script: cfaJS, Style: cfaCSS}
	if r.Program == nil {
		return s, false, nil
	}
	d := r.cfaData()
	if len(d.Functions) == 0 {
		return s, false, nil
	}
	html, err := page.Fragment(cfaTemplate(), map[string]bool{"Path": r.replayed() != nil})
	s.HTML, s.Data = html, d
	return s, true, err
}

// cfaMaker collects the drawings.
type cfaMaker struct {
	r      Report
	words  *rowWords
	passes passes
	texts  stringTable
	data   cfaData
	bytes  int
	blocks int
	at     map[cfa.EdgeID]int32 // the number of the block of an edge
	bad    cfa.EdgeID           // where the property is violated
}

// cfaData lays out the functions: those that the trace has executed first, library models last.
func (r Report) cfaData() cfaData {
	t := r.replayed()
	m := &cfaMaker{r: r, words: &rowWords{newOpWords(r.Program), map[[2]int32]string{}},
		passes: countPasses(r.Program, t),
		at:     map[cfa.EdgeID]int32{}, bad: cfa.NoEdge}
	if t != nil {
		m.data.Threads = t.ThreadNames()
		m.bad = t.Violation.Origin
	}
	type candidate struct {
		proc  *cfa.Proc
		first int // step
	}
	first := firstSteps(t)
	var list []candidate
	for _, p := range r.Program.Procs {
		at := math.MaxInt
		for _, e := range p.Edges {
			if k, ok := first[e.ID]; ok {
				at = min(at, k)
			}
		}
		list = append(list, candidate{p, at})
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		if a.proc.Model != b.proc.Model {
			if a.proc.Model {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.first, b.first)
	})
	for _, c := range list {
		if len(c.proc.Edges) > 0 {
			m.function(c.proc)
		}
	}
	m.data.Texts = m.texts.list
	if t != nil {
		m.data.At = make([]int32, len(t.Steps))
		for i := range t.Steps {
			if at, ok := m.at[t.Steps[i].Origin]; ok {
				m.data.At[i] = at
			} else {
				m.data.At[i] = -1
			}
		}
	}
	return m.data
}

// firstSteps tells for each edge the step in which it is executed first.
func firstSteps(t *trace.Trace) map[cfa.EdgeID]int {
	out := map[cfa.EdgeID]int{}
	if t == nil {
		return out
	}
	for i := range t.Steps {
		if _, ok := out[t.Steps[i].Origin]; !ok {
			out[t.Steps[i].Origin] = i
		}
	}
	return out
}

// file is the name of a file as in reports.
func (m *cfaMaker) file(i int32) string {
	if m.r.Program.Files == nil {
		return ""
	}
	return filepath.ToSlash(m.r.Program.Files.Name(i))
}

// function lays out one function if there is room for it.
func (m *cfaMaker) function(proc *cfa.Proc) {
	f := cfaFunction{Name: proc.Name, Model: proc.Model, First: m.blocks}
	if proc.Pos.IsValid() {
		f.File, f.Line = m.file(proc.Pos.File), proc.Pos.Line
	}
	blocks := blocksOf(proc)
	f.Size = len(blocks)
	f.Path = pairs(m.passes.most(proc.Edges))
	if len(blocks) > cfaMaxBlocks || m.bytes > cfaMaxBytes {
		m.data.Functions = append(m.data.Functions, f)
		return
	}
	var g draw.Graph
	for i := range blocks {
		b := m.block(proc, &blocks[i], i == 0)
		f.Blocks = append(f.Blocks, b)
		g.Nodes = append(g.Nodes, draw.Node{W: float64(b.Box[2]), H: float64(b.Box[3])})
		for _, e := range append(slices.Clone(blocks[i].edges), blocks[i].choice...) {
			m.at[e.ID] = int32(m.blocks + i)
			if e.ID == m.bad {
				f.Ends = i + 1
			}
		}
	}
	for i := range blocks {
		labels := m.words.labels(&blocks[i])
		for k, h := range blocks[i].next {
			e := draw.Edge{From: i, To: h.to}
			if labels[k] != "" {
				e.LabelW, e.LabelH = math.Ceil(float64(len([]rune(labels[k])))*6.7)+2, 14
			}
			g.Edges = append(g.Edges, e)
			f.Edges = append(f.Edges, cfaEdge{From: i, To: h.to, Label: labels[k],
				Counts: pairs(m.passes.hop(&blocks[i], h, &blocks[h.to]))})
		}
	}
	d := draw.Layout(g)
	f.W, f.H = int(math.Ceil(d.Width)), int(math.Ceil(d.Height))
	for i, b := range d.Nodes {
		f.Blocks[i].Box[0], f.Blocks[i].Box[1] = int(math.Round(b.X)), int(math.Round(b.Y))
	}
	for i, e := range d.Edges {
		f.Edges[i].Path, f.Edges[i].Back = e.Path, e.Back
		if f.Edges[i].Label != "" {
			f.Edges[i].At = [2]int{int(math.Round(e.Label.X)), int(math.Round(e.Label.Y))}
		}
		m.bytes += len(e.Path) + 40
	}
	m.blocks += len(blocks)
	m.data.Functions = append(m.data.Functions, f)
}

// block makes the rows of a block and finds its size.
func (m *cfaMaker) block(proc *cfa.Proc, b *block, entry bool) cfaBlock {
	out := cfaBlock{Counts: pairs(m.passes.block(b))}
	chars := 0
	add := func(r cfaRow, text string) {
		text = cut(text, cfaText)
		chars = max(chars, len([]rune(text)))
		r.Text = m.texts.add(text)
		out.Rows = append(out.Rows, r)
		m.bytes += len(text) + 24
	}
	if entry {
		out.Kind |= blockEntry
		add(cfaRow{}, m.signature(proc))
	}
	if b.label == "loop head" {
		out.Kind |= blockLoop
	}
	rows := m.words.rows(b)
	for i, r := range rows {
		e := r.first
		row := cfaRow{Line: e.Pos.Line}
		if e.Pos.IsValid() && e.Pos.File != proc.Pos.File {
			row.File = m.file(e.Pos.File)
		}
		for _, e := range r.edges {
			words := m.words.say(e)
			m.bytes += len(words)/2 + 8
			row.Ops = append(row.Ops, append([]int{m.texts.add(words)}, pairs(m.passes.of(e))...))
			switch e.Op.(type) {
			case cfa.Violation:
				out.Kind |= blockBad
			case cfa.Unsupported, cfa.UB:
				out.Kind |= blockOdd
			}
		}
		text := r.text
		if n := len(rows); n > cfaRows && i >= cfaRows/2 && i < n-cfaRows/2 {
			// In the middle of a long block: the row is in the data, after the one that says how many.
			if i > cfaRows/2 {
				last := &out.Rows[len(out.Rows)-1]
				last.Ops = append(last.Ops, row.Ops...)
				continue
			}
			text = "… " + itoa(n-2*(cfaRows/2)) + " more …"
		}
		add(row, text)
	}
	if len(out.Rows) == 0 {
		add(cfaRow{}, "end")
	}
	h := len(out.Rows)*cfaRowH + 2*cfaPadY
	if len(out.Counts) > 0 {
		h += cfaHead
		chars = max(chars, 8*len(out.Counts)/2)
	}
	out.Box[2], out.Box[3] = int(math.Ceil(float64(chars)*cfaChar))+2*cfaPadX+cfaGutter, h
	return out
}

// signature is the function with the names of its parameters.
func (m *cfaMaker) signature(proc *cfa.Proc) string {
	s := proc.Name + "("
	for i, p := range proc.Params {
		if i > 0 {
			s += ", "
		}
		s += m.words.name(p)
	}
	return s + ")"
}
