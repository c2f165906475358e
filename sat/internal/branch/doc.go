// Package branch holds the two orders in which a CDCL search decides variables: a heap under EVSIDS scores,
// and a queue in which variables move to the front (VMTF). Variables are numbered from 1.
//
//	var h branch.Heap
//	h.Reuse(&branch.Heap{})
//	h.Add(1)
//	h.Add(2)
//	h.Bump(2, 1)
//	fmt.Println(h.Top()) // 2
//
// The sources are named in the files. Neither order knows which variables are
// assigned: the caller skips them.
package branch
