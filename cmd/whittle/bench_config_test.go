package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestParseConfig reads each form of a configuration, and what is none.
func TestParseConfig(t *testing.T) {
	for text, want := range map[string]configText{
		"cbmc":              {tool: "cbmc"},
		"cbmc:--unwind 3":   {tool: "cbmc", flags: "--unwind 3"},
		"old=cbmc:--trace":  {name: "old", tool: "cbmc", flags: "--trace"},
		"mine=dir/tool.yml": {name: "mine", tool: "dir/tool.yml"},
		"dir/tool.yaml":     {tool: "dir/tool.yaml"},
		"fast:--engine bmc": {name: "fast", flags: "--engine bmc"},
		"a=whittle:-D X=1":  {name: "a", flags: "-D X=1"},
		"base:":             {name: "base"},
	} {
		if got, err := parseConfig(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"": "no tool is called so", "cmbc": "no tool is called so", "=cbmc": "expected NAME=TOOL",
		"x=": "expected NAME=TOOL", "x=cmbc": `no tool is called "cmbc"`, ":--flag": "expected NAME:FLAGS",
	} {
		if got, err := parseConfig(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %+v, %v, want %q", text, got, err, want)
		}
	}
}

// TestWriteWrapped keeps every word, in lines of at most 100 columns besides the indentation.
func TestWriteWrapped(t *testing.T) {
	text := strings.Repeat("several words of a note  ", 30) + strings.Repeat("x", 120)
	var b bytes.Buffer
	writeWrapped(&b, text, "    ")
	if got, want := strings.Join(strings.Fields(b.String()), " "), strings.Join(strings.Fields(text),
		" "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		rest, ok := strings.CutPrefix(line, "    ")
		if !ok || len(rest) > 100 && strings.Contains(rest, " ") {
			t.Errorf("the line %q", line)
		}
	}
}
