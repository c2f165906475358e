package ceds

import (
	"strings"
	"testing"
)

// TestConfigErrors gives values that there are not, and settings that exclude each other; each message tells
// what there is.
func TestConfigErrors(t *testing.T) {
	for _, tt := range []struct {
		cfg  Config
		want string // "": it is right
	}{
		{Config{Store: "whole", Match: "none", Search: "bfs", Workers: maxWorkers}, ""},
		{Config{Store: "half"}, `"half" (known: sliced, whole)`},
		{Config{Match: "sub"}, `"sub" (known: subsume, equal, none)`},
		{Config{Search: "best"}, `"best" (known: dfs, bfs, random)`},
		{Config{Workers: -1}, "-1 workers"},
		{Config{Workers: maxWorkers + 1}, "workers (at most"},
		{Config{CacheDir: "x", NoCache: true}, "ceds.cache-dir"},
	} {
		_, err := tt.cfg.settings()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: %v, want %q", tt.cfg, err, tt.want)
		}
	}
}
