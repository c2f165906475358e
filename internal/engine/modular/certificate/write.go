package certificate

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"whittle.dev/term"
)

// Write writes a certificate for people: what holds where, and which places exclude each other.
func (cert *Certificate) Write(w io.Writer, title string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n\nFor any number of threads, whenever a thread is at a place:\n", title)
	for s, seat := range cert.Seats {
		fmt.Fprintf(b, "\n%s\n", cert.place(s))
		for g := range cert.Stores {
			lemma, occurs := cert.Lemmas[View{g, s, -1}]
			if !occurs {
				continue
			}
			words := append(cert.equations(cert.Stores[g]), cert.equations(seat.Values)...)
			for _, t := range lemma {
				words = append(words, cert.Say(t))
			}
			if len(words) == 0 {
				words = []string{"anything"}
			}
			fmt.Fprintf(b, "  %s\n", strings.Join(words, ", "))
		}
	}
	fmt.Fprintf(b, "\nThese places are never taken by two threads at the same time:\n")
	together := map[[2]int]bool{}
	for at, seats := range cert.Near {
		for _, s := range seats {
			together[[2]int{at.Seat, s}], together[[2]int{s, at.Seat}] = true, true
		}
	}
	for a, seat := range cert.Seats {
		for o := a; o < len(cert.Seats); o++ {
			same := seat.Template == cert.Seats[o].Template
			if !together[[2]int{a, o}] && !(same && cert.Sys.Templates[seat.Template].Single) {
				fmt.Fprintf(b, "  %s / %s\n", cert.place(a), cert.place(o))
			}
		}
	}
	return b.Flush()
}

// place says where a seat is: "thr1 at a.c:12:3".
func (cert *Certificate) place(s int) string {
	seat := cert.Seats[s]
	tmpl := cert.Sys.Templates[seat.Template]
	return fmt.Sprintf("%s at %s", tmpl.Name, cert.Sys.Files.Format(tmpl.Locs[seat.Loc].Pos))
}

// equations are those of a valuation.
func (cert *Certificate) equations(v map[term.Term]term.Term) []string {
	var out []string
	for _, sym := range slices.Sorted(maps.Keys(v)) {
		out = append(out, fmt.Sprintf("%s = %s", cert.Sys.Terms.Name(sym), cert.Sys.Terms.String(v[sym])))
	}
	return out
}
