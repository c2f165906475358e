package yamlfile

import "testing"

func TestMapping(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a: 1\nb: 2\n", ""},
		{"a: 1\n", ""},
		{"- a\n", "f.yml:1:1: error: a thing must be a mapping of keys to values"},
		{"a: 1\nc: 2\n", `f.yml:2:1: error: unknown key "c" in a thing (known: a, b)`},
		{"a: 1\n2: 2\n", "f.yml:2:1: error: a key must be a word"},
	} {
		doc, err := Document("f.yml", []byte(c.text), "the thing")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if m, err := Mapping("f.yml", doc, "a thing", "a", "b"); err != nil {
			got = err.Error()
		} else if v, ok := Scalar(m["a"]); !ok || v != "1" {
			t.Errorf("%q: a is %q", c.text, v)
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestScalars(t *testing.T) {
	doc, err := Document("f.yml", []byte("a: 'x'\nb: 0x10\nc: |\n  line\nd: [1]\ne: true\n"), "the thing")
	if err != nil {
		t.Fatal(err)
	}
	list, err := Pairs("f.yml", doc, "a thing")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		scalar       string
		text, number bool
	}{{"x", true, true}, {"0x10", false, true}, {"line\n", true, true}, {"", false, false},
		{"true", false, true}} {
		_, isText := Text(list[i].Value)
		if s, ok := Scalar(list[i].Value); s != want.scalar || ok != want.number || isText != want.text {
			t.Errorf("%s: %q, %v, %v", list[i].Name, s, ok, isText)
		}
	}
}
