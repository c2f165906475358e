package witness

import (
	"fmt"
	"io"
)

// WriteGraphML is not ready yet.
func WriteGraphML(w io.Writer, e *Entry) error { return fmt.Errorf("%w in GraphML", ErrNoWitness) }
