package htmlreport

import "whittle.dev/internal/proof"

// byEvidence says what a proof is whose evidence was checked.
func byEvidence(e proof.Evidence) string {
	const apart = " That was checked apart from the search that found "
	switch e.(type) {
	case *proof.MultiStates:
		return "Every state that the program can come to was visited, many at a time: a set of states has " +
			"places for its threads and conditions on its values. " +
			"The visited sets are an invariant, and that was checked apart from the search that found " +
			"them: no step leads out of them, and none of them violates the property."
	case *proof.ThreadModular:
		return "Conditions on the shared memory and on what one or two threads hold are true initially, " +
			"and every step of any thread keeps them, however many threads there are. They exclude every " +
			"violation." + apart + "them."
	case *proof.Clauses:
		return "Executions were made until a reason was known for each of those left why it comes to no " +
			"violation. Each reason was checked apart from the search that found it, and so was a proof " +
			"that together they leave no execution."
	case *proof.Measures:
		return "Each loop has a measure that every round decreases and that cannot decrease for ever." +
			apart + "it."
	case *proof.Recurrence:
		return "Every state that the program can come to was visited, and nothing recurs in them that " +
			"would violate the property. Another search over the same steps found the same."
	}
	return "A condition on the variables is true initially, every step keeps it, and it excludes every " +
		"violation." + apart + "it."
}
