package sat

// The assignment, in the order in which literals became true.

// varData is what the search knows of an assigned variable.
type varData struct {
	level  int32  // decision level of the assignment
	trail  int32  // position on the trail
	reason reason // why
}

// level is the record of one decision level.
type level struct {
	trail     int32 // length of the trail before the decision
	seenCount int32 // literals of this level seen by the running analysis
	seenTrail int32 // the lowest trail position of those
}

// trail is the assignment.
type trail struct {
	vals   []Tri     // by literal
	vars   []varData // by variable
	lits   []Lit     // those that are true, in the order of their assignment
	levels []level   // one per decision level, levels[0] for the root
}

// reuse makes t empty, in the memory of another one.
func (t *trail) reuse(old *trail) {
	*t = trail{
		vals:   append(old.vals[:0], Undef, Undef),
		vars:   append(old.vars[:0], varData{}),
		lits:   old.lits[:0],
		levels: append(old.levels[:0], level{}),
	}
}

// newVar makes room for a variable.
func (t *trail) newVar() Var {
	v := Var(len(t.vars))
	t.vals = append(t.vals, Undef, Undef)
	t.vars = append(t.vars, varData{})
	return v
}

// assign makes l true at the current level.
func (t *trail) assign(l Lit, r reason) {
	t.vals[l] = True
	t.vals[l^1] = False
	t.vars[l>>1] = varData{int32(len(t.levels) - 1), int32(len(t.lits)), r}
	t.lits = append(t.lits, l)
}

// decide opens a new decision level with l.
func (t *trail) decide(l Lit) {
	t.newLevel()
	t.assign(l, noReason)
}

func (t *trail) newLevel() {
	t.levels = append(t.levels, level{trail: int32(len(t.lits)), seenTrail: 1<<31 - 1})
}

// decision is the literal that opened a level.
func (t *trail) decision(level int) Lit { return t.lits[t.levels[level].trail] }

// level is the current decision level.
func (t *trail) level() int { return len(t.levels) - 1 }

// fixed is the number of variables assigned at level 0.
func (t *trail) fixed() int {
	if len(t.levels) > 1 {
		return int(t.levels[1].trail)
	}
	return len(t.lits)
}
