package compdb

import (
	"fmt"
	"strings"
)

// Split takes a command apart as the specification says: words are separated by white space; in "..." and
// outside of quotes a backslash takes the next character for itself; in '...' everything stands for itself.
// Nothing is expanded. An error tells the column in the command, from 1.
func Split(command string) ([]string, error) { return split(command, false) }

// SplitResponse takes the content of a response file apart. Other than in
// commands, a backslash is special within single quotes, too.
func SplitResponse(text string) ([]string, error) { return split(text, true) }

func split(s string, response bool) ([]string, error) {
	var words []string
	var word strings.Builder
	in := false // a word has begun; it may be empty
	quote, from := byte(0), 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && (quote != '\'' || response):
			if i++; i == len(s) {
				return nil, fmt.Errorf("a backslash at the end (column %d)", i)
			}
			if s[i] == '\n' && !response {
				continue // the line goes on
			}
			in = true
			word.WriteByte(s[i])
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote, from, in = c, i+1, true
		case strings.IndexByte(" \t\r\n\v\f", c) >= 0:
			if in {
				words = append(words, word.String())
				word.Reset()
			}
			in = false
		default:
			in = true
			word.WriteByte(c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed (column %d)", quote, from)
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}
