package main

import "fmt"

// choice is the flag --color.
type choice string

// String prints the choice.
func (c *choice) String() string { return string(*c) }

// Type names the flag's value in help texts.
func (c *choice) Type() string { return "when" }

// Set reads the choice.
func (c *choice) Set(s string) error {
	switch s {
	case "auto", "always", "never":
		*c = choice(s)
		return nil
	}
	return fmt.Errorf("%q is none of auto, always, never", s)
}
