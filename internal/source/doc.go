// Package source knows files, positions in them and messages about them.
//
// A Pos is a file number, a line and a column; a Files table turns it into text. Diagnostics collects errors,
// warnings and notes and prints them as "file:line:column: severity: message".
package source
