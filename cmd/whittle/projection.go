package main

import (
	"fmt"

	"whittle.dev"
)

// projection is the value of the flag --projection.
type projection struct{ o *whittle.Options }

// String is the name of the projection that is set.
func (p *projection) String() string {
	switch {
	case p.o == nil:
		return ""
	case p.o.NoProjection:
		return "none"
	case p.o.ExactProjection:
		return "exact"
	}
	return "cone"
}

// Set takes the name of a projection.
func (p *projection) Set(name string) error {
	switch name {
	case "none", "cone", "exact":
		p.o.NoProjection, p.o.ExactProjection = name == "none", name == "exact"
		return nil
	}
	return fmt.Errorf("want none, cone or exact")
}

// Type names the kind of value in the help text.
func (*projection) Type() string { return "name" }
