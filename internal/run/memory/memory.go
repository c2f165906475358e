package memory

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/cfa/digest"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// Program is one that answers are about.
type Program struct {
	digest.Digest
	files *source.Files
	index map[source.Pos]int
	lines map[string]int // by "file:line"
	names *regexp.Regexp // places in texts; nil: there are no files
}

// Record is what was found out in a run.
type Record struct {
	// Work is how much engines did, in the units of engine.Task.Work.
	Work int64 `json:"work"`
	// Timeout and Budget are the limits of the run in time and in work; 0: there was none.
	Timeout time.Duration `json:"timeout,omitempty"`
	Budget  int64         `json:"budget,omitempty"`
	Answers []Answer      `json:"answers"`
}

// Covers reports whether a run with these limits would come no further than the one that is recorded.
func (r Record) Covers(timeout time.Duration, budget int64) bool {
	within := func(now, then int64) bool { return then == 0 || now > 0 && now <= then }
	return within(int64(timeout), int64(r.Timeout)) && within(budget, r.Budget)
}

// Answer is that about a property.
type Answer struct {
	Property property.Property `json:"property"`
	// Own is the Sum of the program that was made for the property alone, in hexadecimal; empty: the answer
	// is about the program of the run.
	Own string `json:"own,omitempty"`
	// Engine is what has answered, in words for people; empty: nothing was asked.
	Engine string `json:"engine,omitempty"`
	Kept   Kept   `json:"result"`
}

// Kept is a result in which places are numbers.
type Kept struct {
	Kind         property.Kind     `json:"kind"`
	Violated     property.Property `json:"violated,omitempty"`
	Trace        *trace.Trace      `json:"trace,omitempty"`
	Why          string            `json:"why,omitempty"`
	Pos          int               `json:"pos,omitempty"`
	What         string            `json:"what,omitempty"`
	In           string            `json:"in,omitempty"`
	More         int               `json:"more,omitempty"`
	Unfollowed   bool              `json:"unfollowed,omitempty"`
	Behind       bool              `json:"behind,omitempty"`
	Others       []engine.Opinion  `json:"others,omitempty"`
	Helps        []engine.Help     `json:"helps,omitempty"`
	Facts        []string          `json:"facts,omitempty"`
	Assumed      []assumption      `json:"assumed,omitempty"`
	Otherwise    bool              `json:"otherwise,omitempty"`
	UntilInvalid bool              `json:"until_invalid,omitempty"`
	Reason       engine.Reason     `json:"reason,omitempty"`
	Engine       string            `json:"engine,omitempty"`
}

type assumption struct {
	Pos       int    `json:"pos,omitempty"`
	What      string `json:"what,omitempty"`
	In        string `json:"in,omitempty"`
	Arbitrary bool   `json:"arbitrary,omitempty"`
}

// At makes ready to keep and to recall answers about a program.
func At(p *cfa.Program) (*Program, error) {
	d, err := digest.Of(p)
	if err != nil {
		return nil, err
	}
	m := &Program{Digest: d, files: p.Files, index: map[source.Pos]int{}, lines: map[string]int{}}
	var names []string
	for i, at := range d.Places {
		m.index[at] = i + 1
		for _, f := range []form{0, base, column, base | column} {
			words := m.words(i+1, f)
			if old := m.lines[words]; old != 0 && m.words(old, whole) != m.words(i+1, whole) {
				m.lines[words] = ambiguous
			} else if old == 0 {
				m.lines[words] = i + 1
			}
			file, _, _ := strings.Cut(words, ":")
			if file = regexp.QuoteMeta(file); !slices.Contains(names, file) {
				names = append(names, file)
			}
		}
	}
	if len(names) > 0 {
		m.names = regexp.MustCompile(`(^|[^\w./-])((?:` + strings.Join(names, "|") + `):\d+(?::\d+)?)`)
	}
	return m, nil
}

// form is how a place stands in a text.
type form uint8

const (
	base   form = 1 << iota // the file without its folder
	column                  // with the column
	whole  form = 0         // file and line
)

// ambiguous stands for words that mean several places.
const ambiguous = -1

// words are those for a place, which is counted from 1.
func (m *Program) words(i int, f form) string {
	at := m.Places[i-1]
	name := m.files.Name(at.File)
	if f&base != 0 {
		name = path.Base(name)
	}
	name += ":" + strconv.Itoa(int(at.Line))
	if f&column != 0 {
		name += ":" + strconv.Itoa(int(at.Col))
	}
	return name
}

// Keep returns what is written down of a result.
func (m *Program) Keep(r engine.Result) (k Kept, ok bool) {
	if r.Certificate != nil && !r.Certificate.Checked || len(r.Notes) > 0 || len(r.Failures) > 0 {
		return k, false
	}
	ok = true
	pos := func(p source.Pos) int {
		i := m.index[p]
		ok = ok && (i > 0 || p == source.Pos{})
		return i
	}
	text := func(s string) string {
		out, known := m.withoutLines(s)
		ok = ok && known
		return out
	}
	k = Kept{Kind: r.Verdict.Kind, Violated: r.Verdict.Property, Why: text(r.Why), Pos: pos(r.Pos),
		What: text(r.What), In: r.In, More: r.More, Unfollowed: r.Unfollowed, Behind: r.Behind,
		Helps: r.Helps, Otherwise: r.Otherwise, UntilInvalid: r.UntilInvalid, Reason: r.Reason,
		Engine: r.Engine}
	if r.Trace != nil {
		k.Trace = r.Trace.Machine()
	}
	for _, o := range r.Others {
		k.Others = append(k.Others, engine.Opinion{Engine: o.Engine, Why: text(o.Why)})
	}
	for _, f := range r.Facts {
		k.Facts = append(k.Facts, text(f))
	}
	for _, a := range r.Assumed {
		k.Assumed = append(k.Assumed, assumption{pos(a.Pos), text(a.What), a.In, a.Arbitrary})
	}
	return k, ok
}

// Recall returns the result that was kept, with the places that its program has here. ok is false if it is
// none that Keep has returned for a program with this digest.
func (m *Program) Recall(k Kept) (r engine.Result, ok bool) {
	ok = true
	pos := func(i int) source.Pos {
		if i <= 0 || i > len(m.Places) {
			ok = ok && i == 0
			return source.Pos{}
		}
		return m.Places[i-1]
	}
	text := func(s string) string {
		out, known := m.withLines(s)
		ok = ok && known
		return out
	}
	r = engine.Result{Verdict: property.Verdict{Kind: k.Kind, Property: k.Violated}, Trace: k.Trace,
		Why: text(k.Why), Pos: pos(k.Pos), What: text(k.What), In: k.In, More: k.More,
		Unfollowed: k.Unfollowed, Behind: k.Behind, Helps: k.Helps, Otherwise: k.Otherwise,
		UntilInvalid: k.UntilInvalid, Reason: k.Reason, Engine: k.Engine}
	for _, o := range k.Others {
		r.Others = append(r.Others, engine.Opinion{Engine: o.Engine, Why: text(o.Why)})
	}
	for _, f := range k.Facts {
		r.Facts = append(r.Facts, text(f))
	}
	for _, a := range k.Assumed {
		r.Assumed = append(r.Assumed, engine.Assumption{Pos: pos(a.Pos), What: text(a.What), In: a.In,
			Arbitrary: a.Arbitrary})
	}
	return r, ok && (k.Kind == property.False) == (k.Trace != nil)
}

// mark stands in a kept text before and after the number of a place.
const mark = "\x00"

// withoutLines replaces the places in a text by their numbers; ok is false if one is no place of the program,
// or several.
func (m *Program) withoutLines(s string) (_ string, ok bool) {
	if ok = !strings.Contains(s, mark); m.names == nil || !ok {
		return s, ok
	}
	return m.names.ReplaceAllStringFunc(s, func(at string) string {
		part := m.names.FindStringSubmatch(at)
		i := m.lines[part[2]]
		if i <= 0 {
			ok = false
			return at
		}
		for f := range base | column + 1 {
			if m.words(i, f) == part[2] {
				return part[1] + mark + strconv.Itoa(int(f)) + ":" + strconv.Itoa(i) + mark
			}
		}
		ok = false
		return at
	}), ok
}

// withLines is the inverse of withoutLines.
func (m *Program) withLines(s string) (_ string, ok bool) {
	parts := strings.Split(s, mark)
	ok = len(parts)%2 == 1
	for i := 1; i < len(parts) && ok; i += 2 {
		f, n, _ := strings.Cut(parts[i], ":")
		how, err := strconv.ParseUint(f, 10, 8)
		place, err2 := strconv.Atoi(n)
		ok = err == nil && err2 == nil && place > 0 && place <= len(m.Places)
		if ok {
			parts[i] = m.words(place, form(how))
		}
	}
	return strings.Join(parts, ""), ok
}
