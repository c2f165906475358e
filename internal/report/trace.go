package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// Trace prints the steps of a replayed trace: one line a step, a column for each thread that starts further
// to the right than that of the thread before. Only one thread acts on a line, so a text may run over the
// columns to its right.
func Trace(b *strings.Builder, t *trace.Trace, files *source.Files, o Options) {
	all := allLines(t, files, o.Verbose)
	if !o.Verbose { // once: of a long trace this is nearly all of the work
		all = foldRepeats(drop(all))
	}
	for most := mostLines; len(all) > 0; most -= 3 {
		ls := all
		if o.Verbose {
			switches(ls)
		} else {
			ls = shown(all, t.Sliced, most)
		}
		var text strings.Builder
		p := newPage(t, ls, o)
		p.legend(&text, t, files)
		for i := range ls {
			p.line(&text, i)
		}
		if o.Verbose || most <= leastLines ||
			strings.Count(text.String(), "\n") <= min(maxPrinted, maxTold-o.above) {
			b.WriteString(text.String())
			return
		}
	}
}

// maxPrinted is how many lines a trace has in print, with the list of threads, and maxTold how many all has
// that is told of violations; leastLines is how many a trace shows even if they take more.
const (
	maxPrinted = 38
	maxTold    = 40
	leastLines = 6
)

// page is the layout of one printed trace.
type page struct {
	ls         []line
	width      int
	color      bool
	whereWidth int
	label      int // width of "T12"
	indent     int // between the columns of two threads
	first      []int
	last       []int // first and last line of each thread
}

const (
	maxWhere  = 26 // columns for file and line
	minText   = 46 // columns that the last thread must have for its text
	maxIndent = 24
)

func newPage(t *trace.Trace, ls []line, o Options) *page {
	p := &page{ls: ls, width: o.Width, color: o.Color}
	if p.width <= 0 {
		p.width = 100
	}
	shortenPlaces(ls)
	threads := 1
	for _, l := range ls {
		threads = max(threads, l.thread+1)
		p.whereWidth = max(p.whereWidth, utf8.RuneCountInString(l.where))
	}
	for i := range t.Steps {
		if t.Steps[i].Kind == trace.KindSpawn {
			threads = max(threads, t.Steps[i].Child+1)
		}
	}
	p.whereWidth = min(p.whereWidth, maxWhere)
	p.label = len(fmt.Sprintf("T%d", threads-1))
	if threads > 1 {
		room := p.width - (2 + p.label + 1 + p.whereWidth + 2) - minText
		p.indent = min(maxIndent, room/(threads-1))
		if p.indent < 2 {
			p.indent = 0
		}
	}
	p.first, p.last = make([]int, threads), make([]int, threads)
	for i := range p.first {
		p.first[i], p.last[i] = -1, -1
	}
	for i, l := range ls {
		if l.thread < 0 {
			continue
		}
		if p.first[l.thread] < 0 {
			p.first[l.thread] = i
		}
		p.last[l.thread] = i
	}
	return p
}

// shortenPlaces drops columns and folders from the places, unless two files would look the same.
func shortenPlaces(ls []line) {
	full := map[string]string{}
	clash := false
	for _, l := range ls {
		file, _ := splitPlace(l.where)
		base := filepath.Base(file)
		if f, ok := full[base]; ok && f != file {
			clash = true
		}
		full[base] = file
	}
	for i := range ls {
		file, num := splitPlace(ls[i].where)
		if file == "" {
			continue
		}
		if !clash {
			file = filepath.Base(file)
		}
		ls[i].where = file + num
	}
}

// splitPlace cuts "dir/f.c:3:4" into "dir/f.c" and ":3".
func splitPlace(s string) (file, line string) {
	parts := strings.Split(s, ":")
	n := len(parts)
	number := func(i int) bool {
		return i > 0 && parts[i] != "" &&
			strings.Trim(parts[i], "0123456789") == ""
	}
	switch {
	case number(n-1) && n > 2 && number(n-2):
		return strings.Join(parts[:n-2], ":"), ":" + parts[n-2]
	case number(n - 1):
		return strings.Join(parts[:n-1], ":"), ":" + parts[n-1]
	}
	return s, ""
}

// legend prints which thread is which.
func (p *page) legend(b *strings.Builder, t *trace.Trace, files *source.Files) {
	names := t.ThreadNames()
	born := make([]string, len(p.first))
	runs := map[int]bool{}
	for i := range t.Steps {
		s := &t.Steps[i]
		runs[s.Thread] = true
		if s.Kind == trace.KindSpawn && s.Child > 0 && s.Child < len(born) {
			at := s.UserWhere
			if files != nil && s.User.IsValid() {
				at = files.Format(s.User)
			}
			file, num := splitPlace(at)
			born[s.Child] = fmt.Sprintf(", started by T%d at %s%s", s.Thread, filepath.Base(file), num)
		}
	}
	for i := range p.first {
		if p.first[i] < 0 && born[i] == "" {
			continue
		}
		idle := ""
		if p.first[i] < 0 && !runs[i] {
			idle = ", does not run"
		}
		fmt.Fprintf(b, "T%d is %s%s%s\n", i, names[i], born[i], idle)
	}
	b.WriteByte('\n')
}

// line prints line i, wrapped at the width of the page.
func (p *page) line(b *strings.Builder, i int) {
	l := p.ls[i]
	mark := ' '
	if l.switched {
		mark = '>'
	}
	head := fmt.Sprintf("%c %-*s %-*s  ", mark, p.label, fmt.Sprintf("T%d", l.thread), p.whereWidth,
		clipLeft(l.where, p.whereWidth))
	if l.thread < 0 {
		head = strings.Repeat(" ", 2+p.label+1)
	}
	lanes := p.lanes(i)
	room := max(p.width-utf8.RuneCountInString(head)-utf8.RuneCountInString(lanes), 24)
	for n, part := range p.cells(l, room) {
		if n > 0 {
			head = strings.Repeat(" ", utf8.RuneCountInString(head))
		}
		text := strings.TrimRight(head+lanes+part, " ")
		if p.color {
			text = paint(text, l, n)
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
}

// lanes draws the columns left of the thread of line i: "|" for a thread that has begun and will go on.
func (p *page) lanes(i int) string {
	if p.indent == 0 {
		return ""
	}
	var s strings.Builder
	for th := 0; th < p.ls[i].thread; th++ {
		c := byte(' ')
		if p.first[th] >= 0 && p.first[th] < i && i < p.last[th] {
			c = '|'
		}
		s.WriteByte(c)
		s.WriteString(strings.Repeat(" ", p.indent-1))
	}
	return s.String()
}

// cells lays out source text and effects in lines of at most room columns:
// side by side when both fit, else the effects go on below.
func (p *page) cells(l line, room int) []string {
	switch {
	case l.folded > 0 && l.repeat == nil:
		return []string{fmt.Sprintf("... %d lines, which -v shows", l.folded)}
	case l.repeat != nil:
		return wrap(separate(append([]string{"... " + l.repeat.text}, l.repeat.ranges...)), room)
	}
	texts := slices.Collect(effectTexts(l.effects))
	effects, text := strings.Join(texts, " "), l.text
	wide := utf8.RuneCountInString
	switch {
	case effects == "":
		return []string{english.Clip(text, room)}
	case text == "":
		return wrap(texts, room)
	}
	column := min(max(room*2/5, 22), 36)
	switch {
	case wide(text) <= column && column+2+wide(effects) <= room:
		return []string{pad(text, column) + "  " + effects}
	case wide(text)+2+wide(effects) <= room:
		return []string{text + "  " + effects}
	case room-2-wide(effects) >= column:
		column = room - 2 - wide(effects)
		return []string{pad(english.Clip(text, column), column) + "  " + effects}
	}
	// Both in columns of their own; an effect should not be cut, so the
	// longest one says how wide its column must be.
	side := minSide
	for _, e := range texts {
		side = max(side, wide(strings.TrimSuffix(e, ";"))+1)
	}
	side = min(side, room-2-minSide)
	column = min(room-2-side, wide(text))
	parts := wrap(texts, room-2-column)
	out := make([]string, len(parts))
	for i, s := range parts {
		left := ""
		if i == 0 {
			left = english.Clip(text, column)
		}
		out[i] = pad(left, column) + "  " + s
	}
	return out
}

// minSide is the smallest width of source text or effects in a line.
const minSide = 16

// separate puts semicolons between texts.
func separate(texts []string) []string {
	for i := range texts[:len(texts)-1] {
		texts[i] += ";"
	}
	return texts
}

// wrap packs texts into lines of at most room columns; one that is longer, as the message of an assertion
// may be, goes on in the next line.
func wrap(texts []string, room int) []string {
	f := filler{room: room}
	for _, e := range texts {
		if utf8.RuneCountInString(e) > room {
			words := breakWords(e, room)
			f.end()
			f.lines = append(f.lines, words[:len(words)-1]...)
			f.line = words[len(words)-1]
			continue
		}
		f.add(e)
	}
	return append(f.lines, f.line)
}

// breakWords breaks a text between words into lines of at most room columns; longer words are cut.
func breakWords(s string, room int) []string {
	f := filler{room: room}
	for _, w := range strings.Split(s, " ") {
		f.add(english.Clip(w, room))
	}
	return append(f.lines, f.line)
}

// filler fills lines of at most room columns.
type filler struct {
	room  int
	lines []string
	line  string // the one being filled
}

func (f *filler) add(s string) {
	switch {
	case f.line == "":
		f.line = s
	case utf8.RuneCountInString(f.line)+1+utf8.RuneCountInString(s) <= f.room:
		f.line += " " + s
	default:
		f.end()
		f.line = s
	}
}

// end ends the line that is being filled, if there is one.
func (f *filler) end() {
	if f.line != "" {
		f.lines = append(f.lines, f.line)
		f.line = ""
	}
}

func pad(s string, n int) string {
	if d := n - utf8.RuneCountInString(s); d > 0 {
		return s + strings.Repeat(" ", d)
	}
	return s
}

// clipLeft cuts s at its start: the end of a place says more.
func clipLeft(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return "..." + string(r[len(r)-n+3:])
}

// paint adds terminal colours: violations red, thread switches bold.
func paint(text string, l line, n int) string {
	switch {
	case l.broken:
		return "\x1b[1;31m" + text + "\x1b[0m"
	case l.switched && n == 0:
		return "\x1b[1m" + text[:1] + "\x1b[0m" + text[1:]
	case l.folded > 0:
		return "\x1b[2m" + text + "\x1b[0m"
	}
	return text
}
