package testflag

import (
	"flag"
	"fmt"
	"hash/fnv"
	"iter"
	"regexp"
)

var (
	update = flag.Bool("update", false, "write golden files and what the documentation shows anew")
	scale  = flag.Int("scale", 1, "factor on the number of programs, configurations and cases that a test "+
		"compares")
	seed = flag.Int64("seed", 1, "the first seed of random cases")
	only = onlyFlag()
)

// onlyFlag registers -only; the result points to nil while the flag is not set.
func onlyFlag() **regexp.Regexp {
	re := new(*regexp.Regexp)
	flag.Func("only", "take the programs and configurations whose names match this `expression`, and all "+
		"of those", func(s string) (err error) {
		if *re, err = regexp.Compile(s); err != nil {
			return fmt.Errorf("-only: %w", err)
		}
		return nil
	})
	return re
}

// Update reports whether expected outputs are written, not compared.
func Update() bool { return *update }

// Scale is the factor on the work of a test, at least 1.
func Scale() int { return max(*scale, 1) }

// Times returns n times the scale.
func Times(n int) int { return n * Scale() }

// Deep reports whether more than an ordinary run was asked for. It is for tests that have no amount to
// multiply.
func Deep() bool { return Scale() > 1 }

// Seed is the first seed of random cases.
func Seed() int64 { return *seed }

// Seeds yields the seeds of n random cases, times the scale, from Seed on.
func Seeds(n int) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for s := *seed; s < *seed+int64(Times(n)); s++ {
			if !yield(s) {
				return
			}
		}
	}
}

// Only reports whether what has this name is wanted: everything is, unless -only says otherwise.
func Only(name string) bool { return *only == nil || (*only).MatchString(name) }

// Chosen reports whether -only is set: then tests take no samples.
func Chosen() bool { return *only != nil }

// Turn returns which n members, times the scale, of a list of this length what has this name gets: others for
// another name or seed, so that a new name changes nothing for the old ones. If there are no more, or -only
// is set, it is all of them.
func Turn(name string, n, length int) []int {
	if n = Times(n); n > length || Chosen() {
		n = length
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	var out []int
	for i := range n {
		out = append(out, int((uint64(h.Sum32())+uint64(*seed)+uint64(i))%uint64(length)))
	}
	return out
}

// Some returns n members of list, times the scale, spread over the list in its order; Seed says where they
// begin. If there are no more, or -only is set, it is the whole list.
func Some[T any](list []T, n int) []T {
	if n = Times(n); n >= len(list) || Chosen() {
		return list
	}
	var out []T
	size := int64(len(list))
	first := int((*seed%size + size) % size)
	for i := range list {
		// The n members at which i*n/len(list) grows, of the list turned by first.
		if k := (i + first) % len(list); (k+1)*n/len(list) > k*n/len(list) {
			out = append(out, list[i])
		}
	}
	return out
}
