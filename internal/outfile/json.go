package outfile

import (
	"encoding/json"
	"io"
)

// JSON writes a value with lines of its own for its parts, and text as it is.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
