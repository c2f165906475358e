package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// TerminalWidth returns the width of the terminal that w writes to.
func TerminalWidth(w io.Writer) (width int, terminal bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	return width, err == nil
}
