package trace

import (
	"fmt"

	"whittle.dev/internal/axioms"
)

// Weak says what makes an execution one of a weak memory model: which write each read sees, and in which
// order the writes to a place take effect. The schedule then lists the steps so that each comes after the
// writes that it sees; memory as the schedule alone would leave it is not what reads see.
type Weak struct {
	Model axioms.Model `json:"model"`
	// Reads are the reads whose sources matter; others see the last write to their place in Writes.
	Reads []Seen `json:"reads,omitempty"`
	// Writes has of each place the writes in their order. A write that is not listed comes after those that
	// the schedule has before it.
	Writes [][]Key `json:"writes,omitempty"`
	// Racing is, of a data race, the access that nothing orders with that of the violation.
	Racing *Key `json:"racing,omitempty"`
}

// Seen says which write a read sees.
type Seen struct {
	Read Key `json:"read"`
	// From is the write; nil: what the place holds at the start.
	From *Key `json:"from,omitempty"`
}

// validate checks what every such description must satisfy.
func (w *Weak) validate() error {
	if _, err := axioms.Parse(string(w.Model)); err != nil {
		return err
	}
	reads, writes := map[Key]bool{}, map[Key]bool{}
	for _, s := range w.Reads {
		if err := s.Read.validate(); err != nil {
			return err
		}
		if reads[s.Read] {
			return fmt.Errorf("the source of %s is given twice", s.Read)
		}
		reads[s.Read] = true
		if s.From != nil {
			if err := s.From.validate(); err != nil {
				return err
			}
		}
	}
	for _, list := range w.Writes {
		for _, k := range list {
			if err := k.validate(); err != nil {
				return err
			}
			if writes[k] {
				return fmt.Errorf("the write %s stands twice in an order", k)
			}
			writes[k] = true
		}
	}
	if w.Racing != nil {
		return w.Racing.validate()
	}
	return nil
}
