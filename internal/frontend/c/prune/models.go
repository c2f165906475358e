package prune

import (
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/lex"
	"whittle.dev/internal/frontend/c/library"
)

// Unit is a unit of the program, as far as it says which models it needs.
type Unit struct {
	AST *cc.AST
	// Part is what was parsed of the unit; nil: all of Texts, after Command, with the embedded headers
	// Opened.
	Part    *Selection
	Texts   [][]byte
	Command string
	Opened  []string
}

// Needs says which models are there, and what decides on them beside the program.
type Needs struct {
	Forms []string // the suffixes of the forms in use
	Args  []string // of main; nil: they are inputs
	Entry string   // the function of the initial thread
}

// Models finds the library models that a program needs. It returns nil when that may be any of them.
func Models(pre Preamble, needs Needs, program []Unit) (*Selection, error) {
	s := newSelection(needs.Forms)
	s.base(pre)
	names, err := library.Models()
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		text, err := library.Model(n, needs.Args)
		if err != nil {
			return nil, err
		}
		s.unread = append(s.unread, unread{library.ModelDir + "/" + n, text, glance(text)})
	}
	reads := slices.Contains(needs.Forms, library.FormMemory)
	if reads {
		for _, name := range library.Readers {
			s.wantName(name)
		}
	}
	if slices.Contains(needs.Forms, library.FormCancel) {
		s.wantName(library.CancelPoint)
		s.wantName(library.CancelChance)
	}
	if slices.Contains(needs.Forms, library.FormSignals) {
		s.wantName(library.SignalPoint)
	}
	prints := false
	used := make([]map[string]bool, len(program))
	for i, u := range program {
		if used[i] = u.names(); used[i] == nil {
			return nil, nil
		}
		for name := range printers {
			prints = prints || used[i][name]
		}
	}
	for _, names := range used {
		if names["destructor"] || names["__destructor__"] {
			s.wantName("__whittle_ends_with")
		}
	}
	var needless map[string]bool
	if prints {
		needless = unheard(program, reads)
	}
	for i, u := range program {
		if u.readsArguments(needs.Entry) {
			s.wantName(library.ArgumentVector)
		}
		for n := range used[i] {
			if !needless[n] {
				s.wantName(n)
			}
		}
	}
	return s, s.close()
}

// readsArguments reports whether the unit declares the function of the initial thread with the arguments of
// main.
func (u Unit) readsArguments(entry string) bool {
	for _, n := range u.AST.Scope.Nodes[entry] {
		if d, ok := n.(*cc.Declarator); ok {
			if ft, ok := d.Type().(*cc.FunctionType); ok && len(ft.Parameters()) > 1 {
				return true
			}
		}
	}
	return false
}

// names are all names that the unit may use; nil: that may be any.
func (u Unit) names() map[string]bool {
	if u.Part != nil {
		return u.Part.wanted
	}
	// The embedded headers that the unit has included lead from the names of its macros to others.
	all := newSelection(nil)
	for _, t := range append([][]byte{[]byte(u.Command)}, u.Texts...) {
		if pastes(t) {
			return nil
		}
		lex.EachWord(t, all.want)
	}
	for _, h := range u.Opened {
		all.include(h)
	}
	if all.close() != nil {
		return nil
	}
	return all.wanted
}
