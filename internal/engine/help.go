package engine

import "time"

// Help is something that may turn an unknown verdict into another one; package report has the words.
type Help struct {
	Kind HelpKind
	// Name is the function or the engine that it is about, or empty.
	Name string
	// Time is the time that the run had, of MoreTime.
	Time time.Duration
}

// HelpKind is a kind of help.
type HelpKind uint8

// The kinds of help.
const (
	// MoreTime, MoreMemory and MoreTurns raise the limit that was hit.
	MoreTime HelpKind = iota
	MoreMemory
	MoreTurns
	// GoOn gives the other properties the whole time after a violation.
	GoOn
	// Define gives the function Name a definition.
	Define
	// AskMemory asks for memory safety, which says of undefined behaviour whether it occurs.
	AskMemory
	// SayMore tells what excludes undefined behaviour, as an assumption.
	SayMore
	// AnyEngine leaves the choice of the engine to whittle.
	AnyEngine
	// ReportDefect reports a defect of whittle.
	ReportDefect
)
