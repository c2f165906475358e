package parse

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"whittle.dev/internal/frontend/c/ctext"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/source"
)

// c23Words are keywords of C23 that are ordinary names before, with what they mean. A program may define them
// for itself, so they are tried only when it cannot be read without.
var c23Words = []struct{ name, meaning string }{
	{"bool", "_Bool"}, {"true", "((_Bool)1)"}, {"false", "((_Bool)0)"}, {"nullptr", "((void *)0)"},
	{"static_assert", "_Static_assert"}, {"alignas", "_Alignas"}, {"alignof", "_Alignof"},
	{"thread_local", "_Thread_local"},
}

// maxRelaxed bounds how often a file is parsed again.
const maxRelaxed = 4

// translateRelaxed runs the parser over a file. If the parser refuses something that compilers accept with a
// warning, or that is new in C23, it gets an equivalent text. What it says of the original is reported if
// that does not help.
func (u *Unit) translateRelaxed(
	ctx context.Context, cfg *Config, pre *prune.Preamble, text *ctext.Text, command string,
	sources func(string) []cc.Source,
	diags *source.Diagnostics,
) error {
	original := text.Text
	var notes, first source.Diagnostics
	notes.Files, first.Files = diags.Files, diags.Files
	u.excess = nil
	err := u.translate(ctx, cfg, pre, &first, sources(command))
	trial, result := &first, err
	for try := 0; try < maxRelaxed && result == nil && trial.HasErrors(); try++ {
		words := newWords(text.Text)
		switch {
		case u.cutExcess(text, &notes):
		case words != "" && !strings.HasSuffix(command, words):
			command += words
		default:
			try = maxRelaxed
			continue
		}
		trial = &source.Diagnostics{Files: diags.Files}
		u.excess = nil
		result = u.translate(ctx, cfg, pre, trial, sources(command))
	}
	if result != nil || trial.HasErrors() {
		if strings.Contains(command, layout.BitIntBase) {
			first = *trial // the parser knows no _BitInt, so what it says of the original does not help
		}
		trial, text.Text, notes = &first, original, source.Diagnostics{}
		u.AST = nil
	} else {
		err = nil
	}
	hint := ""
	if trial.HasErrors() && strings.Contains(command, layout.BitIntBase) {
		hint = fmt.Sprintf(" (the width of a _BitInt must be a number up to %d here)", layout.MaxBitInt)
	}
	for _, from := range []*source.Diagnostics{&notes, trial} {
		for _, d := range from.All() {
			diags.Add(d.Severity, d.Pos, "%s%s", d.Message, hint)
			hint = ""
		}
	}
	return err
}

// newWords returns definitions of those C23 keywords that occur in a text.
func newWords(text []byte) string {
	seen := map[string]bool{}
	lex.EachWord(text, func(word []byte) { seen[string(word)] = true })
	var b strings.Builder
	if seen["_BitInt"] || seen["_ExtInt"] {
		b.WriteString(layout.BitIntMacros())
	}
	for _, w := range c23Words {
		if seen[w.name] {
			b.WriteString("#define " + w.name + " " + w.meaning + "\n")
		}
	}
	return b.String()
}

// noteExcess remembers where the parser found an initialiser without anything to initialise.
func (u *Unit) noteExcess(p token.Position, msg string) {
	if strings.Contains(msg, "too many items in initializer") && p.Filename == u.Name {
		u.excess = append(u.excess, p)
	}
}

// cutExcess blanks initialisers that have nothing to initialise, up to the brace after them, and reports
// whether there were any.
func (u *Unit) cutExcess(t *ctext.Text, diags *source.Diagnostics) bool {
	cut := false
	if len(u.excess) > 0 {
		t.Text = slices.Clone(t.Text) // what is shown to people stays as it is
	}
	for _, p := range u.excess {
		begin := t.Offset(p.Line, p.Column)
		if begin < 0 || begin >= len(t.Text) || t.Text[begin] == ' ' {
			continue
		}
		end := closingBrace(t.Text[begin:])
		if end < 0 {
			return false
		}
		for i := begin; i < begin+end; i++ {
			if t.Text[i] != '\n' {
				t.Text[i] = ' '
			}
		}
		diags.Add(source.Warning, u.Pos(p), "excess initialisers are ignored")
		cut = true
	}
	return cut
}

// closingBrace is the offset of the brace that closes what a text stands in; -1 if there is none, or what
// stands before cannot be skipped without knowing more of C.
func closingBrace(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				if c == '}' {
					return i
				}
				return -1
			}
			depth--
		case ';', '#', '\\':
			return -1
		case '"', '\'':
			i = lex.LiteralEnd(text, i) - 1
		case '/':
			if lex.IsComment(text, i) {
				i = lex.CommentEnd(text, i) - 1
			}
		}
	}
	return -1
}
