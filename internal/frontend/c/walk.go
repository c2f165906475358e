package c

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"modernc.org/cc/v4"
)

// The parser's trees have a type for each production of the grammar, and their
// children and tokens in exported fields. Which fields these are is looked up
// once for each type: reflection is slow at that and fast at the rest.

// nodeFields are the indexes of the fields of a node's type.
type nodeFields struct{ nodes, tokens []int }

// fieldTable remembers nodeFields by reflect.Type. It holds facts about types
// of this program alone, so that sharing it is harmless.
type fieldTable struct{ m sync.Map }

var (
	nodeInterface = reflect.TypeFor[cc.Node]()
	tokenStruct   = reflect.TypeFor[cc.Token]()
	tokenSeq      = seqField()
	fieldsOfType  fieldTable
)

// seqField is the index of the field by which tokens are in the order of the
// text, or -1.
func seqField() int {
	if f, ok := tokenStruct.FieldByName("seq"); ok && f.Type.Kind() == reflect.Int32 && len(f.Index) == 1 {
		return f.Index[0]
	}
	return -1
}

func (t *fieldTable) of(typ reflect.Type) *nodeFields {
	if f, ok := t.m.Load(typ); ok {
		return f.(*nodeFields)
	}
	out := &nodeFields{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		switch {
		case !f.IsExported():
		case f.Type == tokenStruct && strings.HasPrefix(f.Name, "Token"):
			out.tokens = append(out.tokens, i)
		case f.Type.Kind() == reflect.Interface || f.Type.Kind() == reflect.Pointer &&
			f.Type.Implements(nodeInterface):
			out.nodes = append(out.nodes, i)
		}
	}
	t.m.Store(typ, out)
	return out
}

// walk calls visit for a node and everything below it, as long as visit
// returns true.
func walk(n any, visit func(n cc.Node) bool) {
	if n == nil {
		return
	}
	v := reflect.ValueOf(n)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return
	}
	if node, ok := n.(cc.Node); ok && !visit(node) {
		return
	}
	if v = v.Elem(); v.Kind() != reflect.Struct {
		return
	}
	for _, i := range fieldsOfType.of(v.Type()).nodes {
		if fv := v.Field(i); !fv.IsNil() {
			if c, ok := fv.Interface().(cc.Node); ok {
				walk(c, visit)
			}
		}
	}
}

// nodeSource is the text of a node, with one space where there is some.
func nodeSource(n cc.Node) string {
	if tokenSeq < 0 {
		return cc.NodeSource(n)
	}
	var b strings.Builder
	for i, t := range numberedTokens(n) {
		if i != 0 && len(t.t.Sep()) != 0 {
			b.WriteByte(' ')
		}
		b.Write(t.t.Src())
	}
	return b.String()
}

// numbered is a token with its place in the order of the text.
type numbered struct {
	seq int64
	t   *cc.Token
}

// numberedTokens lists the tokens of a node in the order of the text.
func numberedTokens(n cc.Node) []numbered {
	var tokens []numbered
	var collect func(n cc.Node)
	collect = func(n cc.Node) {
		v := reflect.ValueOf(n)
		if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
		v = v.Elem()
		f := fieldsOfType.of(v.Type())
		for _, i := range f.tokens {
			t := v.Field(i)
			seq := int64(len(tokens) + 1)
			if tokenSeq >= 0 {
				seq = t.Field(tokenSeq).Int()
			}
			if seq != 0 {
				tokens = append(tokens, numbered{seq, t.Addr().Interface().(*cc.Token)})
			}
		}
		for _, i := range f.nodes {
			if fv := v.Field(i); !fv.IsNil() {
				if c, ok := fv.Interface().(cc.Node); ok {
					collect(c)
				}
			}
		}
	}
	collect(n)
	slices.SortFunc(tokens, func(a, b numbered) int { return int(a.seq - b.seq) })
	return tokens
}
