package probe

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// checkText refuses texts that would be more than one expression.
func checkText(text string, result bool) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("the expression is empty")
	}
	var open []byte
	rest := text
	if result {
		rest = strings.ReplaceAll(text, `\result`, "       ")
	}
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; c {
		case '(', '[':
			open = append(open, c)
		case ')', ']':
			if len(open) == 0 || open[len(open)-1] != c-1 && open[len(open)-1] != c-2 {
				return fmt.Errorf("the brackets of %q do not match", text)
			}
			open = open[:len(open)-1]
		case '\'', '"':
			end := i + 1
			for end < len(rest) && rest[end] != c {
				if rest[end] == '\\' {
					end++
				}
				end++
			}
			if end >= len(rest) {
				return fmt.Errorf("a literal in %q does not end", text)
			}
			i = end
		case '\\':
			word := rest[i:]
			if n := strings.IndexFunc(word[1:], func(r rune) bool {
				return r > 127 ||
					!lex.IsIdent(byte(r))
			}); n >= 0 {
				word = word[:n+1]
			}
			return fmt.Errorf("%s is not supported in the expression %q", word, text)
		case ';', '{', '}', '#', '\n', '\r', '`', '@':
			return fmt.Errorf("%q is no expression: %q is not allowed", text, c)
		case '/':
			if i+1 < len(rest) && (rest[i+1] == '/' || rest[i+1] == '*') {
				return fmt.Errorf("%q has a comment", text)
			}
		default:
			if c < ' ' && c != '\t' || c == 0x7f {
				return fmt.Errorf("%q is no text", text)
			}
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("the brackets of %q do not match", text)
	}
	return nil
}

// Parse parses a program twice: once to find the places of its monitor, once with its expressions.
func Parse(ctx context.Context, m *Monitor, cfg parse.Config, files *source.Files,
	diags *source.Diagnostics) ([]*parse.Unit, *Plan, error) {
	first, err := parse.Program(ctx, cfg, files, diags)
	if err != nil {
		return nil, nil, err
	}
	plan, err := planMonitor(m, first)
	if err != nil {
		return nil, nil, err
	}
	if cfg.Inserts, err = plan.insertions(-1); err != nil {
		return nil, nil, err
	}
	cfg.Declarations = probeDeclarations
	m.Notes, m.Sites = plan.notes, nil
	for _, s := range plan.ProbeSites {
		m.Sites = append(m.Sites, s.At)
	}
	trial := &source.Diagnostics{}
	units, err := parse.Program(ctx, cfg, files, trial)
	if err == nil {
		return units, plan, plan.check(units)
	}
	if ctx.Err() != nil {
		return nil, nil, err
	}
	// One of the expressions is wrong. Which one is found by trying each alone.
	for i := range m.Probes {
		if k := m.Probes[i].Kind; k == Enter || k == Branch {
			continue
		}
		inserts, problem := plan.insertions(i)
		if problem != nil {
			return nil, nil, problem
		}
		cfg.Inserts = inserts
		alone := &source.Diagnostics{}
		if _, err := parse.Program(ctx, cfg, &source.Files{}, alone); err != nil {
			if ctx.Err() != nil {
				return nil, nil, err
			}
			return nil, nil, &Error{Probe: i, Target: -1, Expr: true,
				Msg: fmt.Sprintf("the expression %q is not correct there: %s", m.Probes[i].Expr,
					firstMessage(alone, err))}
		}
	}
	return nil, nil, err
}

// firstMessage is the first error without its place, which is that of an inserted text.
func firstMessage(diags *source.Diagnostics, err error) string {
	for _, d := range diags.All() {
		if d.Severity == source.Error {
			return strings.ReplaceAll(d.Message, ResultName, `\result `)
		}
	}
	return err.Error()
}

// check looks at the expressions as the parser understood them.
func (plan *Plan) check(units []*parse.Unit) error {
	var err error
	for _, u := range units {
		if u.Model {
			continue
		}
		syntax.Walk(u.AST.TranslationUnit, func(n cc.Node) bool {
			x, ok := n.(*cc.PostfixExpression)
			if !ok || err != nil || x.Case != cc.PostfixExpressionCall {
				return err == nil
			}
			d := syntax.Callee(x.PostfixExpression)
			if d == nil || d.Name() != Call && d.Name() != NoteCall {
				return true
			}
			args := syntax.Arguments(x)
			s, ok := plan.siteOf(args)
			if !ok {
				return true
			}
			if len(args)-1 != len(s.Probes) {
				p := s.Probes[0]
				err = &Error{Probe: p, Target: -1, Expr: true,
					Msg: fmt.Sprintf("the macros in %q, or in another expression at that place, make more "+
						"than one of it", plan.Probes[p].Expr)}
				return false
			}
			for i, e := range args[1:] {
				if what := badProbe(e); what != "" {
					p := s.Probes[i]
					err = &Error{Probe: p, Target: -1, Expr: true,
						Msg: fmt.Sprintf("the expression %q %s", plan.Probes[p].Expr, what)}
					return false
				}
			}
			return false
		})
	}
	return err
}

// badProbe says what is wrong with the expression of a probe.
func badProbe(e cc.ExpressionNode) string {
	switch t := e.Type(); {
	case syntax.HasEffect(e):
		return "has a side effect"
	case syntax.HasCall(e):
		return "calls a function, which is not supported"
	case t == nil || spellType(t.Decay()) == "":
		return "has a type that is neither an integer nor a pointer"
	}
	return ""
}

// siteOf finds the site whose number is the first argument of a call.
func (plan *Plan) siteOf(args []cc.ExpressionNode) (*Site, bool) {
	if len(args) == 0 {
		return nil, false
	}
	n, err := strconv.Atoi(syntax.Excerpt(args[0]))
	if err != nil || n < 0 || n >= len(plan.ProbeSites) {
		return nil, false
	}
	return plan.ProbeSites[n], true
}
