package trace

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func sample() *Trace {
	return &Trace{
		Version:  Version,
		Property: "unreach-call",
		Schedule: []Key{{Thread: 0, Origin: 3}, {Thread: 1, Origin: 17, Occurrence: 2}},
		Inputs: []Input{
			{Key: Key{Thread: 1, Origin: 15}, Kind: Havoc, Value: 1 << 63, High: 7},
			{Key: Key{Thread: 0, Origin: 1}, Kind: AllocAddr, Value: 1 << 40},
			{Key: Key{Thread: 0, Origin: 3}, Kind: ThreadID, Value: 2},
			{Key: Static(4), Kind: InitByte, Offset: 9, Value: 255},
			{Key: Key{Thread: 0, Origin: 1}, Kind: InitByte, Offset: 1, Value: 3},
			{Key: Key{Thread: 0, Origin: 8}, Kind: Choice},
			{Key: Key{Thread: 0, Origin: 9, Occurrence: 4}, Kind: Havoc, Value: 1, Times: 1 << 31},
		},
		Violation: Key{Thread: 1, Origin: 21},
		Steps: []Step{
			{Key: Key{Thread: 0, Origin: 3}, Kind: KindStore, Visible: true, ThreadName: "main", Proc: "main",
				Object: "a[1]",
				Addr:   4096, Value: &Value{Bits: 0xff, Width: 8, Signed: true}, Where: "a.c:1:2"},
			{Key: Key{Thread: 1, Origin: 17}, Kind: KindLoad, Visible: true, Switch: true, ReadFrom: 1,
				Section:  1,
				Assigned: &Assignment{Name: "f::x", Type: "int", Value: Value{Bits: 1, Width: 32}},
				Inputs:   []InputNote{{Kind: InitByte, What: "byte 1 of a", Value: Value{Width: 8}}},
				Sync:     &SyncNote{Kind: "lock", Object: "m"}},
		},
	}
}

func TestRoundTrip(t *testing.T) {
	var buf bytes.Buffer
	want := sample()
	if err := Write(&buf, want); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if m := want.Machine(); m.Steps != nil || len(want.Steps) == 0 || len(m.Schedule) != 2 {
		t.Error("Machine changed the trace or kept the steps")
	}
}

func TestReadErrors(t *testing.T) {
	var buf bytes.Buffer
	if err := Write(&buf, sample()); err != nil {
		t.Fatal(err)
	}
	text := buf.String()
	tests := []struct{ name, text, want string }{
		{"empty", "", "unexpected end"},
		{"no object", "3", "cannot unmarshal"},
		{"no version", "{}", "no version"},
		{"other version", `{"version": 2, "new": 1}`, "version 2, but only version 1"},
		{"syntax", "{\n\"version\": 1,\n  x}", "line 3, column 3"},
		{"type", strings.Replace(text, `"origin": 17`, `"origin": "a"`, 1), "line"},
		{"large origin", strings.Replace(text, `"origin": 17`, `"origin": 99999999999`, 1),
			"cannot unmarshal"},
		{"unknown field", strings.Replace(text, `"property"`, `"colour": 1, "property"`, 1),
			`unknown field "colour"`},
		{"unknown kind", strings.Replace(text, `"havoc"`, `"chaos"`, 1), `unknown kind of input "chaos"`},
		{"unknown step", strings.Replace(text, `"kind": "store"`, `"kind": "leap"`, 1),
			`unknown kind "leap"`},
		{"second value", text + "{}", "after top-level value"},
		{"no property", strings.Replace(text, `"unreach-call"`, `""`, 1), "no property"},
		{"negative thread", strings.Replace(text, `"thread": 0`, `"thread": -2`, 1),
			"schedule, entry 0: thread -2 is out of range"},
		{"huge thread", strings.Replace(text, `"thread": 0`, `"thread": 2000000`, 1), "out of range"},
		{"negative origin", strings.Replace(text, `"origin": 21`, `"origin": -1`, 1), "violation: origin -1"},
		{"negative occurrence", strings.Replace(text, `"occurrence": 2`, `"occurrence": -1`, 1),
			"occurrence -1"},
		{"byte", strings.Replace(text, `"value": 255`, `"value": 256`, 1), "initial byte 256"},
		{"offset", strings.Replace(text, `"kind": "thread-id"`, `"kind": "thread-id", "offset": 3`, 1),
			"thread-id with an offset"},
		{"wide address", strings.Replace(text, `"kind": "alloc-addr"`, `"kind": "alloc-addr", "high": 3`, 1),
			"more than 64 bits"},
		{"no kind", strings.Replace(text, `"kind": "choice",`, ``, 1), "input 5: no kind"},
		{"duplicate", strings.Replace(text, `"kind": "init-byte",`, `"kind": "init-byte",`, 1), ""},
		{"read from the future", strings.Replace(text, `"read_from": 1`, `"read_from": 2`, 1),
			"not before it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tt.text))
			switch {
			case tt.want == "":
				if err != nil {
					t.Error(err)
				}
			case err == nil || !strings.Contains(err.Error(), tt.want):
				t.Errorf("error %v, want %q", err, tt.want)
			case !strings.HasPrefix(err.Error(), "trace: "):
				t.Errorf("error %q does not say that it is about a trace", err)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	tr := sample()
	tr.Inputs = append(tr.Inputs, tr.Inputs[0])
	if err := tr.Validate(); err == nil || !strings.Contains(err.Error(), "given twice") {
		t.Errorf("error %v", err)
	}
	tr = sample()
	tr.Version = 0
	if err := Write(&bytes.Buffer{}, tr); err == nil {
		t.Error("a trace without a version was written")
	}
	tr = sample()
	tr.Violation = NoViolation
	if err := tr.Validate(); err != nil {
		t.Error(err)
	}
	tr.Inputs[3].Occurrence = 1
	if err := tr.Validate(); err == nil {
		t.Error("the second occurrence of a static object was accepted")
	}
}

func FuzzRead(f *testing.F) {
	var buf bytes.Buffer
	if err := Write(&buf, sample()); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add(
		[]byte(
			`{"version":1,"property":"p","schedule":null,"violation":{"thread":-1,"origin":-1,"occurrence":0}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		tr, err := Read(bytes.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "trace: ") {
				t.Fatalf("error %q", err)
			}
			return
		}
		var out bytes.Buffer
		if err := Write(&out, tr); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		back, err := Read(&out)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		var again bytes.Buffer
		if err := Write(&again, back); err != nil || !bytes.Equal(again.Bytes(), mustWrite(t, tr)) {
			t.Fatal("a second round trip differs")
		}
	})
}

func mustWrite(t *testing.T, tr *Trace) []byte {
	var buf bytes.Buffer
	if err := Write(&buf, tr); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}
