package parse

import "testing"

func TestClosingBrace(t *testing.T) {
	for _, tc := range []struct {
		text string
		want int
	}{
		{"3}", 1},
		{"{3, 4}, f(5)[1] } }", 16},
		{`"}", '}', '\'' }`, 15},
		{"3 /* } */, // }\n }", 17},
		{"3 // }", -1},
		{"3 /* }", -1},
		{"3); }", -1},
		{"3; }", -1},
		{"N \\\n }", -1},
		{"", -1},
	} {
		if got := closingBrace([]byte(tc.text)); got != tc.want {
			t.Errorf("closingBrace(%q) = %d, want %d", tc.text, got, tc.want)
		}
	}
}
