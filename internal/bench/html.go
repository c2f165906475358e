package bench

import (
	"io"

	"whittle.dev/internal/page"
)

// HTML writes the results as one page.
func (t *Table) HTML(w io.Writer, title string) error {
	return page.Page{Title: title}.Write(w)
}
