package eventfacts

import (
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Symbols says what the symbols in the terms of a graph stand for. Those that are not listed (inputs,
// undefined content) may have any value.
type Symbols map[term.Term]Symbol

// Symbol is what a symbol stands for.
type Symbol struct {
	Kind  SymbolKind
	Index int // in the list of the graph that Kind names
}

// SymbolKind classifies symbols.
type SymbolKind uint8

// The kinds of symbols, with what Symbol.Index is.
const (
	GuardSymbol  SymbolKind = iota + 1 // of Graph.Guards: the guard holds
	ReadSymbol                         // of Graph.Events: what the event reads
	ValidSymbol                        // of Graph.Events: the address is valid
	JoinedSymbol                       // of Graph.Joins: the join takes place
	ExitSymbol                         // of Graph.Joins: the value that it gives
	StartSymbol                        // of Graph.Starts: the address is that of an object
	GoalSymbol                         // of Graph.Goals: the goal is asked for; made by the encoder
	LawSymbol                          // of Graph.Laws: one of its symbols
)

// NewSymbols lists the symbols of a graph.
func NewSymbols(g *events.Graph) Symbols {
	s := Symbols{}
	s.AddGuards(g.Guards, 0)
	for i, ev := range g.Events {
		if !ev.Write {
			s[ev.Value] = Symbol{ReadSymbol, i}
		}
		if ev.Valid != term.None {
			s[ev.Valid] = Symbol{ValidSymbol, i}
		}
	}
	for i, law := range g.Laws {
		for _, sym := range law.Symbols {
			s[sym] = Symbol{LawSymbol, i}
		}
	}
	for i, x := range g.Starts {
		s[x.Symbol] = Symbol{StartSymbol, i}
	}
	for i, j := range g.Joins {
		s[j.Done] = Symbol{JoinedSymbol, i}
		if j.Value != term.None {
			s[j.Value] = Symbol{ExitSymbol, i}
		}
	}
	return s
}

// AddGuards lists the symbols of the guards that were made since there were known of them.
func (s Symbols) AddGuards(gs *events.Guards, known int) {
	for i := known; i < gs.Len(); i++ {
		if g := events.Guard(i); gs.Definition(g) != term.None {
			s[gs.Term(g)] = Symbol{GuardSymbol, i}
		}
	}
}
