package analysis

import (
	"context"

	"whittle.dev/internal/cfa"
)

// Sharing says who accesses an object.
type Sharing uint8

const (
	// Private objects are accessed by one thread only; of the objects of an
	// allocation site, each by one thread only.
	Private Sharing = iota
	// Stable objects are accessed by several threads, but stored to only by
	// the initial thread before it has started another one.
	Stable
	// Shared objects are all others.
	Shared
)

// String returns the name of the constant in lower case.
func (s Sharing) String() string { return [...]string{"private", "stable", "shared"}[s] }

// Escape tells which objects are shared between threads.
type Escape struct {
	pts     *PointsTo
	sharing []Sharing
	all     Sharing // of an access through an unknown address
}

// access is what is known of the accesses to one object.
type access struct {
	root  int  // of the first access seen, or -1
	multi bool // accessed by several threads
	late  bool // stored to when there may be other threads
}

// NewEscape classifies the abstract objects of a program. It stops with ctx's
// error.
func NewEscape(ctx context.Context, p *cfa.Program, pts *PointsTo, threads *Threads) (*Escape, error) {
	x := &Escape{pts: pts, sharing: make([]Sharing, len(pts.Objects))}
	unknown := false
	seen := make([]access, len(pts.Objects))
	for o := range seen {
		seen[o].root = -1
	}
	for i, proc := range p.Procs {
		id := cfa.ProcID(i)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, e := range proc.Edges {
			if !threads.Order(id).Reaches(e.From) {
				continue
			}
			for _, a := range addressesOf(e.Op) {
				v := pts.Of(a.addr)
				for _, r := range threads.RunBy(id) {
					late := a.write && !threads.Alone(id, e.From)
					if v.Unknown {
						unknown = true
						for o := range seen {
							seen[o].note(r, threads.Roots[r].Many, late)
						}
						continue
					}
					for _, ref := range v.Refs {
						seen[ref.Obj].note(r, threads.Roots[r].Many, late)
					}
				}
			}
		}
	}
	escaped := x.escaped(p, threads)
	for o := range seen {
		switch {
		case !seen[o].multi, pts.Objects[o].Site != nil && !escaped[o] && !unknown:
		case seen[o].late || pts.Objects[o].Site != nil:
			x.sharing[o] = Shared
		default:
			x.sharing[o] = Stable
		}
		x.all = max(x.all, x.sharing[o])
	}
	return x, nil
}

func (a *access) note(root int, many, late bool) {
	a.multi = a.multi || many || a.root >= 0 && a.root != root
	a.late = a.late || late
	a.root = root
}

// Of returns how an object is shared.
func (x *Escape) Of(o ObjID) Sharing { return x.sharing[o] }

// Access returns the strongest sharing among the objects that an address may
// point to.
func (x *Escape) Access(addr Value) Sharing {
	if addr.Unknown {
		return x.all
	}
	s := Private
	for _, r := range addr.Refs {
		s = max(s, x.sharing[r.Obj])
	}
	return s
}

// escaped finds the objects whose address another thread than the one that
// made them may hold: those that static objects, the arguments of threads and
// their exit values lead to.
func (x *Escape) escaped(p *cfa.Program, threads *Threads) []bool {
	out := make([]bool, len(x.pts.Objects))
	var work []ObjID
	add := func(v Value) {
		if v.Unknown {
			// An unknown pointer may point anywhere, but it has to be stored
			// somewhere: what holds it does not escape by that.
			v.Unknown = false
		}
		for _, r := range v.Refs {
			if !out[r.Obj] {
				out[r.Obj] = true
				work = append(work, r.Obj)
			}
		}
	}
	for o := range x.pts.Objects {
		if x.pts.Objects[o].Static != nil {
			out[o] = true
			work = append(work, ObjID(o))
		}
	}
	for _, s := range threads.Sites {
		if op, ok := s.Edge.Op.(cfa.Spawn); ok {
			for _, a := range op.Args {
				add(x.pts.Of(a))
			}
		}
	}
	add(x.pts.exits)
	add(x.pts.anyMem)
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		add(x.pts.Contents(o))
	}
	return out
}
