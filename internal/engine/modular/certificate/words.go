package certificate

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Say says a condition for people. An equation, and what is about counters, is a law as it is told: "permits
// + threads between lines 12 and 18 = 3", where sums are at the width of what they are about. Others stand as
// terms.
func (cert *Certificate) Say(t term.Term) string {
	st := cert.Sys.Terms
	relation, denied := t, false
	if st.Op(t) == term.OpNot {
		relation, denied = st.Arg(t, 0), true
	}
	words, ok := relations[st.Op(relation)]
	if !ok || st.NumArgs(relation) != 2 || !st.Sort(st.Arg(relation, 0)).IsBitVec() {
		return st.String(t)
	}
	s := saying{cert: cert, of: map[term.Term]int64{}}
	sums := s.put(st.Arg(relation, 0), 1) && s.put(st.Arg(relation, 1), -1)
	if !sums || !s.counts && st.Op(relation) != term.OpEq {
		return st.String(t)
	}
	left, right := s.sides()
	word := words[0]
	if denied {
		word = words[1]
	}
	if other, ok := turned[word]; ok && !strings.ContainsFunc(left, unicode.IsLetter) {
		return right + other + left
	}
	return left + word + right
}

// relations are the words of relations, and of what denies them, turned those with the sides exchanged.
var (
	relations = map[term.Op][2]string{term.OpEq: {" = ", " != "}, term.OpBVUle: {" <= ", " > "},
		term.OpBVUlt: {" < ", " >= "}, term.OpBVSle: {" <= ", " > "}, term.OpBVSlt: {" < ", " >= "}}
	turned = map[string]string{" <= ": " >= ", " > ": " < ", " < ": " > ", " >= ": " <= "}
)

// saying is the difference of two sums.
type saying struct {
	cert     *Certificate
	of       map[term.Term]int64 // symbols with their factors
	constant int64
	counts   bool // a counter is among them
}

// put adds a term with a factor; false if it is no sum of symbols.
func (s *saying) put(t term.Term, factor int64) bool {
	st := s.cert.Sys.Terms
	switch st.Op(t) {
	case term.OpConst:
		if st.Sort(t).Width() > 64 {
			n := st.ConstValue(t).Big()
			s.constant += factor * n.Int64()
			return n.IsInt64()
		}
		s.constant += factor * st.ConstValue(t).Int64()
	case term.OpSymbol:
		s.of[t] += factor
		s.counts = s.counts || s.cert.counter(t) != nil
	case term.OpBVAdd:
		for _, a := range st.Args(t) {
			if !s.put(a, factor) {
				return false
			}
		}
	case term.OpBVSub:
		return s.put(st.Arg(t, 0), factor) && s.put(st.Arg(t, 1), -factor)
	case term.OpBVMul:
		c, ok := st.ConstUint64(st.Arg(t, 0))
		return ok && st.NumArgs(t) == 2 && int64(c) > 0 && s.put(st.Arg(t, 1), factor*int64(c))
	case term.OpZeroExt, term.OpSignExt:
		return s.put(st.Arg(t, 0), factor)
	case term.OpExtract:
		inner := st.Arg(t, 0)
		return st.Extract(st.Sort(t).Width()-1, 0, inner) == t && s.put(inner, factor)
	default:
		return false
	}
	return true
}

// sides are the two sides of the relation of a sum with zero: what is added, and what is subtracted.
func (s *saying) sides() (left, right string) {
	var out [2][]string
	for _, counters := range []bool{false, true} {
		for _, sym := range slices.Sorted(maps.Keys(s.of)) {
			n := s.of[sym]
			side := 0
			if n < 0 {
				side = 1
			}
			if c := s.cert.counter(sym); n != 0 && counters == (c != nil) {
				if c != nil {
					out[side] = append(out[side], s.cert.threads(c, max(n, -n))...)
				} else {
					out[side] = append(out[side], times(max(n, -n), s.cert.name(sym)))
				}
			}
		}
	}
	side := 0
	if s.constant < 0 {
		side = 1
	}
	for k := range out {
		if s.constant != 0 && k == side || len(out[k]) == 0 {
			n := s.constant
			if k != side {
				n = 0
			}
			out[k] = append(out[k], fmt.Sprint(max(n, -n)))
		}
	}
	return strings.Join(out[0], " + "), strings.Join(out[1], " + ")
}

func times(n int64, what string) string {
	if n == 1 {
		return what
	}
	return fmt.Sprintf("%d * %s", n, what)
}

// name is that of a variable in the program.
func (cert *Certificate) name(sym term.Term) string {
	vars := cert.Sys.Globals
	for i := range cert.Sys.Templates {
		vars = append(slices.Clip(vars), cert.Sys.Templates[i].Locals...)
	}
	for _, v := range vars {
		if v.Sym == sym {
			return strings.TrimSuffix(v.Name, "+0")
		}
	}
	return cert.Sys.Terms.Name(sym)
}

// counter is the counter that a symbol is, or nil.
func (cert *Certificate) counter(sym term.Term) *model.Counter {
	for i := range cert.Sys.Counters {
		if cert.Sys.Counters[i].Sym == sym {
			return &cert.Sys.Counters[i]
		}
	}
	return nil
}

// threads says what a counter with a factor counts: one word for the places of each template and weight.
func (cert *Certificate) threads(n *model.Counter, factor int64) []string {
	var out []string
	for i, weights := range n.Weight {
		t := &cert.Sys.Templates[i]
		who := "threads"
		switch {
		case t.Single && i == 0:
			who = "the initial thread"
		case len(cert.Sys.Templates) > 2:
			who = t.Name + " threads"
		}
		if n.Of != nil {
			of := map[term.Term][]int{} // locations by local
			for l, x := range n.Of[i] {
				if x != term.None {
					of[x] = append(of[x], l)
				}
			}
			for _, x := range slices.Sorted(maps.Keys(of)) {
				out = append(out, times(factor, cert.name(x)+" of "+who+" "+cert.where(i, of[x])))
			}
			continue
		}
		by := map[int64][]int{} // locations by weight
		for l, w := range weights {
			if w > 0 {
				by[w] = append(by[w], l)
			}
		}
		for _, w := range slices.Sorted(maps.Keys(by)) {
			out = append(out, times(w*factor, who+" "+cert.where(i, by[w])))
		}
	}
	return out
}

// where says at which lines locations of a template are: "between lines 12 and 18" if it has no others there
// where threads come to.
func (cert *Certificate) where(template int, locs []int) string {
	t := &cert.Sys.Templates[template]
	lines := map[int32][]int32{} // by file
	ended := false
	for _, l := range locs {
		if len(t.Locs[l].Out) == 0 {
			ended = true
		} else if pos := cert.position(template, l); !slices.Contains(lines[pos.File], pos.Line) {
			lines[pos.File] = append(lines[pos.File], pos.Line)
		}
	}
	var out []string
	for _, file := range slices.Sorted(maps.Keys(lines)) {
		list := lines[file]
		slices.Sort(list)
		first, last := list[0], list[len(list)-1]
		words := fmt.Sprintf("between lines %d and %d", first, last)
		switch {
		case len(list) == 1:
			words = fmt.Sprintf("at line %d", first)
		case cert.others(template, locs, file, first, last):
			words = strings.Trim(fmt.Sprint(list), "[]")
			words = "at lines " + strings.ReplaceAll(words, " ", ", ")
		}
		if file != cert.file() {
			words += " of " + cert.Sys.Files.Name(file)
		}
		out = append(out, words)
	}
	if ended {
		out = append(out, "after their end")
	}
	return strings.Join(out, " or ")
}

// others reports whether threads of a template come to locations between two lines that are not listed.
func (cert *Certificate) others(template int, locs []int, file, first, last int32) bool {
	return slices.ContainsFunc(cert.Seats, func(s Seat) bool {
		if s.Template != template || slices.Contains(locs, s.Loc) {
			return false
		}
		pos := cert.position(template, s.Loc)
		ended := len(cert.Sys.Templates[template].Locs[s.Loc].Out) == 0
		return !ended && pos.File == file && first <= pos.Line && pos.Line <= last
	})
}

// position is where a location stands, or the step from it.
func (cert *Certificate) position(template, loc int) source.Pos {
	l := &cert.Sys.Templates[template].Locs[loc]
	for i := 0; !l.Pos.IsValid() && i < len(l.Out); i++ {
		if pos := cert.Sys.Templates[template].Edges[l.Out[i]].Pos; pos.IsValid() {
			return pos
		}
	}
	return l.Pos
}

// file is the one in which most places stand.
func (cert *Certificate) file() (most int32) {
	places := map[int32]int{}
	for _, seat := range cert.Seats {
		if pos := cert.position(seat.Template, seat.Loc); pos.IsValid() {
			places[pos.File]++
			if n := places[pos.File]; n > places[most] || n == places[most] && pos.File < most {
				most = pos.File
			}
		}
	}
	return most
}
