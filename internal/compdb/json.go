package compdb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Parse reads the text of a database. The name is for messages, and its folder
// is what relative directories are relative to.
func Parse(name string, text []byte) (*Database, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	r := &reader{file: name, text: text}
	// The whole is checked first, so that the words can be taken one by one.
	var raw json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		var se *json.SyntaxError
		if !errors.As(err, &se) {
			return nil, &Error{File: name, Line: 1, Col: 1, Msg: err.Error()}
		}
		at := int(se.Offset) - 1
		if strings.Contains(se.Error(), "unexpected end") {
			at = len(text)
		}
		return nil, r.error(at, "malformed JSON: %s", se.Error())
	}
	r.dec = json.NewDecoder(bytes.NewReader(text))
	entries, err := r.database()
	if err != nil {
		return nil, err
	}
	return &Database{File: name, Entries: entries}, nil
}

// reader takes a database apart, word by word. The text is valid JSON.
type reader struct {
	file string
	text []byte
	dec  *json.Decoder
	at   int // offset of the word that was read last
}

// error makes an error at an offset.
func (r *reader) error(at int, format string, args ...any) *Error {
	line, col := place(r.text, at)
	return &Error{File: r.file, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// place turns an offset into line and column in bytes, from 1.
func place(text []byte, at int) (line, col int) {
	at = max(0, min(at, len(text)))
	before := text[:at]
	return bytes.Count(before, []byte("\n")) + 1, at - bytes.LastIndexByte(before, '\n')
}

// next returns the next word: a json.Delim, string, float64, bool or nil.
func (r *reader) next() (json.Token, error) {
	r.at = int(r.dec.InputOffset())
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n,:", r.text[r.at]) >= 0 {
		r.at++
	}
	t, err := r.dec.Token()
	if err != nil {
		return nil, r.error(r.at, "malformed JSON: %v", err)
	}
	return t, nil
}

func (r *reader) database() ([]Entry, error) {
	t, err := r.next()
	if err != nil {
		return nil, err
	}
	if t != json.Delim('[') {
		return nil, r.error(r.at, "a compilation database is a list of commands, not %s", kind(t))
	}
	var entries []Entry
	for {
		t, err := r.next()
		if err != nil {
			return nil, err
		}
		if t == json.Delim(']') {
			return entries, nil
		}
		if t != json.Delim('{') {
			return nil, r.error(r.at, "a command is an object, not %s", kind(t))
		}
		e, err := r.entry()
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
}

// entry reads an object after its brace.
func (r *reader) entry() (Entry, error) {
	var e Entry
	begin := r.at
	e.Line, e.Col = place(r.text, begin)
	command, commandAt := "", 0
	seen := map[string]bool{}
	for {
		t, err := r.next()
		if err != nil {
			return e, err
		}
		if t == json.Delim('}') {
			break
		}
		key, _ := t.(string)
		if seen[key] {
			return e, r.error(r.at, "%q is given twice", key)
		}
		seen[key] = true
		switch key {
		case "directory":
			e.Directory, err = r.str(key)
		case "file":
			e.File, err = r.str(key)
		case "output":
			e.Output, err = r.str(key)
		case "command":
			command, err = r.str(key)
			commandAt = r.at
		case "arguments":
			e.Arguments, err = r.list(key)
		default: // generators add their own
			err = r.skip()
		}
		if err != nil {
			return e, err
		}
	}
	for _, key := range []string{"directory", "file"} {
		if !seen[key] {
			return e, r.error(begin, "the command has no %q", key)
		}
	}
	if e.File == "" {
		return e, r.error(begin, "%q is empty", "file")
	}
	switch {
	case seen["arguments"]:
	case seen["command"]:
		words, err := Split(command)
		if err != nil {
			return e, r.error(commandAt, "command of %s: %v", e.File, err)
		}
		e.Arguments = words
	default:
		return e, r.error(begin, "the command has neither %q nor %q", "arguments", "command")
	}
	if len(e.Arguments) == 0 {
		return e, r.error(begin, "the command of %s is empty", e.File)
	}
	return e, nil
}

func (r *reader) str(key string) (string, error) {
	t, err := r.next()
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", r.error(r.at, "%q is a string, not %s", key, kind(t))
	}
	if strings.IndexByte(s, 0) >= 0 {
		return "", r.error(r.at, "%q contains a zero byte", key)
	}
	return s, nil
}

func (r *reader) list(key string) ([]string, error) {
	t, err := r.next()
	if err != nil {
		return nil, err
	}
	if t != json.Delim('[') {
		return nil, r.error(r.at, "%q is a list of strings, not %s", key, kind(t))
	}
	var out []string
	for {
		t, err := r.next()
		if err != nil {
			return nil, err
		}
		if t == json.Delim(']') {
			return out, nil
		}
		s, ok := t.(string)
		if !ok || strings.IndexByte(s, 0) >= 0 {
			return nil, r.error(r.at, "%q is a list of strings, not of %s", key, kind(t))
		}
		out = append(out, s)
	}
}

// skip reads a value that is not needed.
func (r *reader) skip() error {
	for depth := 0; ; {
		t, err := r.next()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// kind names the kind of a value.
func kind(t json.Token) string {
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return "a list"
		}
		return "an object"
	case string:
		return "a string"
	case bool:
		return "a truth value"
	case nil:
		return "null"
	}
	return "a number"
}
