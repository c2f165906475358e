package axioms

import "fmt"

// Model is a memory model. Users and files spell it so.
type Model string

// The memory models.
const (
	SC   Model = "sc"
	TSO  Model = "tso"
	PSO  Model = "pso"
	RC11 Model = "c11"
)

// Models lists the models, the strongest first.
func Models() []Model { return []Model{SC, TSO, PSO, RC11} }

// Parse finds a model by its name.
func Parse(name string) (Model, error) {
	for _, m := range Models() {
		if string(m) == name {
			return m, nil
		}
	}
	return "", fmt.Errorf("memory model %q: the models are sc, tso, pso and c11", name)
}

// Inconsistent says that a model does not allow a graph.
type Inconsistent struct {
	Model Model
	Axiom string // its name in the papers that the package comment cites
}

func (e *Inconsistent) Error() string {
	return fmt.Sprintf("%s does not allow it: %s", e.Model, e.Axiom)
}

// Check decides whether a model allows a graph: nil, or an *Inconsistent that names an axiom.
//
// Each model allows every graph that comes from one that it allows by leaving out events at the ends of sb
// and rf, so that an execution can be judged while it grows.
func Check(m Model, g *Graph) error {
	r := relate(g)
	var axiom string
	switch {
	case !r.atomic():
		axiom = "atomicity of read-modify-writes"
	case m == SC:
		axiom = r.sc()
	case m == TSO:
		axiom = r.buffered(true)
	case m == PSO:
		axiom = r.buffered(false)
	default:
		axiom = r.rc11()
	}
	if axiom == "" {
		return nil
	}
	return &Inconsistent{Model: m, Axiom: axiom}
}
