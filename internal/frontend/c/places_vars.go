package c

import (
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// declare enters variables.
func (p *placer) declare(n *cc.Declaration) {
	switch n.Case {
	case cc.DeclarationDecl:
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d := l.InitDeclarator.Declarator
			at := p.unit.pos(l.InitDeclarator.Position())
			if p.global || d.IsStatic() || d.IsExtern() || d.IsThreadLocal() {
				at = p.unit.pos(d.Position())
			}
			p.variable(d, at, d.Type())
		}
	case cc.DeclarationAuto:
		p.variable(n.Declarator, p.unit.pos(n.Position()), n.Declarator.Type())
	}
}

func (p *placer) variable(d *cc.Declarator, at source.Pos, t cc.Type) {
	if d.IsTypename() || ofParser(d) || d.Name() == "" || t == nil || t.Kind() == cc.Function {
		return
	}
	local := !p.global && !d.IsStatic() && !d.IsExtern() && !d.IsThreadLocal()
	p.vars = &Variable{Name: d.Name(), Pos: at, Kind: p.kind(t), Local: local, Static: !p.global &&
		d.IsStatic(), Outer: p.vars}
}

func (p *placer) kind(t cc.Type) Kind {
	s := p.lower.scalarOf(t)
	k := Kind{Width: s.width, Signed: s.signed, Bool: s.class == boolean}
	if td := t.Typedef(); td != nil && isHandle(td.Name()) {
		return k
	}
	switch {
	case s.class == integer && s.width <= 64, s.class == boolean:
		k.Class = IntegerVar
		k.Wide = s.width == 64
	case s.class == pointer:
		k.Class = PointerVar
	}
	return k
}

// ofParser recognises what the parser declares itself.
func ofParser(d *cc.Declarator) bool {
	return d.Name() == "__func__" || d.Name() == "__predefined_declarator"
}

// isHandle recognises the types of threads and of what synchronises them. Some
// are numbers here, which mean nothing elsewhere.
func isHandle(name string) bool {
	for _, p := range []string{"pthread_", "thrd_", "mtx_", "cnd_", "tss_", "sem_t", "once_flag",
		"atomic_flag"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// widthsOf makes what knows the widths of types, and no more.
func widthsOf(u *parsed) lowerer {
	l := lowerer{cfg: u.cfg, prog: cfa.NewProgram(int(8*u.cfg.DataModel.PtrSize()), u.files),
		units: unitsOf([]*parsed{u})}
	l.types = newBasicTypes(u.ast)
	l.lay = newLayoutCache(&l)
	return l
}
