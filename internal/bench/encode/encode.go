package encode

import (
	"encoding/csv"
	"encoding/json"
	"io"
)

// CSV writes rows; the first is the head line.
func CSV(w io.Writer, rows [][]string) error {
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}

// JSON writes a value with lines of its own for its parts, and text as it is.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
