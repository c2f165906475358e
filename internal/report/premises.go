package report

import (
	"fmt"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/source"
)

// PremiseText is a premise in words.
type PremiseText struct {
	Kind   string // a word for programs
	Text   string // "allocation succeeds"
	Flag   string // with which a run takes nothing of the kind for granted; may be empty
	Places []source.Pos
}

// Premises are what the proofs take for granted.
func (s Summary) Premises() []PremiseText {
	var out []PremiseText
	for _, p := range s.Taken {
		out = append(out, PremiseText{p.Kind.String(), premise(p, s.Files), p.Kind.Flag(), p.Places})
	}
	return out
}

// notable reports whether a premise is worth an annotation of its own at its places: the others concern most
// programs.
func (p PremiseText) notable() bool { return p.Kind == engine.SequentialConsistency.String() }

// premise is what is taken for granted, as it follows the word "assumes".
func premise(p engine.Premise, files *source.Files) string {
	switch p.Kind {
	case engine.AllocationSucceeds:
		return "allocation succeeds"
	case engine.UncheckedSucceed:
		return "allocation succeeds where its result is not checked"
	case engine.ThreadsStart:
		return "threads can be created"
	case engine.SequentialConsistency:
		return "sequential consistency (weaker orders at " + placeList(p.Places, files) + ")"
	case engine.NoLoadBuffering:
		return "C11 without load buffering (RC11)"
	case engine.NoRaces:
		return "no data race"
	case engine.AccessesAsWritten:
		return "compilers keep accesses as they are written"
	case engine.MembersKept:
		return "members are not overrun"
	case engine.TypesAlike:
		return "functions may be called through types that are represented as their own (cast at " +
			placeList(p.Places, files) + ")"
	case engine.ArgumentsUnwritten:
		return nameList(p.Functions) + " without a definition " + verb(p, "writes", "write") + " nothing"
	case engine.NothingElseWritten:
		return nameList(p.Functions) + " without a definition " + verb(p, "has", "have") +
			" no effect but " + verb(p, "its result", "their results")
	case engine.PointersValid:
		return nameList(p.Functions) + " " + verb(p, "returns", "return") +
			" no null pointer but one to an object of its own"
	case engine.PointersValidOrNull:
		return nameList(p.Functions) + " " + verb(p, "returns", "return") +
			" null or a pointer to an object of its own"
	case engine.WrittenValid:
		return nameList(p.Functions) + " " + verb(p, "writes", "write") +
			" no null pointers but ones to objects of their own"
	case engine.WrittenValidOrNull:
		return nameList(p.Functions) + " " + verb(p, "writes", "write") +
			" pointers that are null or lead to objects of their own"
	case engine.CallsReturn:
		return nameList(p.Functions) + " at " + placeList(p.Places, files) + " " +
			verb(p, "returns and writes", "return and write") + " nothing but what " +
			verb(p, "it is", "they are") + " given"
	}
	return p.Kind.String()
}

// verb is the form for one function or for several.
func verb(p engine.Premise, one, several string) string {
	if len(p.Functions) == 1 {
		return one
	}
	return several
}

// maxNames is how many functions are named.
const maxNames = 3

// nameList names functions: "f", "f and g", "f, g and 4 more".
func nameList(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n <= maxNames:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNames-1], ", "), len(names)-maxNames+1)
}

// placeList names places: "a.c:3", "a.c:3 and a.c:5", "a.c:3 and 4 more places".
func placeList(places []source.Pos, files *source.Files) string {
	first := shortPlace(files.Format(places[0]))
	switch more := len(places) - 1; more {
	case 0:
		return first
	case 1:
		return first + " and " + shortPlace(files.Format(places[1]))
	default:
		return fmt.Sprintf("%s and %d more places", first, more)
	}
}

// scope prints, in a line each, what the proofs take for granted and what --strict has set:
//
//	assumes: allocation succeeds (--may-fail), sequential consistency (weaker orders at a.c:20)
func (s Summary) scope(b *strings.Builder) {
	if len(s.Strict) > 0 {
		fmt.Fprintf(b, "strict: %s\n", strings.Join(s.Strict, ", "))
	}
	if line := s.Assumes(); line != "" {
		fmt.Fprintf(b, "assumes: %s\n", line)
	}
	if line := s.remembered(); line != "" {
		fmt.Fprintf(b, "remembered: %s\n", line)
	}
}

// remembered says how many of the answers an earlier run has found; empty: none.
func (s Summary) remembered() string {
	n, all := 0, s.each()
	for _, p := range all {
		if p.Result.Remembered {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case n < len(all):
		return fmt.Sprintf("%d of %d answers, of an earlier run about the same program", n, len(all))
	}
	return "the answer of an earlier run about the same program"
}

// Assumes is what the proofs take for granted in one line, each with the flag that lifts it; empty: nothing.
func (s Summary) Assumes() string {
	var b strings.Builder
	list := s.Premises()
	for i, p := range list {
		b.WriteString(p.Text)
		again := i+1 < len(list) && p.Flag != "" && list[i+1].Flag == p.Flag
		if p.Flag != "" && !again {
			fmt.Fprintf(&b, " (%s)", p.Flag)
		}
		switch {
		case again:
			b.WriteString(" and ")
		case i+1 < len(list):
			b.WriteString(", ")
		}
	}
	return b.String()
}
