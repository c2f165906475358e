package c

import (
	"context"

	"whittle.dev/internal/frontend/c/places"
	"whittle.dev/internal/source"
)

// What a file about a program can name in its text; see package places.
type (
	Places    = places.Places
	Stmt      = places.Stmt
	CallPlace = places.CallPlace
	Variable  = places.Variable
	Kind      = places.Kind
	Spot      = places.Spot
)

// The kinds of statements, and the classes of variables, that witnesses ask for.
const (
	StmtLoop   = places.StmtLoop
	IntegerVar = places.IntegerVar
	PointerVar = places.PointerVar
)

// FindPlaces reads the files that cfg names once more. Places in the terms of a trace refer to files, which
// is to be the table of the program. Unless the program is one that Load accepts there is an error.
func FindPlaces(ctx context.Context, cfg Config, files *source.Files) (*Places, error) {
	return places.Find(ctx, cfg.Parsing(), files)
}
