package cli

// The exit codes of all commands.
const (
	Holds    = 0
	Violated = 1
	BadInput = 2
	Unknown  = 3
)
