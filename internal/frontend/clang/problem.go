package clang

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"whittle.dev/internal/source"
)

var complaint = regexp.MustCompile(`(?m)^([^:\n]+):(\d+):(\d+): (?:fatal )?error: (.*)$`)

// problem makes an error of what the compiler has said.
func problem(file, tool, said string, err error) error {
	found := complaint.FindAllStringSubmatch(said, -1)
	if len(found) == 0 {
		said = strings.TrimSpace(said)
		if said == "" {
			said = err.Error()
		}
		return fmt.Errorf("%s: %s cannot compile this: %s", file, filepath.Base(tool), said)
	}
	first := found[0]
	line, _ := strconv.Atoi(first[2])
	col, _ := strconv.Atoi(first[3])
	msg := first[4]
	if first[1] == "<stdin>" {
		line, col, first[1] = 0, 0, file
	}
	if n := len(found) - 1; n > 0 {
		msg += fmt.Sprintf(" (and %d more from %s)", n, filepath.Base(tool))
	} else {
		msg += " (" + filepath.Base(tool) + ")"
	}
	return &source.FileError{File: first[1], Line: line, Col: col, Msg: msg}
}
