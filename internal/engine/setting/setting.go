package setting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Doc says what a setting is.
type Doc struct {
	// Name is that within the engine: "projection" of "bmc.projection".
	Name string
	// Summary says what the setting does, in one line; of a switch, what happens when it is on.
	Summary string
	// Values are the words that may be written, the default first. nil: Form says what is written.
	Values []Value
	// Form is what is written if not one of a few words: "number", "file", "folder", "solver".
	Form string
	// Default says what holds without the setting, if Values do not.
	Default string
	// Source is the paper and section that it comes from; empty: it is our own.
	Source string
	// Flag is the flag of 'whittle check' for the setting; empty: --set alone. The flag of a switch turns it
	// to the value that is not the default: "no-intervals".
	Flag string
	// Sole says that who sets it means this engine and no other.
	Sole bool
	// Limit says that the setting bounds the search or says where things are kept; it is no reduction.
	Limit bool
}

// Value is one word that may be written.
type Value struct{ Name, Summary string }

// Usage lists what may be written, for people: "on or off", "none, cone or exact", "a number".
func (d Doc) Usage() string {
	if d.Values == nil {
		return "a " + d.Form
	}
	names := make([]string, len(d.Values))
	for i, v := range d.Values {
		names[i] = v.Name
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Setting is a setting of a configuration of type C.
type Setting[C any] struct {
	Doc
	// Set reads a value; the error says what may be written.
	Set func(c *C, value string) error
}

// Table lists the settings of an engine, in the order in which they are read.
type Table[C any] []Setting[C]

// Docs are the descriptions.
func (t Table[C]) Docs() []Doc {
	out := make([]Doc, len(t))
	for i, s := range t {
		out[i] = s.Doc
	}
	return out
}

// Apply reads values by name. Names that the table does not have are for somebody else.
func (t Table[C]) Apply(c *C, values map[string]string) error {
	for _, s := range t {
		if v, given := values[s.Name]; given {
			if err := s.Set(c, v); err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
		}
	}
	return nil
}

// onOff are the values of a switch that is on by default.
var onOff = []Value{{Name: "on"}, {Name: "off"}}

// Words is a setting whose values are the words of d, which apply gets.
func Words[C any](d Doc, apply func(c *C, word string)) Setting[C] {
	return Setting[C]{d, func(c *C, v string) error {
		if !slices.ContainsFunc(d.Values, func(w Value) bool { return w.Name == v }) {
			return fmt.Errorf("%q is not %s", v, d.Usage())
		}
		apply(c, v)
		return nil
	}}
}

// Switch is a reduction that is on by default; off points to the field that turns it off.
func Switch[C any](name, summary string, off func(*C) *bool) Setting[C] {
	return Words(Doc{Name: name, Summary: summary, Values: onOff},
		func(c *C, v string) { *off(c) = v == "off" })
}

// Enable is an improvement that is on or off in def, the default configuration; field points to the field
// that turns it on.
func Enable[C any](name, summary string, def C, field func(*C) *bool) Setting[C] {
	d := Doc{Name: name, Summary: summary, Values: onOff}
	if !*field(&def) {
		d.Values = []Value{onOff[1], onOff[0]}
	}
	return Words(d, func(c *C, v string) { *field(c) = v == "on" })
}

// Choice is one of a few words, the default first; the zero value of the field means the default too.
func Choice[C any](name, summary string, field func(*C) *string, values ...Value) Setting[C] {
	return Words(Doc{Name: name, Summary: summary, Values: values}, func(c *C, v string) { *field(c) = v })
}

// Number is a limit: a positive number, and none by default.
func Number[C any](name, summary, without string, field func(*C) *int) Setting[C] {
	d := Doc{Name: name, Summary: summary, Form: "number", Default: without, Limit: true}
	return Setting[C]{d, func(c *C, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n <= 0 {
			return fmt.Errorf("%q is no positive number", v)
		}
		*field(c) = n
		return nil
	}}
}

// Text is any text of a form.
func Text[C any](name, summary, form, without string, field func(*C) *string) Setting[C] {
	d := Doc{Name: name, Summary: summary, Form: form, Default: without, Limit: true}
	return Setting[C]{d, func(c *C, v string) error {
		if v == "" {
			return fmt.Errorf("a %s is missing", form)
		}
		*field(c) = v
		return nil
	}}
}

// With returns the setting with more said of it.
func (s Setting[C]) With(change func(*Doc)) Setting[C] {
	change(&s.Doc)
	return s
}
