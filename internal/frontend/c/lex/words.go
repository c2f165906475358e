package lex

import "bytes"

// IsKeyword recognises words that no declaration can declare.
func IsKeyword(b []byte) bool {
	switch string(b) {
	case "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
		"extern",
		"float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short",
		"signed",
		"sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
		"_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary", "_Noreturn",
		"_Static_assert", "_Thread_local",
		"asm", "__asm", "__asm__", "__attribute", "__attribute__", "__const", "__const__", "__extension__",
		"__inline", "__inline__",
		"__restrict", "__restrict__", "__signed", "__signed__", "__thread", "__typeof", "__typeof__",
		"typeof", "__volatile", "__volatile__",
		"__int128", "__alignof", "__alignof__", "__auto_type", "__label__":
		return true
	}
	return false
}

// EachWord visits the identifiers and numbers of a text outside of comments, and
// those that make up a string literal, as the name of an alias does.
func EachWord(text []byte, visit func([]byte)) {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case IsIdent(c) || c >= 0x80:
			j := i
			for i < len(text) && (IsIdent(text[i]) || text[i] >= 0x80) {
				i++
			}
			if c > '9' || c == '$' {
				visit(text[j:i])
			}
		case IsComment(text, i):
			i = CommentEnd(text, i)
		case c == '"' || c == '\'':
			j := i
			i = LiteralEnd(text, i)
			if s := bytes.Trim(text[j:i], `"`); c == '"' && len(s) > 0 && isWord(s) {
				visit(s)
			}
		default:
			i++
		}
	}
}

func isWord(s []byte) bool {
	for _, c := range s {
		if !IsIdent(c) && c < 0x80 {
			return false
		}
	}
	return true
}
