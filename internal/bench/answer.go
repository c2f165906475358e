package bench

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"whittle.dev/internal/lazy"
	"whittle.dev/internal/property"
)

// answer reads what a process printed and how it ended.
func (u usage) answer(it Item) (score Score, verdict, why string) {
	if u.killed != "" {
		// Running into a limit is no failure, whoever noticed it first.
		return Unknown, "unknown", u.killed
	}
	if u.err != nil {
		return Failed, "unknown", u.err.Error()
	}
	if u.exit != 0 && u.exit != 1 && u.exit != 3 {
		return Failed, "unknown", fmt.Sprintf("exit code %d: %s", u.exit, lastLine(u.stderr))
	}
	var out struct {
		Verdict, Why, Where string
	}
	if err := json.Unmarshal(u.stdout, &out); err != nil {
		return Failed, "unknown", fmt.Sprintf("exit code %d, and the output is not JSON: %v", u.exit, err)
	}
	v, err := property.ParseVerdict(out.Verdict)
	if err != nil {
		return Failed, "unknown", err.Error()
	}
	why = out.Why
	if out.Where != "" {
		why = filepath.Base(out.Where) + ": " + why
	}
	if want := map[property.Kind]int{property.True: 0, property.False: 1,
		property.Unknown: 3}[v.Kind]; u.exit != want {
		return Failed, v.String(), fmt.Sprintf("the exit code is %d but the verdict %s", u.exit, v)
	}
	return judge(it.Expected, v), v.String(), why
}

// peakMemory is what a process says about its own peak memory, 0 when it says
// nothing. The operating system's number is no smaller than what the runner
// itself used when it started the process.
func (u usage) peakMemory() uint64 {
	return uint64(u.stats([]string{"peak memory"})["peak memory"])
}

// stats are the numbers with these names that a process gives; nil if there are none.
func (u usage) stats(names []string) map[string]float64 {
	var out struct {
		Stats []struct {
			Name  string
			Value float64
		}
	}
	if len(names) == 0 || json.Unmarshal(u.stdout, &out) != nil {
		return nil
	}
	var found map[string]float64
	for _, s := range out.Stats {
		if slices.Contains(names, s.Name) {
			if found == nil {
				found = make(map[string]float64, len(names))
			}
			found[s.Name] = s.Value
		}
	}
	return found
}

// lastLine returns the last line that says something, of a crash its first.
func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for _, l := range lines {
		if strings.HasPrefix(l, "panic:") || strings.HasPrefix(l, "fatal error:") {
			return l
		}
	}
	for _, l := range slices.Backward(lines) {
		if !quotedLine().MatchString(l) {
			return l
		}
	}
	return lines[len(lines)-1]
}

// quotedLine finds lines in which a message quotes the program: "   12 | x = ;".
var quotedLine = lazy.Regexp(`^\s*\d*\s*\|`)
