package parse

import (
	"regexp"
	"strconv"
	"strings"

	"modernc.org/token"

	"whittle.dev/internal/lazy"
	"whittle.dev/internal/source"
)

// maxErrors is how many type errors of one file are shown.
const maxErrors = 20

var (
	originRE = lazy.Regexp(`\s*\([\w.]+\.go:\d+:\w*:?\)`)
	placeRE  = lazy.Regexp(`^(.*?):(\d+):(\d+):?\s*`)
	// followUpRE finds what the parser adds to errors that it reported.
	followUpRE = lazy.Regexp(`TODO .*missed/failed type check`)
	todoRE     = lazy.Regexp(`[\w.]+\.go:\d+:\w*\s+TODO|^TODO`)
)

// report turns the parser's errors into diagnostics. After a syntax error
// most of what follows is noise, so only the first is shown.
func (u *Unit) report(err error, diags *source.Diagnostics) {
	lines := strings.Split(err.Error(), "\n")
	for _, l := range lines {
		if m := placeRE().FindStringSubmatch(l); m != nil {
			line, _ := strconv.Atoi(m[2])
			col, _ := strconv.Atoi(m[3])
			u.noteExcess(token.Position{Filename: m[1], Line: line, Column: col}, l)
		}
	}
	// What has no place, or speaks of an invalid type, follows from an error
	// that was reported before; it is shown when there is nothing better.
	for _, worth := range []func(string) bool{
		func(l string) bool { return placeRE().MatchString(l) && !strings.Contains(l, "<invalid type>") },
		func(l string) bool { return !followUpRE().MatchString(l) },
		func(l string) bool { return true },
	} {
		if u.show(lines, worth, diags) > 0 {
			return
		}
	}
	diags.Add(source.Error, source.Pos{}, "%s: the C parser cannot type the program", u.Name)
}

// show adds the lines that are worth it, and returns their number.
func (u *Unit) show(lines []string, worth func(string) bool, diags *source.Diagnostics) int {
	shown := 0
	for _, line := range lines {
		if !worth(line) {
			continue
		}
		var at token.Position
		if m := placeRE().FindStringSubmatch(line); m != nil {
			at.Filename = m[1]
			at.Line, _ = strconv.Atoi(m[2])
			at.Column, _ = strconv.Atoi(m[3])
			line = line[len(m[0]):]
			if m[1] == EndName {
				line = strings.ReplaceAll(line, "_Static_assert", "end of file")
			}
		}
		msg := u.cleanMessage(line)
		if msg == "" {
			continue
		}
		syntax := isSyntax(msg)
		if text, ok := u.quoted(at); ok {
			msg = text
		} else {
			at, msg = u.explain(at, msg)
		}
		pos := u.Pos(at)
		if !pos.IsValid() {
			msg = u.Name + ": " + msg
		}
		diags.Add(source.Error, pos, "%s", msg)
		if shown++; shown >= maxErrors || syntax {
			break
		}
	}
	return shown
}

var errorRE = lazy.Regexp(`^\s*#\s*error\b\s*(.*[^\s\\])\s*$`)

// quoted is the text of an #error on a line as it is written there: the parser, which makes tokens of it,
// joins spaces.
func (u *Unit) quoted(at token.Position) (string, bool) {
	t := u.Texts[at.Filename]
	if t == nil {
		return "", false
	}
	m := errorRE().FindSubmatch(t.PeopleLine(at.Line))
	if m == nil {
		return "", false
	}
	return string(m[1]), true
}

func isSyntax(msg string) bool {
	return strings.HasPrefix(msg, "unexpected") || strings.HasPrefix(msg, "expected") ||
		strings.Contains(msg, "file not found")
}

// rewordings turn what the parser says to its authors into what it means.
var rewordings = []struct {
	re  func() *regexp.Regexp
	msg string
}{
	{lazy.Regexp(`DeclarationSpecifiers missed/failed type check`),
		"these type specifiers do not go together"},
	{lazy.Regexp(`FERR .*parsing "([^"]*)"`), "$1 is no number"},
	{lazy.Regexp(`TODO \*cc\.\w+Type <- `),
		"the value cannot be converted to the type of what it initialises"},
	{lazy.Regexp(`^internal error: \w+Expression`), "something that is not an lvalue is assigned to"},
}

// cleanMessage takes the parser's own source positions out of a message.
func cleanMessage(msg string) string {
	for _, r := range rewordings {
		if re := r.re(); re.MatchString(msg) {
			return string(re.ExpandString(nil, r.msg, msg, re.FindStringSubmatchIndex(msg)))
		}
	}
	msg = originRE().ReplaceAllString(msg, "")
	msg = todoRE().ReplaceAllString(msg, "not supported by the parser:")
	return strings.TrimRight(strings.TrimSpace(msg), ":")
}

var innerRE = lazy.Regexp(`([^\s:]+):(\d+):(\d+)`)

// cleanMessage also translates places that a message mentions ("first definition at f.c:3:5").
func (u *Unit) cleanMessage(msg string) string {
	msg = cleanMessage(msg)
	return innerRE().ReplaceAllStringFunc(msg, func(s string) string {
		m := innerRE().FindStringSubmatch(s)
		if _, ok := u.Texts[m[1]]; !ok {
			return s
		}
		l, _ := strconv.Atoi(m[2])
		c, _ := strconv.Atoi(m[3])
		return u.Files.Format(u.Pos(token.Position{Filename: m[1], Line: l, Column: c}))
	})
}
