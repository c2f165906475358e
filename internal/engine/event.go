package engine

// Event is a sign of progress.
type Event struct {
	// Engine is the name of the engine where several run; else empty.
	Engine string
	// Stage is the word for what is done now: "unroll", "encode", "solve".
	Stage string
	// Bound is the loop bound or depth it is done at; 0: none.
	Bound int
	// Detail is a short text for people, may be empty.
	Detail string
	// Stats are counters at this moment, may be empty.
	Stats []Stat
	// Samples are numbers at this moment for the history of the run, which people do not see as they come. An
	// event without Stage has nothing else.
	Samples []Stat
	// Fact is set when the event tells something that was shown for good; it is reported when the run ends
	// without a verdict. It includes what earlier facts of the run said.
	Fact string
	// Warning is something about the run, not the program, that people should know, in one line: a
	// file that cannot be used. It is shown whatever the verdict.
	Warning string
}
