package wire_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/cluster/wire"
	"whittle.dev/internal/property"
)

// job is one that is in order.
func job() *wire.Job {
	return &wire.Job{Version: wire.Version, Run: "nightly", Item: tasks.Item{Name: "a/b.yml", Set: "a",
		Property: property.UnreachCall}, Expected: "false(unreach-call)",
		Config: tasks.NamedArgs{Name: "deep", Args: []string{"--unwind", "8"}},
		Limits: wire.Limits{Wall: time.Minute, Memory: 1e9}, Main: "b.yml",
		Files: []wire.File{{Path: "b.yml", Hash: wire.Hash([]byte("x")), Size: 1},
			{Path: "properties/u.prp", Hash: wire.Hash(nil)}}}
}

func TestJob(t *testing.T) {
	j := job()
	data, err := j.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := wire.DecodeJob(data)
	if err != nil {
		t.Fatal(err)
	}
	if got.ID() != j.ID() || got.Item.Expected != property.Violated(property.UnreachCall) ||
		got.Files[1] != j.Files[1] || got.Limits != j.Limits {
		t.Errorf("got %+v", got)
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(j *wire.Job)
	}{
		{"version", "version 2", func(j *wire.Job) { j.Version = 2 }},
		{"run", "no name of a run", func(j *wire.Job) { j.Run = "a.>" }},
		{"no run", "no name of a run", func(j *wire.Job) { j.Run = "" }},
		{"tool", "another tool", func(j *wire.Job) { j.Config.External = &tasks.External{} }},
		{"property", "nothing", func(j *wire.Job) { j.Item.Property = "nothing" }},
		{"expected", "perhaps", func(j *wire.Job) { j.Expected = "perhaps" }},
		{"above", "leads out", func(j *wire.Job) { j.Files[0].Path = "../b.yml" }},
		{"above within", "leads out", func(j *wire.Job) { j.Files[0].Path = "a/../../b.yml" }},
		{"absolute", "leads out", func(j *wire.Job) { j.Files[0].Path = "/etc/passwd" }},
		{"empty path", "leads out", func(j *wire.Job) { j.Files[0].Path = "" }},
		{"hash", "no hash", func(j *wire.Job) { j.Files[0].Hash = "../../x" }},
		{"size", "bytes", func(j *wire.Job) { j.Files[0].Size = wire.MaxFile + 1 }},
		{"negative", "bytes", func(j *wire.Job) { j.Files[0].Size = -1 }},
		{"main", "not among", func(j *wire.Job) { j.Main = "c.yml" }},
		{"many", "files", func(j *wire.Job) { j.Files = make([]wire.File, wire.MaxFiles+1) }},
	} {
		j := job()
		c.change(j)
		data, err := json.Marshal(j)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := wire.DecodeJob(data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q in it", c.name, err, c.want)
		}
	}
	good, err := job().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"nothing": "", "no JSON": "hello", "list": "[]", "more": string(good) + "{}",
		"unknown field": strings.Replace(string(good), `"run"`, `"shell":"rm","run"`, 1),
		"long":          string(good) + strings.Repeat(" ", wire.MaxMessage),
	} {
		if _, err := wire.DecodeJob([]byte(text)); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// FuzzJob looks for texts that end the reader, and for jobs that are read as others than they were.
func FuzzJob(f *testing.F) {
	data, err := job().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := wire.DecodeJob(data)
		if err != nil {
			return
		}
		again, err := j.Encode()
		if err != nil {
			return // larger than the text
		}
		if k, err := wire.DecodeJob(again); err != nil || k.ID() != j.ID() || k.Main != j.Main {
			t.Errorf("%s is read as %+v (%v)", again, k, err)
		}
	})
}

func TestDiffers(t *testing.T) {
	base := wire.Run{Version: wire.Version, Name: "r", Build: "b", Total: 2, Tasks: "t",
		Stats:   []string{"steps"},
		Configs: []tasks.NamedArgs{{Name: "x"}}, Limits: wire.Limits{Wall: 1}}
	same := base
	same.Created, same.Cancelled = time.Unix(1, 0), true
	if d := base.Differs(&same); d != "" {
		t.Errorf("the same run differs: %s", d)
	}
	for want, change := range map[string]func(r *wire.Run){
		"build":          func(r *wire.Run) { r.Build = "c" },
		"tasks":          func(r *wire.Run) { r.Tasks = "u" },
		"configurations": func(r *wire.Run) { r.Configs = nil },
		"limits":         func(r *wire.Run) { r.Limits.Memory = 1 },
		"numbers":        func(r *wire.Run) { r.Stats = nil },
	} {
		other := base
		change(&other)
		if d := base.Differs(&other); !strings.Contains(d, want) {
			t.Errorf("%s: %q", want, d)
		}
	}
}
