package schedule

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// What lies behind text of a certain form is not met by inputs that are drawn without regard to it. So
// executions in which a branch was taken as in none before, or another number of times, are kept, and further
// ones begin with their inputs, of which some are changed: one is drawn anew, a few are left out, said again,
// taken from another execution, or are a text of the program (M. Zalewski's afl has this from the coverage
// that compilers tell; a survey is V. Manès and others, "The Art, Science, and Engineering of Fuzzing", IEEE
// TSE 2019). Nothing is learnt, so that nothing is proved.

// guided makes such executions.
type guided struct {
	*alone
	texts [][]byte
	// chars are those of texts, and small numbers that functions are given.
	chars []uint64
	// choices are the edges whose inputs are mostly zero: whether something seldom happens.
	choices map[cfa.EdgeID]bool
	rng     *rand.Rand
	cover   *interp.Cover
	// seen has, for each counter, a bit for each class of numbers that it has had.
	seen []uint64
	kept []kept
	// last is how many edges had been taken when something new was covered.
	last uint64
}

// kept is an execution that others begin as.
type kept struct {
	inputs []decision
	steps  uint64
	uses   int
}

// decision is an input, or the number of the edge that was chosen.
type decision struct {
	lo, hi uint64
	from   cfa.EdgeID
}

const (
	// longestTurn is how many inputs a turn of a loop may take.
	longestTurn = 16
	// mostInputs bounds how many inputs of an execution are kept.
	mostInputs = 4096
	// guidedLong is how many edges an execution takes at most, and guidedMore how many times those of the
	// one that it begins as.
	guidedLong, guidedMore = 400_000, 4
	// mostArguments is how many arguments there are at most.
	mostArguments = 8
	// mostChanges is the logarithm of how many changes are made at a time.
	mostChanges = 4
)

func newGuided(x *alone) *guided {
	texts := textsOf(x.prog)
	return &guided{alone: x, texts: texts, chars: charsOf(x.prog, texts), choices: choicesOf(x.prog),
		rng: rand.New(rand.NewPCG(0x91de, 0)), cover: &interp.Cover{},
		seen: make([]uint64, interp.Counters)}
}

// run makes executions until all have taken so many edges.
func (g *guided) run(edges uint64) error {
	all := func(*interp.Machine) bool { return true }
	for !g.over(edges) && !g.tired() {
		d := g.next()
		m, err := g.execute(interp.Config{Decider: d, MaxSteps: d.limit, Cover: g.cover}, all)
		if err != nil {
			return err
		}
		g.learn(d, m.Steps())
		err = g.ended(m, func() (*interp.Machine, error) {
			again := &mutant{g: g, script: d.made, exact: true}
			return g.execute(interp.Config{Decider: again, MaxSteps: d.limit, Record: true}, all)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tired reports whether nothing new has been covered for so long that nothing more is expected.
func (g *guided) tired() bool { return g.Edges-g.last > max(randomEdges, g.Edges/2) }

// learn keeps an execution that has covered something new.
func (g *guided) learn(d *mutant, steps uint64) {
	fresh := false
	g.cover.Each(func(i int, n uint32) {
		if bit := uint64(1) << class(n); g.seen[i]&bit == 0 {
			g.seen[i] |= bit
			fresh = true
		}
	})
	if fresh && len(d.made) > 0 {
		g.last = g.Edges
		g.kept = append(g.kept, kept{inputs: d.made, steps: steps})
	}
}

// class tells numbers up to 40 apart, and greater ones by their magnitude.
func class(n uint32) int {
	if n <= 40 {
		return int(n)
	}
	return min(35+bits.Len32(n), 63)
}

// next is what the next execution decides.
func (g *guided) next() *mutant {
	d := &mutant{g: g, limit: guidedLong}
	if len(g.kept) == 0 || g.rng.IntN(64) == 0 {
		d.fresh = true
		return d
	}
	// The newest ones lead further.
	i := g.rng.IntN(len(g.kept))
	if g.rng.IntN(2) == 0 {
		i = len(g.kept) - 1 - g.rng.IntN(1+len(g.kept)/4)
	}
	// What is done soon is tried more often.
	if j := g.rng.IntN(len(g.kept)); g.kept[j].steps < g.kept[i].steps/2 && g.rng.IntN(4) != 0 {
		i = j
	}
	from := &g.kept[i]
	from.uses++
	d.limit = min(d.limit, guidedMore*from.steps+shortest)
	d.script = g.change(from.inputs)
	d.rest = g.rng.IntN(4)
	return d
}

// change makes changes to inputs.
func (g *guided) change(inputs []decision) []decision {
	s := append([]decision(nil), inputs...)
	for range 1 << g.rng.IntN(mostChanges+1) {
		if len(s) == 0 {
			break
		}
		at := g.rng.IntN(len(s))
		n := 1 + g.rng.IntN(min(len(s)-at, 1<<g.rng.IntN(7)))
		switch g.rng.IntN(12) {
		case 0, 1, 2:
			s[at] = g.draw(s[at].from)
		case 3: // the same several times
			unit := turn(s, at)
			if g.rng.IntN(2) == 0 {
				unit[0] = g.draw(unit[0].from)
			}
			var list []decision
			for range 1 << g.rng.IntN(7) {
				list = append(list, unit...)
			}
			s = insert(s, at, list)
		case 4:
			s = append(s[:at], s[at+n:]...)
		case 5:
			s = insert(s, g.rng.IntN(len(s)+1), append([]decision(nil), s[at:at+n]...))
		case 6:
			other := g.kept[g.rng.IntN(len(g.kept))].inputs
			s = append(s[:at], other[g.rng.IntN(len(other)):]...)
		case 7:
			s = s[:at]
		case 8, 9:
			if len(g.texts) > 0 {
				s = g.say(s, at, g.texts[g.rng.IntN(len(g.texts))])
			}
		case 10:
			s[at].lo += uint64(g.rng.IntN(5)) - 2
		case 11: // one more or one less
			if unit := turn(s, at); g.rng.IntN(2) == 0 {
				s = insert(s, at, unit)
			} else {
				s = append(s[:at], s[at+len(unit):]...)
			}
		}
	}
	return s[:min(len(s), mostInputs)]
}

// turn copies what is decided from one input to the next one of the same edge: a turn of the loop that reads
// them, perhaps. Without a next one it is the input alone.
func turn(s []decision, at int) []decision {
	n := 1
	for i := at + 1; i < min(len(s), at+longestTurn); i++ {
		if s[i].from == s[at].from {
			n = i - at
			break
		}
	}
	return append([]decision(nil), s[at:at+n]...)
}

// say has a text read from an input on, in place of what is there or before it.
func (g *guided) say(s []decision, at int, text []byte) []decision {
	if g.rng.IntN(2) == 0 {
		var list []decision
		unit := turn(s, at)
		for _, c := range text {
			unit[0].lo = uint64(c)
			list = append(list, unit...)
		}
		return insert(s, at, list)
	}
	from := s[at].from
	for _, c := range text {
		for at < len(s) && s[at].from != from {
			at++
		}
		if at == len(s) {
			break
		}
		s[at].lo = uint64(c)
		at++
	}
	return s
}

func insert(s []decision, at int, list []decision) []decision {
	return append(s[:at:at], append(list, s[at:]...)...)
}

// draw is an input of an edge.
func (g *guided) draw(from cfa.EdgeID) (d decision) {
	d.from = from
	if g.choices[from] && g.rng.IntN(4) != 0 {
		return d
	}
	switch g.rng.IntN(10) {
	case 8:
		if len(g.chars) > 0 {
			d.lo = g.chars[g.rng.IntN(len(g.chars))]
		}
	case 0:
		d.lo = uint64(g.rng.IntN(256))
	case 1:
		d.lo = '0' + uint64(g.rng.IntN(10))
	case 2:
		d.lo = 'a' + uint64(g.rng.IntN(26))
	case 3:
		d.lo, d.hi = ^uint64(g.rng.IntN(4)), ^uint64(0)
	case 4:
		d.lo = 1<<g.rng.IntN(64) - uint64(g.rng.IntN(2))
	case 5:
		d.lo = uint64(g.rng.IntN(4))
	default:
		if len(g.known.numbers) > 0 {
			d.lo = g.known.numbers[g.rng.IntN(len(g.known.numbers))] + uint64(g.rng.IntN(3)) - 1
		}
	}
	return d
}

// mutant decides as a script says, and after its end as it likes.
type mutant struct {
	interp.Zero
	g      *guided
	script []decision
	limit  uint64
	fresh  bool // there is no script
	exact  bool // nothing comes after it
	rest   int  // what comes after it: zeros, the last one, others
	made   []decision
}

func (d *mutant) decide(from cfa.EdgeID) decision {
	i := len(d.made)
	v := decision{from: from}
	switch {
	case i < len(d.script):
		v.lo, v.hi = d.script[i].lo, d.script[i].hi
	case d.exact || d.rest == 0 && !d.fresh:
	case d.rest == 1 && i > 0:
		v.lo, v.hi = d.made[i-1].lo, d.made[i-1].hi
	default:
		v = d.g.draw(from)
	}
	d.made = append(d.made, v)
	return v
}

// Havoc implements interp.Decider.
func (d *mutant) Havoc(k trace.Key, _ int) (lo, hi uint64) {
	v := d.decide(k.Origin)
	if k.Origin == d.g.known.argc {
		return 1 + v.lo%mostArguments, 0
	}
	return v.lo, v.hi
}

// InitByte implements interp.Decider.
func (d *mutant) InitByte(k trace.Key, _ uint64) byte { return byte(d.decide(k.Origin).lo) }

// Choose implements interp.Decider.
func (d *mutant) Choose(keys []trace.Key) int {
	return int(d.decide(keys[0].Origin).lo % uint64(len(keys)))
}

// textsOf are the texts that the program has outside of the library.
func textsOf(p *cfa.Program) [][]byte {
	var out [][]byte
	for _, o := range p.Objects {
		if o.Kind != cfa.ConstData || o.Size < 3 || o.Size > 33 || o.Made {
			continue
		}
		text := make([]byte, o.Size)
		for _, in := range o.Init {
			v, ok := p.Terms.ConstUint64(in.Value)
			if !ok {
				continue
			}
			for i := range uint64(p.Terms.Sort(in.Value).Width() / 8) {
				if at := in.Offset + i; at < o.Size {
					text[at] = byte(v >> (8 * i))
				}
			}
		}
		out = append(out, text[:len(text)-1])
	}
	return out
}

// choicesOf are the edges by which the library chooses what happens.
func choicesOf(p *cfa.Program) map[cfa.EdgeID]bool {
	out := map[cfa.EdgeID]bool{}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if op, ok := e.Op.(cfa.Havoc); ok && op.Number {
				out[e.Origin] = true
			}
		}
	}
	return out
}

// charsOf are the characters of texts, and those that functions are given.
func charsOf(p *cfa.Program, texts [][]byte) []uint64 {
	var out []uint64
	for _, t := range texts {
		for _, c := range t {
			out = append(out, uint64(c))
		}
	}
	for _, proc := range p.Procs {
		if proc.Model {
			continue
		}
		for _, e := range proc.Edges {
			call, ok := e.Op.(cfa.Call)
			if !ok {
				continue
			}
			for _, a := range call.Args {
				if v, ok := p.Terms.ConstUint64(a); ok && v < 256 {
					out = append(out, v)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
