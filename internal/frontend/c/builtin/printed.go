package builtin

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// checkPrinted reaches a violation if a text that a function like sprintf has put into memory begins where
// the output went, n bytes and one that ends them, or if the output left an array inside of an object.
func (f *fn) checkPrinted(c *lower.NamedCall, at int, format string, out formatOutput, n term.Term,
	args []value.Value) {
	nodes := c.Args[at+1:]
	parts, _ := parseFormat(format)
	all := f.Ts.BVAdd(n, f.Prog.Ptr(1))
	written := f.Ts.Ite(f.Ts.BVUlt(all, out.room), all, out.room)
	if p, from, ok := f.Lvalues.ArgumentPart(c.Args[0]); ok && f.Lvalues.LooksInside() {
		f.Calls.Within(c.Name, p, from, written)
	}
	for _, d := range parts {
		last := d.arguments() - 1
		if f.Arith.Behaviour && d.verb == 's' && d.precision != 0 &&
			!f.Named.AreApart(c.Args[0], nodes[last]) {
			text := f.Calls.AsWord(args[last])
			f.Arith.CheckBehaviour(f.Ts.BVUlt(f.Calls.Ahead(out.to, text), written), property.Overlap,
				c.Name+" writes over a text that it prints")
		}
		args, nodes = args[last+1:], nodes[last+1:]
	}
}

// readsFormatted lets the texts be read that a format prints.
func (f *fn) readsFormatted(format string, literal bool, at term.Term, args []value.Value,
	nodes []cc.ExpressionNode) {
	if !f.ReadsMemory() {
		return
	}
	parts, ok := parseFormat(format)
	taken := 0
	for _, d := range parts {
		taken += d.arguments()
	}
	if !literal || !ok || taken > len(args) {
		f.Calls.Outcome("__whittle_counted", f.Types.SizeT, at, f.Calls.VariableArguments(args))
		return
	}
	for _, d := range parts {
		last := d.arguments() - 1
		if d.verb == 's' && syntax.StringLiteral(nodes[last]) == nil {
			most := f.Calls.LengthOf(nodes[last])
			if d.precision >= 0 {
				most = f.Prog.Ptr(uint64(d.precision))
			}
			if d.starPrecision {
				p := args[last-1]
				width := f.Types.Scalar(p.Type).Width
				negative := f.Ts.BVSlt(p.Term, f.Values.Zero(width))
				most = f.Ts.Ite(negative, most, f.Values.Resize(p.Term, width, f.Prog.PtrWidth, true))
			}
			text := args[last]
			f.Calls.Reads("__whittle_reads_some_text",
				f.Values.Resize(text.Term, f.Types.Scalar(text.Type).Width, f.Prog.PtrWidth, false), most)
		}
		args, nodes = args[last+1:], nodes[last+1:]
	}
}
