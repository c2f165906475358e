package witness

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestRoundTrip writes what was read, and reads it again.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"violation.yml", "correctness.yml"} {
		w, err := Read("w.yml", []byte(sample(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		e := &w.Entries[0]
		// What is not supported is not written.
		e.Contracts, e.Unsupported = nil, nil
		for i := range e.Invariants {
			e.Invariants[i].Labels = nil
		}
		first := written(t, e)
		back, err := Read("w.yml", first)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, first)
		}
		if second := written(t, &back.Entries[0]); !bytes.Equal(first, second) {
			t.Errorf("%s: written again it is another text:\n%s\n%s", name, first, second)
		}
		got := back.Entries[0]
		e.Metadata.UUID = got.Metadata.UUID
		for _, x := range []*Entry{e, &got} {
			clearPlaces(reflect.ValueOf(x).Elem())
			x.Unsupported = nil
		}
		if !reflect.DeepEqual(*e, got) {
			t.Errorf("%s: %+v\nread again %+v", name, *e, got)
		}
	}
}

// clearPlaces forgets where things stand in the file.
func clearPlaces(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			clearPlaces(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			clearPlaces(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Place]() {
			v.SetZero()
			return
		}
		for i := range v.NumField() {
			clearPlaces(v.Field(i))
		}
	}
}

func written(t testing.TB, e *Entry) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, e); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEmptySet(t *testing.T) {
	w, err := Read("w.yml", []byte(sample(t, "correctness.yml")))
	if err != nil {
		t.Fatal(err)
	}
	e := &w.Entries[0]
	e.Invariants, e.Contracts = nil, nil
	text := written(t, e)
	if back, err := Read("w.yml", text); err != nil || len(back.Entries[0].Invariants) != 0 ||
		!bytes.Contains(text, []byte("content: []\n")) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestQuoted reads names with all kinds of characters back.
func TestQuoted(t *testing.T) {
	for _, name := range []string{`a "b" \ 'c'.c`, "tab\tnew\nline", "ü ☃ 😀", "\x01\x1f\x7f\u0085\u2028",
		"# no: comment", "- x", "null", "{", ""} {
		w, err := Read("w.yml", []byte("- entry_type: "+quoted(name)))
		if err == nil || w != nil {
			t.Fatal("an entry without anything was accepted")
		}
		text := strings.Replace(sample(t, "violation.yml"), "name: somebody", "name: "+quoted("x"+name), 1)
		if w, err = Read("w.yml", []byte(text)); err != nil {
			t.Errorf("%q: %v", name, err)
		} else if got := w.Entries[0].Metadata.Producer.Name; got != "x"+name {
			t.Errorf("%q is read as %q", "x"+name, got)
		}
	}
}

// TestUUID: the same content has the same uuid, another content another one.
func TestUUID(t *testing.T) {
	w, err := Read("w.yml", []byte(sample(t, "violation.yml")))
	if err != nil {
		t.Fatal(err)
	}
	e := &w.Entries[0]
	first := written(t, e)
	e.Metadata.UUID = "something else"
	if !bytes.Equal(first, written(t, e)) {
		t.Error("the uuid depends on itself")
	}
	e.Segments[2].Waypoints[0].Constraint.Value = "x < 8"
	a, err1 := Read("w.yml", first)
	b, err := Read("w.yml", written(t, e))
	if err != nil || err1 != nil {
		t.Fatal(err, err1)
	}
	if a.Entries[0].Metadata.UUID == b.Entries[0].Metadata.UUID {
		t.Error("two witnesses have one uuid")
	}
	if u := b.Entries[0].Metadata.UUID; u[14] != '5' || !strings.ContainsRune("89ab", rune(u[19])) {
		t.Errorf("uuid %s is of no version 5", u)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"violation.yml", "correctness.yml"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("- entry_type: violation_sequence\n  metadata: {}\n  content: []\n"))
	f.Add([]byte("- &a {entry_type: *a}\n"))
	f.Add([]byte("- ? x\n  : y\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := Read("w.yml", text)
		if err != nil {
			if _, ok := err.(*Error); !ok || !strings.HasPrefix(err.Error(), "w.yml:") {
				t.Fatalf("error %v", err)
			}
			return
		}
		for i := range w.Entries {
			e := &w.Entries[i]
			if e.Type == GhostInstrumentation || len(e.Unsupported) > 0 {
				continue
			}
			back, err := Read("w.yml", written(t, e))
			if err != nil {
				t.Fatalf("what was written cannot be read: %v\n%s", err, written(t, e))
			}
			if !bytes.Equal(written(t, e), written(t, &back.Entries[0])) {
				t.Fatal("a second round trip differs")
			}
		}
	})
}
