package bench

import (
	"encoding/csv"
	"encoding/json"
	"io"
)

// writeCSV writes rows; the first is the head line.
func writeCSV(w io.Writer, rows [][]string) error {
	return csv.NewWriter(w).WriteAll(rows) // which flushes
}

// writeJSON writes a value with lines of its own for its parts, and text as it is.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
