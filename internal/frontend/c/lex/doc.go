// Package lex has the words of C texts that are not parsed yet: what belongs to an identifier, where a
// comment, a literal or a directive ends, and which words there are. It knows nothing of grammar or macros.
//
//	lex.EachWord([]byte("int x; // y"), visit) // visits int and x
package lex
