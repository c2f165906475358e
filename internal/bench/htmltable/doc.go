// Package htmltable writes a table of records as one self-contained page: scores, charts of times, the
// comparison with an earlier run, and a table of all tasks that can be sorted and filtered.
package htmltable
