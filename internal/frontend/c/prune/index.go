package prune

import (
	_ "embed" // for index
	"strings"
)

// The library models are far longer than most programs, which need none of most files. So a model is read and
// cut into its pieces only if something is wanted that one of them may declare. What that is, says an index,
// which a test writes.

// index has a line for each name that library models may declare, in ascending order: the name, and the
// files.
//
//go:embed index.txt
var index string

// declaring calls f for the library models that may declare a name.
func declaring(name string, f func(file string)) {
	lo, hi := 0, len(index)
	for lo < hi {
		begin := strings.LastIndexByte(index[:(lo+hi)/2], '\n') + 1 // of the line in the middle
		end := begin + strings.IndexByte(index[begin:], '\n')
		at, files, _ := strings.Cut(index[begin:end], " ")
		switch {
		case at < name:
			lo = end + 1
		case at > name:
			hi = begin
		default:
			for file := range strings.SplitSeq(files, " ") {
				f(file)
			}
			return
		}
	}
}
