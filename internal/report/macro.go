package report

import (
	"path/filepath"
	"strings"

	"whittle.dev/internal/english"
	"whittle.dev/internal/source"
)

// inMacro says on a line of what a macro expands to where in the macro's definition it stands, besides the
// place where the macro is used: by the line of the definition, if there are several, else by its place
// alone.
func (w *words) inMacro(l *line, macro source.Pos, files *source.Files) {
	if !macro.IsValid() {
		return
	}
	file, at := splitPlace(files.Format(macro))
	at = filepath.Base(file) + at
	text, ok := files.Line(macro)
	if !ok || !w.spread[l.pos] {
		l.text += " [" + at + "]"
		return
	}
	l.text = at + ": " + english.OneLine(strings.TrimSuffix(strings.TrimRight(text, " \t"), "\\"))
}
