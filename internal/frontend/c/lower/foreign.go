package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/source"
)

// Foreign is what is known of a program of another front end, which stands here as a shadow in C.
type Foreign struct {
	// Largest is the size in bytes of the largest object that the program has or asks for, as far as that is
	// constant.
	Largest uint64
	// Words says that variable arguments lie in words of the machine, one after the other.
	Words bool
	// Place is where people find a function.
	Place func(files *source.Files, function string) source.Pos
	// Lower lowers a function that the shadow defines.
	Lower func(f *Function, e *Entity)
}

// RuntimeName is the name of the file with the other language's own library, which is a model.
const RuntimeName = "<runtime>.c"

// adoptForeign has the functions of the shadow lowered by the other front end.
func (l *lowerer) adoptForeign() {
	for _, u := range l.units {
		if u.Model {
			continue
		}
		u.pos = func(cc.Node) source.Pos { return source.Pos{} } // steps have the places of their function
		for _, e := range u.declared {
			e.Pos = source.Pos{}
			if e.Def == nil {
				continue
			}
			e.Pos = l.Cfg.Foreign.Place(l.Prog.Files, e.Name)
			e.synth = func(f *Function) { l.Cfg.Foreign.Lower(f, e) }
		}
	}
}
