package witness

import "github.com/goccy/go-yaml/ast"

func (r *reader) invariants(e *Entry, n ast.Node) error {
	items, err := r.sequence(n, "content", 0)
	if err != nil {
		return err
	}
	for _, item := range items {
		optional := "invariant"
		if r.since(Version21) {
			optional += " contract"
		}
		keys, err := r.mapping(item, "an item of the content", "", optional)
		if err != nil {
			return err
		}
		switch inv, con := keys["invariant"], keys["contract"]; {
		case inv != nil && con != nil:
			return r.errorAt(item, "an item of the content has an invariant and a contract")
		case inv != nil:
			err = r.invariant(e, inv)
		case con != nil:
			err = r.contract(e, con)
		default:
			err = r.errorAt(item, "an item of the content has no invariant")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) invariant(e *Entry, n ast.Node) error {
	types, optional := []InvariantType{LoopInvariant, LocationInvariant}, ""
	if r.since(Version21) {
		types, optional = append(types, LoopTransition, LocationTransition), "labels"
	}
	keys, err := r.mapping(n, "an invariant", "type location value format", optional)
	if err != nil {
		return err
	}
	inv := Invariant{Place: place(keys["value"])}
	if inv.Type, err = choose(r, keys["type"], "type", types...); err != nil {
		return err
	}
	if err := r.location(&inv.Location, keys["location"]); err != nil {
		return err
	}
	if inv.Value, err = r.text(keys["value"], "value"); err != nil {
		return err
	}
	if inv.Format, err = choose(r, keys["format"], "format", r.formats(false)...); err != nil {
		return err
	}
	if inv.Labels, err = r.labels(keys["labels"]); err != nil {
		return err
	}
	if inv.Type == LoopTransition || inv.Type == LocationTransition {
		e.Unsupported = append(e.Unsupported, Unsupported{"transition invariants", place(n)})
	}
	e.Invariants = append(e.Invariants, inv)
	return nil
}

func (r *reader) contract(e *Entry, n ast.Node) error {
	keys, err := r.mapping(n, "a contract", "type location format", "requires ensures labels")
	if err != nil {
		return err
	}
	c := Contract{Place: place(n)}
	if _, err := choose(r, keys["type"], "type", "function_contract"); err != nil {
		return err
	}
	if err := r.location(&c.Location, keys["location"]); err != nil {
		return err
	}
	for _, f := range []struct {
		key string
		to  *string
	}{{"requires", &c.Requires}, {"ensures", &c.Ensures}} {
		if keys[f.key] == nil {
			continue
		}
		if *f.to, err = r.text(keys[f.key], f.key); err != nil {
			return err
		}
	}
	if c.Format, err = choose(r, keys["format"], "format", r.formats(false)...); err != nil {
		return err
	}
	if c.Labels, err = r.labels(keys["labels"]); err != nil {
		return err
	}
	e.Contracts = append(e.Contracts, c)
	e.Unsupported = append(e.Unsupported, Unsupported{"function contracts", c.Place})
	return nil
}

func (r *reader) labels(n ast.Node) ([]string, error) {
	if n == nil {
		return nil, nil
	}
	items, err := r.sequence(n, "labels", 0)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, item := range items {
		s, err := r.text(item, "a label")
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}
