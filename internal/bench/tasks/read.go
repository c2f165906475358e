package tasks

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// ReadResults reads the records of a results file, of whatever build, command or limits, and how they came
// about. A last line that is not complete is left out.
func ReadResults(name string) ([]Record, Setup, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, Setup{}, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	if len(text) == 0 {
		return nil, Setup{}, fmt.Errorf("%s: there are no results in it", name)
	}
	var out []Record
	var setup Setup
	index := map[string]int{}
	sc := bufio.NewScanner(bytes.NewReader(text))
	sc.Buffer(nil, 1<<24)
	for n := 1; sc.Scan(); n++ {
		if n == 1 {
			var h header
			if err := json.Unmarshal(sc.Bytes(), &h); err != nil || h.Version == 0 {
				return nil, setup, fmt.Errorf("%s:1: this is no file that --results has written", name)
			}
			if h.Version != resultsVersion {
				return nil, setup, fmt.Errorf("%s:1: version %d of results, expected %d", name, h.Version,
					resultsVersion)
			}
			setup = h.setup()
			continue
		}
		var r Record
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			return nil, setup, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if r.Name == "" || r.Verdict == "" {
			return nil, setup, fmt.Errorf("%s:%d: this is no record of a task", name, n)
		}
		k := RecordKey(r.Config, r.Item)
		if i, ok := index[k]; ok {
			out[i] = r
			continue
		}
		index[k] = len(out)
		out = append(out, r)
	}
	if err := sc.Err(); err != nil {
		return nil, setup, fmt.Errorf("%s: %w", name, err)
	}
	return out, setup, nil
}
