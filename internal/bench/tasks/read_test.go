package tasks

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadResults(t *testing.T) {
	dir := t.TempDir()
	head, err := json.Marshal(Config{Command: []string{"x"}}.header())
	if err != nil {
		t.Fatal(err)
	}
	rec := `{"task":"a.c","property":"unreach-call","verdict":"true","score":"right"}` + "\n"
	for _, c := range []struct{ text, want string }{
		{"", "no results"},
		{"{}\n", "no file that --results"},
		{"not json\n", "no file that --results"},
		{`{"version":9}` + "\n", "version 9"},
		{string(head) + "\n{\n" + rec, ":2: "},
		{string(head) + "\n{}\n", ":2: this is no record"},
	} {
		if _, _, err := ReadResults(write(t, filepath.Join(dir, "r.jsonl"), c.text)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	again := strings.Replace(rec, "right", "wrong", 1)
	recs, _, err := ReadResults(write(t, filepath.Join(dir, "r.jsonl"), string(head)+"\n"+rec+again+
		`{"task":"b`))
	if err != nil || len(recs) != 1 || recs[0].Score != Wrong {
		t.Errorf("a repeated record and half of one: %+v, %v", recs, err)
	}
}
