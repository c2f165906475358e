package plot

import (
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestEscape: a text in an element or an attribute is read by XML as what it was.
func TestEscape(t *testing.T) {
	for text, want := range map[string]string{"a<b>&c": "", `"quoted" 'too'`: "", "]]> <!-- é ∀": "",
		"line\nand\ttab": "", "bell\a and\x1b[1m": "bell\uFFFD and\uFFFD[1m"} {
		if want == "" {
			want = text
		}
		var got struct {
			Name string `xml:"name,attr"`
			Text string `xml:",chardata"`
		}
		err := xml.Unmarshal([]byte(`<t name="`+escape(strings.ReplaceAll(text, "\n", " "))+`">`+escape(text)+
			`</t>`), &got)
		if err != nil || got.Text != want || got.Name != strings.NewReplacer("\n", " ").Replace(want) {
			t.Errorf("%q is read as %q and %q, %v", text, got.Text, got.Name, err)
		}
	}
}

// TestShorten: a text that fits stays, another one becomes one of its beginnings that fits, or its first
// letter.
func TestShorten(t *testing.T) {
	for _, text := range []string{"", "i", "iiiiiiiiiii", "WWWWWWW", "a name of a task.yml", "日本語の名前"} {
		for room := 20.0; room < 200; room += 7 {
			got := shorten(text, fontSize, room)
			start, cut := strings.CutSuffix(got, "…")
			switch {
			case !cut && (got != text || textWidth(text, fontSize) > room):
				t.Errorf("%q in %g: %q", text, room, got)
			case cut && (!strings.HasPrefix(text, start) || textWidth(text, fontSize) <= room ||
				textWidth(start, fontSize)+fontSize > room && utf8.RuneCountInString(start) > 1):
				t.Errorf("%q in %g: %q is too long, or need not be cut", text, room, got)
			}
		}
	}
}
