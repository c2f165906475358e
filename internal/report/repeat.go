package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"whittle.dev/internal/lazy"
	"whittle.dev/internal/source"
)

// The turns of a loop look alike: the same lines, one after the other, with the same effects but for the
// numbers in them. Of such a block that is repeated the first and the last time are shown, and between them
// one line that says how often it was repeated and from what to what its numbers went. A block may have lines
// of several threads.

const (
	repeatRun = 4   // so often a block must stand there
	maxBlock  = 100 // lines
)

// repeat is what a line says that stands for others.
type repeat struct {
	from, to int // the first and last line that it stands for: their numbers
	text     string
	ranges   []string
}

// number finds numbers in effects.
var number = lazy.Regexp(`-?\b\d+(\.\d+)?(e[+-]?\d+)?\b`)

// shape is equal for lines that say the same but for numbers.
func shape(l *line) string {
	return fmt.Sprintf("%v %s", l.key, number().ReplaceAllString(joinEffects(l.effects), "#"))
}

// foldRepeats replaces blocks that are repeated.
func foldRepeats(in []line) []line {
	if !mayRepeat(in) {
		return in
	}
	ids := make([]int, len(in)) // equal for lines of one shape
	seen := map[string]int{}
	for i := range in {
		s := shape(&in[i])
		if in[i].broken {
			s = fmt.Sprint("broken ", i)
		}
		if _, ok := seen[s]; !ok {
			seen[s] = len(seen)
		}
		ids[i] = seen[s]
	}
	return foldBlocks(in, ids)
}

// mayRepeat reports whether some place occurs often enough; in most traces none does, and shapes take long to
// find.
func mayRepeat(in []line) bool {
	times := map[lineKey]int{}
	for i := range in {
		if times[in[i].key]++; times[in[i].key] >= repeatRun {
			return true
		}
	}
	return false
}

func foldBlocks(in []line, ids []int) []line {
	var out []line
	for i := 0; i < len(in); {
		n, times := block(ids[i:])
		if times < repeatRun {
			out = append(out, in[i])
			i++
			continue
		}
		last := i + n*(times-1)
		out = append(out, foldBlocks(in[i:i+n], ids[i:i+n])...)
		out = append(out, repeated(in[i+n:last], n))
		out = append(out, foldBlocks(in[last:last+n], ids[last:last+n])...)
		i = last + n
	}
	return out
}

// block finds the shortest block of lines that stands at the start so often that it is folded; times is 0 if
// there is none.
func block(ids []int) (n, times int) {
	for n = 1; n <= maxBlock && n*repeatRun <= len(ids); n++ {
		same := 0
		for same+n < len(ids) && ids[same] == ids[same+n] {
			same++
		}
		if times = same/n + 1; times >= repeatRun {
			return n, times
		}
	}
	return 0, 0
}

// repeated makes the line that stands for others, which are a block of n lines several times.
func repeated(in []line, n int) line {
	l := in[0]
	l.text, l.effects, l.local, l.folded = "", nil, true, 0
	for i := range in {
		l.local = l.local && in[i].local
		l.near(in[i].distance)
		l.folded += max(in[i].folded, 1)
	}
	l.repeat = &repeat{from: in[0].number, to: in[len(in)-1].number, ranges: ranges(in, n),
		text: fmt.Sprintf("%s, %d more times", blockPlaces(in[:n]), len(in)/n)}
	return l
}

// blockPlaces names the lines of a block: "lines 3-5 and 17".
func blockPlaces(in []line) string {
	type part struct {
		key      lineKey // without the line
		from, to int
	}
	var parts []part
	threads := false
	for i := range in {
		_, at := splitPlace(in[i].where)
		at, _, _ = strings.Cut(strings.TrimPrefix(at, ":"), ":")
		number, _ := strconv.Atoi(at)
		key := in[i].key
		key.line, key.macro, key.where, key.model = 0, source.Pos{}, "", false
		threads = threads || in[i].thread != in[0].thread
		j := slices.IndexFunc(parts, func(p part) bool { return p.key == key })
		if j < 0 {
			parts = append(parts, part{key, number, number})
			continue
		}
		parts[j].from, parts[j].to = min(parts[j].from, number), max(parts[j].to, number)
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.key.thread, b.key.thread) })
	var out []string
	thread := -1
	for _, p := range parts {
		text := fmt.Sprint(p.from)
		if p.to > p.from {
			text = fmt.Sprintf("%d-%d", p.from, p.to)
		}
		if threads && p.key.thread != thread {
			thread = p.key.thread
			text = fmt.Sprintf("%s of T%d", text, thread)
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if len(out) == 1 && !strings.Contains(out[0], "-") {
		return "line " + out[0]
	}
	return "lines " + strings.Join(out, " and ")
}

// maxRanges bounds how many values are told of that change in a block.
const maxRanges = 6

// ranges says what changes in a block of n lines that is repeated: "i from 2 to 299".
func ranges(in []line, n int) []string {
	var out []string
	told := map[string]bool{}
	// What is written says more than what is read.
	for _, kinds := range [][]EffectKind{{EffectAssign, EffectWrite}, {EffectInput}, {EffectRead}} {
		for j := range n {
			for e := range in[j].effects {
				name, text := span(in, n, j, e, kinds)
				if text == "" || told[name] {
					continue
				}
				told[name] = true
				values := strings.TrimPrefix(text, name)
				if kinds[0] == EffectInput &&
					slices.ContainsFunc(out, func(s string) bool { return strings.HasSuffix(s, values) }) {
					continue // the variable that the input went to has been told
				}
				if out = append(out, text); len(out) > maxRanges {
					out[maxRanges] = "..."
					return out
				}
			}
		}
	}
	return out
}

// verbs stand between what changes in the turns of a loop and a value.
var verbs = map[EffectKind]string{EffectAssign: " := ", EffectInput: " = ", EffectRead: " is "}

// label is what a value belongs to.
func (e Effect) label() string {
	if e.Kind == EffectInput {
		return "input " + e.Object
	}
	return e.Object
}

// span says how effect e of line j of a block changes, if it is of one of some kinds; text is empty if it is
// not.
func span(in []line, n, j, e int, kinds []EffectKind) (name, text string) {
	var names, values []string
	for i := j; i < len(in); i += n {
		one := in[i].effects[e]
		if !slices.Contains(kinds, one.Kind) || one.Object == "" {
			return "", ""
		}
		names, values = append(names, one.label()), append(values, one.Value)
	}
	name = spanName(names)
	first, last := values[0], values[len(values)-1]
	numbers := make([]float64, len(values))
	for i, v := range values {
		f, err := strconv.ParseFloat(v, 64)
		if err != nil { // a pointer
			if first == last {
				return "", ""
			}
			return name, fmt.Sprintf("%s from %s to %s", name, first, last)
		}
		numbers[i] = f
	}
	least, most := slices.Index(numbers, slices.Min(numbers)), slices.Index(numbers, slices.Max(numbers))
	descending := slices.IsSortedFunc(numbers, func(a, b float64) int { return cmp.Compare(b, a) })
	switch {
	case numbers[least] == numbers[most] && name == names[0]:
		return "", "" // always the same
	case numbers[least] == numbers[most]:
		return name, name + verbs[kinds[0]] + first
	case slices.IsSorted(numbers) || descending:
		return name, fmt.Sprintf("%s from %s to %s", name, first, last)
	}
	return name, fmt.Sprintf("%s between %s and %s", name, values[least], values[most])
}

// spanName is one name for all: with the indices that change, "a[2..299]".
func spanName(names []string) string {
	first, last := number().FindAllStringIndex(names[0], -1), number().FindAllString(names[len(names)-1], -1)
	if len(first) != len(last) {
		return names[0]
	}
	var b strings.Builder
	at := 0
	for i, f := range first {
		b.WriteString(names[0][at:f[0]])
		text := names[0][f[0]:f[1]]
		if text != last[i] {
			text += ".." + last[i]
		}
		b.WriteString(text)
		at = f[1]
	}
	return b.String() + names[0][at:]
}
