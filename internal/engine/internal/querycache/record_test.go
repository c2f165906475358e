package querycache

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestOtherVersion(t *testing.T) {
	dir, file := sealed(t, 10)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rest := data[len(magic):]
	content, rest, err := nextFrame(rest)
	if err != nil {
		t.Fatal(err)
	}
	for at := range 2 {
		changed := bytes.Clone(content)
		changed[at]++
		made := appendFrame([]byte(magic), func(b []byte) []byte { return append(b, changed...) })
		if err := os.WriteFile(file, append(made, rest...), 0o666); err != nil {
			t.Fatal(err)
		}
		c := open(t, dir)
		if n := c.right(t, 0, 10, false); n != 0 || len(c.warnings) != 1 ||
			!strings.Contains(c.warnings[0], "it has the version") {
			t.Errorf("%d answers, %q", n, c.warnings)
		}
	}
}

// TestFlippedBytes changes each byte of a main file and of a journal: opening never fails, gives no wrong
// answer, and a change is reported and the file ignored.
func TestFlippedBytes(t *testing.T) {
	for _, kind := range []byte{mainFile, journalFile} {
		t.Run(fmt.Sprint(kind), func(t *testing.T) {
			h := header{kind: kind, program: []byte("program"), revision: "1", generation: 3}
			if kind == mainFile {
				h.records = 6
			}
			data := appendHeader(nil, h)
			for i := range 6 {
				data = appendRecord(data, entry{query: string(query(i)), answer: answerTo(query(i))})
			}
			for at := range data {
				for _, flip := range []byte{1, 0x80, 0xff} {
					changed := bytes.Clone(data)
					changed[at] ^= flip
					_, entries, err := parse(changed, kind, []byte("program"), "1")
					if err == nil || len(entries) > 0 {
						t.Fatalf("byte %d, flip %#x: %d entries, no error", at, flip, len(entries))
					}
				}
			}
			for n := range data {
				_, entries, err := parse(data[:n], kind, []byte("program"), "1")
				if (err == nil) != (kind == journalFile) {
					t.Fatalf("%d bytes: %v", n, err)
				}
				for i, e := range entries {
					if e.query != string(query(i)) || string(e.answer) != string(answerTo(query(i))) {
						t.Fatalf("%d bytes: entry %d is %q", n, i, e.answer)
					}
				}
			}
			if _, entries, err := parse(data, kind, []byte("program"), "1"); err != nil || len(entries) != 6 {
				t.Errorf("%d entries, %v", len(entries), err)
			}
		})
	}
}

// FuzzParse: no bytes make the reader panic, and what it reads it reads again after it was written.
func FuzzParse(f *testing.F) {
	h := header{kind: mainFile, program: []byte("program"), revision: "1", generation: 3, records: 2}
	data := appendHeader(nil, h)
	data = appendRecord(data, entry{query: string(query(1)), answer: answerTo(query(1)), age: 3})
	data = appendRecord(data, entry{query: string(query(2)), answer: answerTo(query(2))})
	f.Add(data)
	f.Add(data[:len(data)-1])
	h.kind, h.records = journalFile, 0
	f.Add(appendRecord(appendHeader(nil, h), entry{query: string(query(1))}))
	f.Add([]byte(magic))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, kind := range []byte{mainFile, journalFile} {
			h, entries, err := parse(b, kind, []byte("program"), "1")
			if err != nil {
				if len(entries) > 0 {
					t.Error("entries beside an error")
				}
				continue
			}
			if h.program == nil {
				continue // a journal without a header
			}
			again := appendHeader(nil, h)
			for _, e := range entries {
				again = appendRecord(again, e)
			}
			_, same, err := parse(again, kind, []byte("program"), "1")
			if err != nil || len(same) != len(entries) {
				t.Fatalf("written again: %d entries of %d, %v", len(same), len(entries), err)
			}
			for i := range same {
				if same[i].query != entries[i].query ||
					!bytes.Equal(same[i].answer, entries[i].answer) || same[i].age != entries[i].age {
					t.Fatalf("entry %d differs", i)
				}
			}
		}
	})
}

// FuzzRecords puts arbitrary contents into frames whose CRCs are right, after a right header: as after an
// error of whoever wrote them.
func FuzzRecords(f *testing.F) {
	f.Add([]byte{1, 2, 'a', 'b', 'c'}, []byte{})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, []byte{0, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, first, second []byte) {
		b := appendHeader(nil, header{kind: mainFile, program: []byte("program"), revision: "1", records: 2})
		for _, content := range [][]byte{first, second} {
			b = appendFrame(b, func(b []byte) []byte { return append(b, content...) })
		}
		dir := t.TempDir()
		d := newFolder(Config{Dir: dir, Program: []byte("program")})
		if err := os.WriteFile(d.path(".cache"), b, 0o666); err != nil {
			t.Fatal(err)
		}
		c := open(t, dir)
		c.put(0, 3)
		c.Close(context.Background())
		c = open(t, dir)
		c.right(t, 0, 3, true)
		c.silent(t)
	})
}
