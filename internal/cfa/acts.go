package cfa

// Acts reports whether an operation does something that is told from doing nothing whatever the values are:
// it starts a thread, prints, makes or frees an object of the heap, or takes an input from outside of the
// program. What is done to memory is another question.
func Acts(op Op) bool {
	switch op := op.(type) {
	case Spawn, Print:
		return true
	case Alloc:
		return op.Kind.IsHeap()
	case Free:
		return op.Kind.IsHeap()
	case Havoc:
		return !op.Unset && len(op.Gone) == 0 && len(op.From) == 0
	}
	return false
}

// Looks reports whether an operation lets a thread find out what others have done.
func Looks(op Op) bool {
	switch op.(type) {
	case Load, Await, Join:
		return true
	}
	return false
}
