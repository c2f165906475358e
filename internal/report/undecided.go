package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
)

// openWords are what stands in the table beside an unknown verdict, by its reason; the sentences below the
// table say more, each once.
var openWords = map[engine.Reason]string{
	engine.Limit:        "not decided within the limits",
	engine.NotSupported: "something is not supported",
	engine.Undefined:    "undefined behaviour was not excluded",
	engine.Inexact:      "rests on what is not known exactly",
	engine.OtherTask:    "no engine decides it",
	engine.Failed:       "internal error",
}

// whyOpen says why the verdict is unknown, and at which place: "sigaction at file.c:24 is not supported".
func (s Summary) whyOpen() string {
	r := s.Result
	at := ""
	if r.Pos.IsValid() && s.Files != nil {
		at = shortPlace(s.Files.Format(r.Pos))
		if r.More > 0 {
			at += " or " + english.Count(r.More, "more place")
		}
	}
	in, placed := "", at
	if r.In != "" {
		in, placed = " in "+r.In, at+", in "+r.In
	}
	switch {
	case r.Reason == engine.Failed: // the description has the words of the defect
		return "whittle failed (internal error)"
	case r.What != "" && r.Reason == engine.NotSupported && r.Unfollowed:
		return joinPlace(r.What+in, at) + " is not followed by this engine"
	case r.What != "" && r.Reason == engine.NotSupported:
		text := joinPlace(r.What+in, at) + " is not supported"
		if r.Behind {
			text += ", and no violation was found behind it"
		}
		return text
	case r.What != "" && r.Reason == engine.Undefined:
		return joinPlace("undefined behaviour"+in, at) + " was not excluded: " + r.What
	case at != "":
		return placed + ": " + r.Why
	}
	return r.Why
}

// joinPlace puts a place after what is there.
func joinPlace(what, at string) string {
	if at == "" {
		return what
	}
	return what + " at " + at
}

// Helps are what may help where the verdict is unknown, in words.
func (s Summary) Helps() []string {
	var out []string
	for _, h := range s.Result.Helps {
		out = append(out, help(h))
	}
	return out
}

func help(h engine.Help) string {
	switch h.Kind {
	case engine.MoreTime:
		return fmt.Sprintf("more time (--timeout %s)", moreTime(h.Time))
	case engine.MoreMemory:
		return "more memory (--memory)"
	case engine.MoreTurns:
		return "a higher bound (--unwind), or none"
	case engine.GoOn:
		return "all of the time for it (--keep-going)"
	case engine.Define:
		return "a definition of " + h.Name + " in the program, such as a stub"
	case engine.AskMemory:
		return "the question whether it occurs (--property valid-memsafety)"
	case engine.SayMore:
		return "an assumption in the program that excludes it"
	case engine.AnyEngine:
		return "all engines together (without --engine)"
	case engine.ReportDefect:
		return "a report of the defect, with the file that describes it"
	}
	return ""
}

// moreTime is a time limit that is worth a try after one.
func moreTime(had time.Duration) string {
	switch s := 4 * had.Seconds(); {
	case s < 60:
		return "60s"
	case s < 600:
		return fmt.Sprintf("%.0fs", s)
	default:
		return fmt.Sprintf("%.0fm", s/60)
	}
}

// Open says why the verdict is unknown, with what may help.
func (s Summary) Open() string {
	text := s.whyOpen()
	if h := s.Helps(); len(h) > 0 {
		text += "; what helps: " + strings.Join(h, ", or ")
	}
	return text
}

// undecided says of the properties that are open why, each reason once:
//
//	5 properties undecided: sigaction at file.c:24 is not supported; what helps: a definition of sigaction in ...
func (s Summary) undecided(b *strings.Builder) {
	var sentences []string
	about := map[string][]string{}
	for _, p := range s.Several {
		if p.Result.Verdict.Kind != property.Unknown {
			continue
		}
		text := p.Open()
		if !slices.Contains(sentences, text) {
			sentences = append(sentences, text)
		}
		about[text] = append(about[text], string(p.Property))
	}
	for _, text := range sentences {
		switch list := about[text]; {
		case len(list) == 1:
			fmt.Fprintf(b, "%s is undecided: %s\n", list[0], text)
		case len(sentences) == 1:
			fmt.Fprintf(b, "%d properties undecided: %s\n", len(list), text)
		default:
			fmt.Fprintf(b, "%d properties (%s) undecided: %s\n", len(list), strings.Join(list, ", "), text)
		}
	}
}

// lines prints what texts says of each property, each text once with all properties that it is about.
func (s Summary) lines(b *strings.Builder, texts func(Summary) []string, format string) {
	var order []string
	about := map[string][]string{}
	for _, p := range s.Several {
		for _, text := range texts(p) {
			if !slices.Contains(order, text) {
				order = append(order, text)
			}
			about[text] = append(about[text], string(p.Property))
		}
	}
	for _, text := range order {
		fmt.Fprintf(b, format, strings.Join(about[text], ", "), text)
	}
}

// openFacts is what was shown about a property that is open.
func openFacts(p Summary) []string {
	if p.Result.Verdict.Kind != property.Unknown {
		return nil
	}
	return p.Result.Facts
}

// severalAssumed is what is assumed where that is too long for the table.
func severalAssumed(p Summary) []string {
	if len(p.Result.Assumed) < 2 {
		return nil
	}
	var out []string
	for _, a := range p.Result.Assumed {
		text := Assumed(a)
		if a.Pos.IsValid() && p.Files != nil {
			text += " at " + p.Files.Format(a.Pos)
		}
		out = append(out, text)
	}
	return out
}

// opinions prints why each engine has no answer.
func (s Summary) opinions(b *strings.Builder) {
	if s.Result.Verdict.Kind != property.Unknown {
		return
	}
	for _, o := range s.Result.Others {
		fmt.Fprintf(b, "%s, %s: %s\n", s.Property, o.Engine, o.Why)
	}
}
