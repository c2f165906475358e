package slab

// event is a step of the procedure, for pictures.
type event struct{ what string }
