// Package eventfacts finds out what is known of an event graph (package events) before it is encoded. Each
// fact is an analysis of its own; those further down use those above:
//
//   - HappensBefore: which events are before which others, whatever the schedule;
//   - PointsTo: where pointers may point, and their alignment; when an address is valid;
//   - Writers: who writes a place, under which locks; so which claims hold on which the next unrolling may
//     rely;
//   - Cells: memory cut into parts that accesses share as a whole or not at all;
//   - Symbols and Initial: what the symbols in terms stand for, and what memory holds at first;
//   - Sections: critical sections, what other threads see of them, and which wait for which;
//   - Visible: the writes that a read may see;
//   - Values: an interval for each read, bounds on places that are counted up and down, and the goals that
//     are unreachable therefore;
//   - Symmetry: threads that do the same;
//   - Races: pairs of accesses that may race.
//
// A fact holds in every execution of the graph. A guess does not, and is made a condition, see Cells.Guessed.
// Wherever a limit is reached, less is known and nothing is wrong.
//
// Example:
//
//	order := eventfacts.NewHappensBefore(g)
//	points, err := eventfacts.NewPointsTo(ctx, g, true)
//	cells := eventfacts.NewCells(g, points)
//	near, err := eventfacts.NewVisible(cells, order, nil, meter).Near(cells.Of(read)[0])
//
// Limits: initialised tables of more than 4096 entries that are read at an unknown index are an error;
// threads with objects of their own are not found to be alike, since their addresses differ.
package eventfacts
