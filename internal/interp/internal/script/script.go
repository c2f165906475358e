package script

// Script is a sequence of choices. The zero value is the first script of a step.
type Script struct {
	choices []int
	domains []int // number of possibilities of each choice made
	used    int   // choices made in this step
}

// Begin starts the step from the beginning of the script.
func (s *Script) Begin() { s.used = 0 }

// Follow starts a step with a script of its own.
func (s *Script) Follow(choices []int) {
	s.choices = append(s.choices[:0], choices...)
	s.Begin()
}

// Pick makes a choice of n possibilities, from 0.
func (s *Script) Pick(n int) int {
	if s.used == len(s.choices) {
		s.choices = append(s.choices, 0)
	}
	s.domains = append(s.domains[:s.used], n)
	s.used++
	return s.choices[s.used-1]
}

// Used is the number of choices that the step has made so far, and Length that of the whole script.
func (s *Script) Used() int { return s.used }

// Length is the number of choices that the script has.
func (s *Script) Length() int { return len(s.choices) }

// Taken returns the choices of the step that was made.
func (s *Script) Taken() []int { return append([]int(nil), s.choices[:s.used]...) }

// Next goes on to the next script; false: there is none.
func (s *Script) Next() bool {
	for i := s.used - 1; i >= 0; i-- {
		if s.choices[i]+1 < s.domains[i] {
			s.choices = s.choices[:i+1]
			s.choices[i]++
			return true
		}
	}
	return false
}
