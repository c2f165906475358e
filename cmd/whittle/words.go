package main

import (
	"errors"
	"strings"
)

// wordList is a flag: words separated by white space, quoted as in a shell.
type wordList []string

// String prints the words so that Set reads them again.
func (a *wordList) String() string {
	var quoted []string
	for _, w := range *a {
		if w == "" || strings.ContainsAny(w, " \t\n'\"\\") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		quoted = append(quoted, w)
	}
	return strings.Join(quoted, " ")
}

// Type names the flag's value in help texts.
func (a *wordList) Type() string { return "arguments" }

// Set splits a text into words.
func (a *wordList) Set(text string) error {
	list, err := splitWords(text)
	if err == nil && len(list) == 0 {
		err = errors.New("the name of the program is missing")
	}
	if err == nil {
		*a = list
	}
	return err
}

// splitWords splits a text as a shell does, without replacing anything in it: what stands between apostrophes
// is taken as it is, between quotation marks and outside of them a backslash takes the next character as it
// is.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
			continue
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == '\\' && quote != '\'' && i+1 == len(text):
			return nil, errors.New("a backslash stands at the end")
		case c == '\\' && (quote == 0 || quote == '"' && strings.IndexByte("\"\\$`", text[i+1]) >= 0):
			i++
			word.WriteByte(text[i])
		default:
			word.WriteByte(c)
		}
		inWord = true
	}
	if quote != 0 {
		return nil, errors.New("a quotation mark has no other one")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
