package lib

import (
	"fmt"
	"strings"

	"whittle.dev/smt"
)

// setLogic executes set-logic. The name only decides what numerals are: what is
// not supported shows where it is used.
func (in *Interpreter) setLogic(n *Node) error {
	if n.Kind != Symbol {
		return errorf(n.Pos, "expected the name of a logic, found %s", abbreviate(n))
	}
	if in.logic != "" {
		return errorf(n.Pos, "the logic is set already: %s", in.logic)
	}
	in.logic = n.Text
	for _, suffix := range []string{"LRA", "NRA", "RDL"} {
		if strings.HasSuffix(n.Text, suffix) && !strings.HasSuffix(n.Text, "I"+suffix[1:]) {
			in.p.realNumerals = true
		}
	}
	return nil
}

// booleans are the options that are true or false, and whether they
// must be set before anything is declared or asserted.
var booleans = map[string]bool{
	"print-success":             false,
	"produce-models":            true,
	"produce-unsat-cores":       true,
	"minimal-unsat-cores":       true, // the word of cvc5: of cores and of failed assumptions
	"produce-unsat-assumptions": true,
	"produce-assignments":       true,
	"produce-assertions":        true,
	"interactive-mode":          true,
	"global-declarations":       true,
	"incremental":               true,
}

func (in *Interpreter) setOption(n *Node, args []Node) error {
	if len(args) == 0 || len(args) > 2 || args[0].Kind != Keyword {
		return errorf(n.Pos, "expected (set-option :keyword value)")
	}
	key, value := args[0].Text, ""
	if len(args) == 2 {
		value = args[1].String()
	}
	first, boolean := booleans[key]
	if !boolean {
		in.reply("unsupported")
		return nil
	}
	if value != "true" && value != "false" {
		return errorf(args[0].Pos, "the option :%s is true or false", key)
	}
	if first && in.started && in.options[key] != value && (value == "true" || in.options[key] != "") {
		return errorf(args[0].Pos, "the option :%s must be set before anything is declared or asserted", key)
	}
	in.options[key] = value
	if key == "global-declarations" {
		in.p.scope.global = value == "true"
	}
	return nil
}

func (in *Interpreter) getOption(n *Node, args []Node) error {
	if len(args) != 1 || args[0].Kind != Keyword {
		return errorf(n.Pos, "expected (get-option :keyword)")
	}
	key := args[0].Text
	if _, ok := booleans[key]; !ok {
		in.reply("unsupported")
		return nil
	}
	if v := in.options[key]; v != "" {
		in.reply(v)
		return nil
	}
	in.reply(fmt.Sprint(key == "produce-models" || key == "produce-unsat-assumptions" ||
		key == "incremental"))
	return nil
}

func (in *Interpreter) getInfo(n *Node, args []Node) error {
	if len(args) != 1 || args[0].Kind != Keyword {
		return errorf(n.Pos, "expected (get-info :keyword)")
	}
	value := ""
	switch key := args[0].Text; key {
	case "name":
		value = stringLiteral(in.cfg.Name)
	case "version":
		value = stringLiteral(in.cfg.Version)
	case "authors":
		value = stringLiteral("the authors of " + in.cfg.Name)
	case "error-behavior":
		value = "continued-execution"
	case "assertion-stack-levels":
		value = fmt.Sprint(len(in.levels))
	case "reason-unknown":
		if !in.last.done || in.last.result.Status != smt.Unknown {
			return errorf(args[0].Pos, "the last check was not answered unknown")
		}
		value = reason(in.last.result.Reason)
	case "all-statistics":
		in.reply(in.statistics())
		return nil
	default:
		in.reply("unsupported")
		return nil
	}
	in.reply("(:" + args[0].Text + " " + value + ")")
	return nil
}

// reason returns a reason as SMT-LIB wants it.
func reason(r string) string {
	switch r {
	case smt.ReasonMemory:
		return "memout"
	case smt.ReasonTimeout, smt.ReasonCanceled:
		return r
	case "":
		return "incomplete"
	}
	return stringLiteral(r)
}

// statistics returns the counters of the solver as attributes.
func (in *Interpreter) statistics() string {
	var all []string
	if in.s != nil {
		for _, x := range in.s.Stats() {
			all = append(all, fmt.Sprintf(":%s %d", strings.ReplaceAll(x.Name, " ", "-"), x.Value))
		}
	}
	return "(" + strings.Join(all, "\n ") + ")"
}
