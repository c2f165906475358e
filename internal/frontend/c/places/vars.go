package places

import (
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/source"
)

// declare enters variables.
func (p *placer) declare(n *cc.Declaration) {
	switch n.Case {
	case cc.DeclarationDecl:
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d := l.InitDeclarator.Declarator
			at := p.unit.Pos(l.InitDeclarator.Position())
			if p.global || d.IsStatic() || d.IsExtern() || d.IsThreadLocal() {
				at = p.unit.Pos(d.Position())
			}
			p.variable(d, at, d.Type())
		}
	case cc.DeclarationAuto:
		p.variable(n.Declarator, p.unit.Pos(n.Position()), n.Declarator.Type())
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
	s := p.types.Scalar(t)
	k := Kind{Width: s.Width, Signed: s.Signed, Bool: s.Class == repr.Boolean}
	if td := t.Typedef(); td != nil && isHandle(td.Name()) {
		return k
	}
	switch {
	case s.Class == repr.Integer && s.Width <= 64, s.Class == repr.Boolean:
		k.Class = IntegerVar
		k.Wide = s.Width == 64
	case s.Class == repr.Pointer:
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
