package panel

import (
	"context"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/ceds"
)

// Options say which engines are made, and how.
type Options struct {
	// Engine is the name of the engine; empty or "auto": those that the chooser asks.
	Engine string
	// Set are settings of engines, as "bmc.projection" = "none".
	Set map[string]string
	// MaxUnwind bounds loops and recursion in engines that unwind them; 0: no bound.
	MaxUnwind int
	// DumpSMT2 is a folder for the questions to the solver; empty: none.
	DumpSMT2 string
	// Audit checks each answer of the solver again.
	Audit bool
	// Answers are shared with runs elsewhere, and AnswersKey authenticates them; nil: they are not shared.
	Answers    Answers
	AnswersKey []byte
	// Helpers share hard questions, and Lead makes the engine one that helps another run; nil: neither.
	Helpers Helpers
	Lead    func(ctx context.Context, message []byte) ([]byte, error)
	// Eager has helpers called at once.
	Eager bool
	// System says that the task is about a transition system.
	System bool
	// With replaces the engine, in tests; nil: nothing does.
	With engine.Engine
}

// Answers is a store of answers that runs on several machines have in common.
type Answers = ceds.Answers

// Helpers find others elsewhere that help with a question.
type Helpers = bmc.Helpers
