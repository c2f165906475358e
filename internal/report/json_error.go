package report

import (
	"encoding/json"
	"fmt"
	"io"

	"whittle.dev/internal/source"
)

// jsonDiagnostic is a message about the program.
type jsonDiagnostic struct {
	Where    string `json:"where,omitempty"` // file:line:column
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

func jsonDiagnostics(list *source.Diagnostics) []jsonDiagnostic {
	if list == nil {
		return nil
	}
	var out []jsonDiagnostic
	for _, m := range list.All() {
		d := jsonDiagnostic{Severity: m.Severity.String(), Message: m.Message}
		if m.Pos.IsValid() && list.Files != nil {
			d.Where = list.Files.Format(m.Pos)
		}
		out = append(out, d)
	}
	return out
}

// JSONError writes the object that stands in the place of that of JSON where there is no answer because of
// err.
func JSONError(w io.Writer, list *source.Diagnostics, err error) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	werr := enc.Encode(struct {
		Version     int              `json:"version"`
		Verdict     string           `json:"verdict"`
		Error       string           `json:"error"`
		Diagnostics []jsonDiagnostic `json:"diagnostics,omitempty"`
	}{JSONVersion, "unknown", err.Error(), jsonDiagnostics(list)})
	if werr != nil {
		return fmt.Errorf("writing JSON: %w", werr)
	}
	return nil
}
