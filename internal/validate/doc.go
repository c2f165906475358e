// Package validate checks SV-COMP witnesses of whittle and of other tools, in the YAML formats.
//
// The program is run beside a monitor that is made from the witness: a violation witness is confirmed if an
// execution that it describes violates the property and was replayed; a correctness witness if the property
// holds and so does each invariant.
//
//	a, err := validate.Witness(ctx, "w.yml", run.Task{Files: []string{"prog.c"}}, validate.Options{})
//	if err != nil {
//		return err // a *run.InputError: a witness that is not well-formed, or of another program
//	}
//	fmt.Println(a.Status, a.Why)
//
// Main types: Answer, Options. Source: the format of SV-COMP's witnesses, versions 2.0 to 2.2.
//
// Known limits: function contracts and transition invariants are not read; GraphML is refused.
package validate
