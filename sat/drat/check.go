package drat

import (
	"context"
	"fmt"
	"io"
	"strings"

	"whittle.dev/sat"
)

// Config says how to check. The zero value is the recommended configuration.
type Config struct {
	Format  Format
	Forward bool // check every lemma, in the order of the proof
}

// Result says how a check went.
type Result struct {
	Verified bool
	Why      string // why not, with the place of the wrong step

	Lemmas    int // clauses added until the conflict
	Deletions int // deletions carried out until then
	Checked   int // lemmas that were checked
	RATChecks int // those of them for which RAT was tried, as RUP failed
	HeldBack  int // deletions ignored because the clause was the reason of a unit
	Missing   int // deletions ignored because there was no such clause
}

// Checker checks one proof for one formula. Create one with [New]; the zero
// value is not usable. A Checker belongs to one goroutine.
type Checker struct {
	cfg    Config
	result Result

	clauses []clause
	lits    []sat.Lit
	table   map[uint64]id // by hash: the last clause of a chain
	small   []sat.Var     // by variable of the proof: ours; see rename
	large   map[sat.Var]sat.Var
	names   []sat.Lit // buffer

	vals    []int8     // by literal: 1 true, -1 false
	vars    []variable // by variable
	marks   []bool     // by literal
	watches [2][][]watch
	trail   []sat.Lit
	heads   [2]int
	base    int
	stack   []sat.Var

	proof   []step
	steps   uint
	stopped error
}

// step is a step of the proof that changed something.
type step struct {
	k        id
	deletion bool
	pivot    sat.Lit // first literal of a lemma
	trail    int32   // of a lemma: assignments before it
	at       place   // of a lemma
}

// New returns a checker of an empty formula.
func New(cfg Config) *Checker {
	c := &Checker{cfg: cfg, table: map[uint64]id{}, large: map[sat.Var]sat.Var{}}
	c.newVar() // the zero variable is none
	return c
}

// Add adds a clause of the formula.
func (c *Checker) Add(lits ...sat.Lit) {
	c.names = append(c.names[:0], lits...)
	c.rename(c.names)
	d, tautology := c.dedupe(c.names)
	c.store(d, tautology)
}

// Check reads a proof and checks it; name stands in messages. The error says that the proof cannot be read or
// that the context is done (its cause). Check may be called once.
func (c *Checker) Check(ctx context.Context, proof io.Reader, name string) (Result, error) {
	p := newParser(proof, name, c.cfg.Format)
	conflict, err := c.load(ctx)
	if err != nil {
		return c.result, err
	}
	conflict, err = c.forward(ctx, p, name, conflict)
	if err != nil || c.result.Why != "" {
		return c.result, err
	}
	if !c.cfg.Forward {
		if err := c.backward(ctx, p, conflict); err != nil || c.result.Why != "" {
			return c.result, err
		}
	}
	c.result.Verified = true
	return c.result, nil
}

// load propagates the formula.
func (c *Checker) load(ctx context.Context) (conflict id, err error) {
	conflict = none
	for k := range c.clauses {
		c.attach(id(k)) // before there are any values
	}
	for k := range c.clauses {
		if x := c.begin(id(k)); x != none && conflict == none {
			conflict = x
		}
	}
	if conflict == none {
		conflict = c.propagate(ctx)
	}
	return conflict, c.stopped
}

// begin assigns the literal of a clause that is unit; it returns the clause if that is false already.
func (c *Checker) begin(k id) (conflict id) {
	open := sat.Lit(0)
	for _, l := range c.literals(k) {
		if c.vals[l] > 0 || c.vals[l] == 0 && open != 0 {
			return none
		}
		if c.vals[l] == 0 {
			open = l
		}
	}
	if open == 0 {
		return k
	}
	c.assign(open, k)
	return none
}

// forward carries out the steps up to the first conflict by unit propagation;
// then the empty clause follows, and it only remains to find it in the proof.
func (c *Checker) forward(ctx context.Context, p parser, name string, conflict id) (id, error) {
	var buf []sat.Lit
	for {
		lits, deletion, at, err := p.next(buf[:0])
		if err == io.EOF {
			c.result.Why = name + ": the proof does not contain the empty clause"
			return none, nil
		}
		if err == nil && c.tick(ctx) {
			err = c.stopped
		}
		if err != nil {
			return none, err
		}
		buf = lits
		switch {
		case conflict != none:
		case deletion:
			c.remove(lits)
		default:
			c.result.Lemmas++
			conflict = c.learn(ctx, p, lits, at)
			if c.stopped != nil || c.result.Why != "" {
				return none, c.stopped
			}
		}
		if !deletion && len(lits) == 0 {
			return conflict, nil
		}
	}
}

// learn adds a lemma and propagates.
func (c *Checker) learn(ctx context.Context, p parser, lits []sat.Lit, at place) (conflict id) {
	c.rename(lits)
	lits, tautology := c.dedupe(lits)
	st := step{trail: int32(len(c.trail)), at: at}
	if len(lits) > 0 {
		st.pivot = lits[0]
	}
	st.k = c.store(lits, tautology)
	if c.cfg.Forward || len(lits) == 0 {
		c.clauses[st.k].live = false
		if !c.verify(ctx, p, st) {
			return none
		}
		c.clauses[st.k].live = true
	}
	c.proof = append(c.proof, st)
	c.attach(st.k)
	if conflict = c.begin(st.k); conflict == none {
		conflict = c.propagate(ctx)
	}
	return conflict
}

// verify checks the lemma of a step; if it does not follow, c.result says so.
func (c *Checker) verify(ctx context.Context, p parser, st step) bool {
	c.result.Checked++
	if c.follows(ctx, st.k, st.pivot) {
		return true
	}
	if c.stopped == nil {
		c.result.Why = fmt.Sprintf("%s: %s does not follow", p.show(st.at), c.show(st))
	}
	return false
}

// remove deletes a clause, unless it is needed.
func (c *Checker) remove(lits []sat.Lit) {
	c.rename(lits)
	lits, _ = c.dedupe(lits)
	k, held := c.take(lits)
	switch {
	case k == none && held:
		c.result.HeldBack++
	case k == none:
		c.result.Missing++
	default:
		c.result.Deletions++
		c.detach(k)
		c.clauses[k].live = false
		c.proof = append(c.proof, step{k: k, deletion: true})
	}
}

// backward takes the steps back and checks the lemmas of the core.
func (c *Checker) backward(ctx context.Context, p parser, conflict id) error {
	c.base = 0
	c.blame(conflict, 0)
	for i := len(c.proof) - 1; i >= 0; i-- {
		st := c.proof[i]
		if st.deletion {
			c.clauses[st.k].live = true
			c.attach(st.k)
			continue
		}
		c.undo(int(st.trail))
		c.detach(st.k)
		c.clauses[st.k].live = false
		if c.clauses[st.k].core && !c.verify(ctx, p, st) {
			return c.stopped
		}
	}
	return nil
}

// show prints the lemma of a step as it stands in the proof.
func (c *Checker) show(st step) string {
	lits := c.literals(st.k)
	if len(lits) == 0 {
		return "the empty clause"
	}
	back := make(map[sat.Var]sat.Var, len(lits))
	for v, w := range c.small {
		back[w] = sat.Var(v)
	}
	for v, w := range c.large {
		back[w] = v
	}
	var b strings.Builder
	b.WriteString("the clause " + spell(back, st.pivot))
	const most = 20
	shown := 1
	for _, l := range lits {
		if l == st.pivot {
			continue
		}
		if shown == most {
			fmt.Fprintf(&b, " ... (%d literals)", len(lits))
			break
		}
		shown++
		b.WriteString(" " + spell(back, l))
	}
	return b.String()
}

func spell(back map[sat.Var]sat.Var, l sat.Lit) string {
	return sat.MkLit(back[l.Var()], l.Negated()).String()
}
