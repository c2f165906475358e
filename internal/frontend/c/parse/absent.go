package parse

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/lazy"
	"whittle.dev/internal/source"
)

// A header that is not found is taken to be empty if nothing shows that the program needs it: the rest has no
// errors, calls no function that is not declared, and has no condition on a macro that is defined nowhere and
// that the header might define. Otherwise it is the error that it is for a compiler.

// absentDir is searched last; it has the headers of parsed.absent.
const absentDir = "<whittle-absent>"

// An absentHeader was included, and is not found.
type absentHeader struct {
	name  string
	place token.Position
}

// openAbsent opens a file of absentDir.
func (u *Unit) openAbsent(name string) *memFile {
	for _, h := range u.absent {
		if path.Join(absentDir, h.name) == name {
			return &memFile{name: name, data: []byte("\n")}
		}
	}
	return nil
}

var absentRE = lazy.Regexp(`(?m)^(.*?):(\d+):(\d+):? .*include file not found: <([^>\n]+)>`)

// takesAsEmpty reports whether an error is that a header is not found, which is then taken to be empty.
func (u *Unit) takesAsEmpty(err error) bool {
	const most = 50 // headers: each has the unit parsed again
	if err == nil || u.Model || u.part != nil || len(u.absent) == most {
		return false
	}
	m := absentRE().FindStringSubmatch(err.Error())
	if m == nil || slices.Contains(cppHeaders, m[4]) || u.openAbsent(path.Join(absentDir, m[4])) != nil {
		return false
	}
	line, _ := strconv.Atoi(m[2])
	column, _ := strconv.Atoi(m[3])
	u.absent = append(u.absent, absentHeader{m[4], token.Position{Filename: m[1], Line: line,
		Column: column}})
	return true
}

// reportAbsent says which headers were taken to be empty. It is false, and that the first is missing is an
// error, if the unit may need what is in them.
func (u *Unit) reportAbsent(cfg *Config, pre *prune.Preamble, failed bool, diags *source.Diagnostics) bool {
	if len(u.absent) == 0 {
		return true
	}
	if failed || u.callsUndeclared() || u.asksUndefined(cfg, pre) {
		h := u.absent[0]
		diags.Add(source.Error, u.Pos(h.place), "include file not found: <%s>", h.name)
		return false
	}
	for _, h := range u.absent {
		diags.Add(source.Warning, u.Pos(h.place), "include file not found: <%s>; nothing seems to need it, "+
			"so it is taken to be empty", h.name)
	}
	return true
}

// callsUndeclared reports whether a function is called that is not declared.
func (u *Unit) callsUndeclared() bool {
	found := false
	syntax.WalkUnit(u.AST, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && !found && x.Case == cc.PostfixExpressionCall {
			if callee, ok := x.PostfixExpression.(*cc.PrimaryExpression); ok &&
				callee.Case == cc.PrimaryExpressionIdent {
				// The parser makes up a declaration, which stands in no scope.
				name := callee.Token.SrcStr()
				found = syntax.Callee(callee) != nil && len(u.AST.Scope.Nodes[name]) == 0 &&
					!strings.HasPrefix(name, "__builtin_")
			}
		}
		return !found
	})
	return found
}

var (
	conditionRE = lazy.Regexp(`(?m)^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|elifdef|elifndef)\b(.*)`)
	definesRE   = lazy.Regexp(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)`)
	nameRE      = lazy.Regexp(`\b[A-Za-z_]\w*`)
)

// asksUndefined reports whether a file of the unit has a condition on a macro that is defined nowhere.
func (u *Unit) asksUndefined(cfg *Config, pre *prune.Preamble) bool {
	command, err := commandLine(cfg)
	if err != nil {
		return true
	}
	defined := map[string]bool{"defined": true}
	note := func(text []byte) {
		for _, m := range definesRE().FindAllSubmatch(text, -1) {
			defined[string(m[1])] = true
		}
	}
	note([]byte(command))
	note(pre.Macros.Text)
	note(pre.Prelude.Text)
	for _, h := range u.opened {
		if text, err := library.Header(h); err == nil {
			note(text)
		}
	}
	for _, t := range u.Texts {
		note(t.Text)
	}
	for _, t := range u.Texts {
		for _, m := range conditionRE().FindAllSubmatch(t.Text, -1) {
			condition, _, _ := strings.Cut(string(m[1]), "/*")
			if strings.HasSuffix(strings.TrimSpace(condition), "\\") {
				return true // it goes on in the next line
			}
			for _, name := range nameRE().FindAllString(condition, -1) {
				if !defined[name] {
					return true
				}
			}
		}
	}
	return false
}
