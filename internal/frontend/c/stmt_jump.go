package c

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// switchCtx collects the labels of a switch statement.
type switchCtx struct {
	cases []switchCase
	deflt *target
	ty    cc.Type // promoted type of the controlling expression
}

type switchCase struct {
	lo, hi term.Term
	to     target
	text   string
	pos    source.Pos
}

func (f *fn) switchStatement(n *cc.SelectionStatement) {
	f.describe(n.ExpressionList)
	v := f.promote(f.expr(n.ExpressionList))
	s := f.types.Scalar(v.ty)
	if s.Class != repr.Integer {
		f.unsupported("a switch over " + v.ty.String())
		v = f.intValue(0)
		s = f.types.Scalar(v.ty)
	}
	pos, text := f.pos, f.text
	if !f.ts.IsConst(v.t) {
		// One register, so that the cases read one value.
		v = f.hold(v)
	}
	watched, isWatched := f.branchSite(n.Token)
	if isWatched {
		// Whether no case matches is known behind the body.
		f.jumpOn()
	}
	dispatch := f.cur
	done := f.g.newLoc(f.pos)
	ctx := &switchCtx{ty: v.ty}
	f.switches = append(f.switches, ctx)
	f.breaks = append(f.breaks, f.here(done))
	f.cur = f.g.newLoc(f.pos) // statements before the first label are dead
	f.pinned[dispatch] = true
	f.statement(n.Statement)
	f.jump(done)
	f.switches = f.switches[:len(f.switches)-1]
	f.breaks = f.breaks[:len(f.breaks)-1]

	f.cur, f.pos, f.text = dispatch, pos, text
	if isWatched {
		none := f.ts.True()
		for _, c := range ctx.cases {
			none = f.ts.And(none, f.ts.Not(f.caseHit(v.t, c, s.Signed)))
		}
		f.watchSwitch(watched, v.t, none)
		dispatch, f.pos, f.text = f.cur, pos, text
	}
	other := f.ts.True()
	for _, c := range ctx.cases {
		hit := f.caseHit(v.t, c, s.Signed)
		if f.ts.IsFalse(hit) {
			continue
		}
		f.leapOn(step{from: dispatch, op: cfa.Assume{Cond: hit}, pos: c.pos, text: text + " == " + c.text},
			f.scope, c.to)
		other = f.ts.And(other, f.ts.Not(hit))
	}
	rest := f.here(done)
	if ctx.deflt != nil {
		rest = *ctx.deflt
	}
	if !f.ts.IsFalse(other) {
		f.leapOn(step{from: dispatch, op: cfa.Assume{Cond: other}, pos: pos, text: text + " else"}, f.scope,
			rest)
	}
	f.emitted++
	f.cur = done
}

// caseHit is the condition that a case matches the value of a switch.
func (f *fn) caseHit(v term.Term, c switchCase, signed bool) term.Term {
	if c.hi != term.None {
		return f.ts.And(f.compare(opLe, c.lo, v, signed), f.compare(opLe, v, c.hi, signed))
	}
	return f.ts.Eq(v, c.lo)
}

func (f *fn) labeled(n *cc.LabeledStatement) {
	f.defineLabel(n)
	f.statement(n.Statement)
}

// defineLabel makes a label's place the current one.
func (f *fn) defineLabel(n *cc.LabeledStatement) {
	f.at(n)
	switch n.Case {
	case cc.LabeledStatementLabel:
		name := n.Token.SrcStr()
		at := f.labelLoc(name)
		f.labelIn[name] = f.here(at)
		f.goTo(at)
		f.g.label(at, name)
		f.hasGoto = true
		if name != "" && name == f.cfg.ErrorLabel && !f.unit.model && f.reachability {
			f.text = name + ":"
			f.fullAt = f.unit.pos(n.Statement) // what is violated is said of either
			f.violate(cfa.Violation{Property: property.UnreachCall, Message: "the label " + name +
				" is reached"}, n)
		}
	case cc.LabeledStatementDefault:
		at := f.g.newLoc(f.pos)
		f.goTo(at)
		if ctx := f.switchOf(); ctx != nil {
			to := f.here(at)
			ctx.deflt = &to
			f.pinned[at] = true
		}
	case cc.LabeledStatementCaseLabel, cc.LabeledStatementRange:
		ctx := f.switchOf()
		if ctx == nil {
			return
		}
		c := switchCase{to: f.here(f.g.newLoc(f.pos)), pos: f.pos, text: syntax.Excerpt(n.ConstantExpression)}
		f.pinned[c.to.at] = true
		c.lo = f.caseValue(n.ConstantExpression, ctx.ty)
		if n.Case == cc.LabeledStatementRange {
			c.hi = f.caseValue(n.ConstantExpression2, ctx.ty)
		}
		f.goTo(c.to.at)
		ctx.cases = append(ctx.cases, c)
	}
}

func (f *fn) switchOf() *switchCtx {
	if len(f.switches) == 0 {
		return nil
	}
	return f.switches[len(f.switches)-1]
}

func (f *fn) caseValue(n cc.ExpressionNode, ty cc.Type) term.Term {
	v, what := f.constExpr(n)
	if what != "" {
		f.unsupported("a case label that is no constant")
		return f.zero(f.types.Scalar(ty).Width)
	}
	return f.convert(v, ty).t
}

func (f *fn) labelLoc(name string) loc {
	at, ok := f.labels[name]
	if !ok {
		at = f.g.newLoc(f.pos)
		f.labels[name] = at
		f.pinned[at] = true
	}
	return at
}

// labelTarget is where a goto to a label leads; a label that is missing is an error of the parser.
func (f *fn) labelTarget(name string) target {
	if to, ok := f.labelIn[name]; ok {
		return to
	}
	return f.here(f.labelLoc(name))
}

// leapOn adds a step that leads to a place that may be in another block.
func (f *fn) leapOn(s step, from *scope, to target) {
	if from != to.scope || to.vlas < len(from.vlas) {
		s.to = f.g.newLoc(s.pos)
		f.jumps = append(f.jumps, pendingJump{s.to, from, func() target { return to }, s.pos, s.text})
	} else {
		s.to = to.at
	}
	f.g.add(s)
}

// labelBase is the first of the values that stand for addresses of labels;
// it lies below every object.
const labelBase = 0x100

// labelAddress is the value of &&name.
func (f *fn) labelAddress(name string) uint64 {
	g := f
	if f.outer != nil {
		g = f.outer
	}
	id, ok := g.labelIDs[name]
	if !ok {
		id = labelBase + 4*uint64(len(g.labelIDs))
		g.labelIDs[name] = id
		g.labelOrder = append(g.labelOrder, name)
	}
	return id
}

func (f *fn) jumpStatement(n *cc.JumpStatement) {
	f.describe(n)
	switch n.Case {
	case cc.JumpStatementGoto:
		name := n.Token2.SrcStr()
		f.labelLoc(name)
		f.leapTo(func() target { return f.labelTarget(name) })
	case cc.JumpStatementGotoExpr:
		v := f.expr(n.ExpressionList)
		f.gotos = append(f.gotos, computedGoto{f.cur, f.scope, v.t, f.pos})
		f.pinned[f.cur] = true
		f.emitted++
		f.cur = f.g.newLoc(f.pos)
	case cc.JumpStatementContinue:
		if k := len(f.continues); k > 0 {
			f.leap(f.continues[k-1])
		}
	case cc.JumpStatementBreak:
		if k := len(f.breaks); k > 0 {
			f.leap(f.breaks[k-1])
		}
	case cc.JumpStatementReturn:
		v := value{ty: f.types.Void}
		if n.ExpressionList != nil {
			f.fullAt = f.unit.pos(n.ExpressionList)
			v = f.expr(n.ExpressionList)
			f.at(n)
			f.text = syntax.Excerpt(n)
		}
		switch {
		case n.ExpressionList == nil && !repr.IsVoid(f.result):
			f.fallOff()
		default:
			f.ret(v)
		}
	}
}

// resolveGotos gives computed gotos their targets: the labels whose address
// is taken.
func (f *fn) resolveGotos() {
	for _, g := range f.gotos {
		f.cur, f.pos, f.text = g.at, g.pos, "goto *"
		other := f.ts.True()
		for _, name := range f.labelOrder {
			hit := f.ts.Eq(g.target, f.prog.Ptr(f.labelIDs[name]))
			if f.ts.IsFalse(hit) {
				continue
			}
			f.leapOn(step{from: g.at, op: cfa.Assume{Cond: hit}, pos: g.pos, text: "goto " + name}, g.scope,
				f.labelTarget(name))
			other = f.ts.And(other, f.ts.Not(hit))
		}
		if !f.ts.IsFalse(other) {
			bad := f.g.newLoc(g.pos)
			f.g.add(step{from: g.at, to: bad, op: cfa.Assume{Cond: other}, pos: g.pos})
			f.cur = bad
			f.end(cfa.UB{What: "goto to something that is no label"})
		}
	}
}
