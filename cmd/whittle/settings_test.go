package main

import (
	"maps"
	"strings"
	"testing"

	"whittle.dev/internal/run"
)

// TestSetTwice: --set may name a setting again with the same value only.
func TestSetTwice(t *testing.T) {
	got := map[string]string{}
	s := &settings{set: func(key, value string) { got[key] = value }}
	if err := s.Replace([]string{"bmc.values=off", "pbmc.depth=3", "bmc.values=off"}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"pbmc.depth=4": `was set to "3" before`,
		"pbmc.depth": "expected ENGINE.NAME=VALUE"} {
		if err := s.Set(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if want := map[string]string{"bmc.values": "off", "pbmc.depth": "3"}; !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// TestEncoding: the flag that once chose the engine agrees with --engine, in either order.
func TestEncoding(t *testing.T) {
	for _, c := range []struct{ engine, encoding, want string }{
		{"", "", ""}, {"ceds", "", "ceds"}, {"", "steps", "pbmc"}, {"", "events", "bmc"},
		{"bmc", "steps", "pbmc"}, {"auto", "events", "bmc"}, {"pbmc", "steps", "pbmc"},
		{"ceds", "steps", "error"}, {"pbmc", "events", "error"}, {"", "other", "error"},
	} {
		for _, engineFirst := range []bool{true, false} {
			var o run.Options
			choice := &engineChoice{o: &o}
			words := []struct {
				to   *engineWord
				text string
			}{{&engineWord{choice, &choice.name}, c.engine}, {&engineWord{choice, &choice.encoding},
				c.encoding}}
			if !engineFirst {
				words[0], words[1] = words[1], words[0]
			}
			got := ""
			for _, w := range words {
				if w.text != "" && w.to.Set(w.text) != nil {
					got = "error"
				}
			}
			if got == "" {
				got = o.Engine
			}
			if got != c.want {
				t.Errorf("engine %q, encoding %q: %q, want %q", c.engine, c.encoding, got, c.want)
			}
		}
	}
}

// TestImprovements: a name that is none changes nothing from there on, and all stands for the switch of all.
func TestImprovements(t *testing.T) {
	got := map[string]string{}
	v := &improvements{set: func(key, value string) { got[key] = value }, to: "off"}
	if err := v.Set("all"); err != nil || !maps.Equal(got, map[string]string{"pbmc.improvements": "off"}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, name := range pbmcImprovements() {
		if err := v.Set(name); err != nil || got["pbmc."+name] != "off" {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if err := v.Set("depth"); err == nil || got["pbmc.depth"] != "" {
		t.Errorf("a setting that is no switch: %v, %v", got, err)
	}
}
