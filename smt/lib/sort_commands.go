package lib

import "whittle.dev/term"

// sortName reads the name of something new that is a sort.
func (in *Interpreter) sortName(name *Node) error {
	in.started = true
	if name.Kind != Symbol {
		return errorf(name.Pos, "expected a name, found %s", abbreviate(name))
	}
	switch name.Text {
	case "Bool", "Int", "Real", "Array", "BitVec":
		return errorf(name.Pos, "%s is a sort of a theory", name.Text)
	}
	if in.p.sorts[name.Text] != nil {
		return errorf(name.Pos, "the sort %s is defined already", abbreviate(name))
	}
	return nil
}

// declareSort executes declare-sort: an uninterpreted sort without parameters.
func (in *Interpreter) declareSort(name, arity *Node) error {
	if err := in.sortName(name); err != nil {
		return err
	}
	if n, err := index(arity); err != nil {
		return err
	} else if n != 0 {
		return errorf(arity.Pos, "uninterpreted sorts with parameters are not supported")
	}
	in.p.scope.defineSort(name.Text, &sortDef{sort: in.st.SortSymbol(name.Text)})
	return nil
}

func (in *Interpreter) defineSort(args []Node) error {
	name := &args[0]
	if err := in.sortName(name); err != nil {
		return err
	}
	if args[1].Kind != List {
		return errorf(args[1].Pos, "expected a list of parameters, found %s", abbreviate(&args[1]))
	}
	d := &sortDef{body: args[2]}
	names := map[string]term.Sort{}
	for i := range args[1].List {
		x := &args[1].List[i]
		if x.Kind != Symbol {
			return errorf(x.Pos, "expected a name, found %s", abbreviate(x))
		}
		if names[x.Text] != 0 {
			return errorf(x.Pos, "two parameters have the name %s", abbreviate(x))
		}
		names[x.Text] = term.Bool
		d.params = append(d.params, x.Text)
	}
	// With any sorts for the parameters: mistakes show where they are made.
	if _, err := in.p.sortIn(&d.body, names, 0); err != nil {
		return err
	}
	in.p.scope.defineSort(name.Text, d)
	return nil
}
