package lex

// IsIdent reports whether a byte may be part of an identifier or of a number.
func IsIdent(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$'
}

// IsSpace reports whether a byte is white space.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r'
}

// IsComment reports whether a comment begins at i.
func IsComment(text []byte, i int) bool {
	return text[i] == '/' && i+1 < len(text) && (text[i+1] == '*' || text[i+1] == '/')
}

// CommentEnd is the place after the comment that begins at i.
func CommentEnd(text []byte, i int) int {
	if text[i+1] == '/' {
		for i < len(text) && text[i] != '\n' {
			if text[i] == '\\' {
				i++
			}
			i++
		}
		return min(i, len(text))
	}
	for i += 2; i+1 < len(text); i++ {
		if text[i] == '*' && text[i+1] == '/' {
			return i + 2
		}
	}
	return len(text)
}

// LiteralEnd is the place after the string or character constant that begins
// at i; it ends with its line at the latest.
func LiteralEnd(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case quote:
			return i + 1
		case '\\':
			i++
		}
	}
	return min(i, len(text))
}

// DirectiveEnd is the end of the line of the directive at i; a backslash or a
// comment may continue it, but not what looks like a comment in a literal.
func DirectiveEnd(text []byte, i int) int {
	for i < len(text) && text[i] != '\n' {
		switch {
		case text[i] == '\\':
			i++
			if i < len(text) && text[i] == '\r' {
				i++
			}
		case text[i] == '/' && i+1 < len(text) && text[i+1] == '*':
			i = CommentEnd(text, i) - 1
		case text[i] == '/' && i+1 < len(text) && text[i+1] == '/':
			return CommentEnd(text, i)
		case text[i] == '"' || text[i] == '\'':
			i = LiteralEnd(text, i) - 1
		}
		i++
	}
	return min(i, len(text))
}
