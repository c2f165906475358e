package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"whittle.dev/internal/cfa"
)

// Fingerprint is that of what is asked about a program: the program to the last edge, the property and the
// bound. Processes that have the same one may answer for each other.
func (t Task) Fingerprint() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, t.Property, t.MaxUnwind)
	for _, p := range []*cfa.Program{t.Program, t.Lowered} {
		if p == nil {
			fmt.Fprintln(h, "none")
			continue
		}
		if err := cfa.Fprint(h, p); err != nil {
			return "", fmt.Errorf("fingerprint of a task: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
