// What lies below the containers. Trees are not balanced: what a program sees of them is their order alone.
#if defined __cplusplus && defined __GLIBCXX__

#ifdef _STL_TREE_H
namespace std
{
// The header of a tree is red, and all nodes are black.
static _Rb_tree_node_base *whittle_next(_Rb_tree_node_base *x)
{
	if (x->_M_right) {
		x = x->_M_right;
		while (x->_M_left)
			x = x->_M_left;
		return x;
	}
	_Rb_tree_node_base *up = x->_M_parent;
	while (up->_M_color != _S_red && x == up->_M_right) {
		x = up;
		up = up->_M_parent;
	}
	return up;
}

static _Rb_tree_node_base *whittle_previous(_Rb_tree_node_base *x)
{
	if (x->_M_color == _S_red)
		return x->_M_right;
	if (x->_M_left) {
		x = x->_M_left;
		while (x->_M_right)
			x = x->_M_right;
		return x;
	}
	_Rb_tree_node_base *up = x->_M_parent;
	while (up->_M_color != _S_red && x == up->_M_left) {
		x = up;
		up = up->_M_parent;
	}
	return up;
}

_Rb_tree_node_base *_Rb_tree_increment(_Rb_tree_node_base *x) throw() { return whittle_next(x); }
_Rb_tree_node_base *_Rb_tree_decrement(_Rb_tree_node_base *x) throw() { return whittle_previous(x); }
const _Rb_tree_node_base *_Rb_tree_increment(const _Rb_tree_node_base *x) throw()
{
	return whittle_next(const_cast<_Rb_tree_node_base *>(x));
}
const _Rb_tree_node_base *_Rb_tree_decrement(const _Rb_tree_node_base *x) throw()
{
	return whittle_previous(const_cast<_Rb_tree_node_base *>(x));
}

void _Rb_tree_insert_and_rebalance(const bool left, _Rb_tree_node_base *x, _Rb_tree_node_base *p,
	_Rb_tree_node_base &header) throw()
{
	x->_M_parent = p;
	x->_M_left = x->_M_right = nullptr;
	x->_M_color = _S_black;
	if (p == &header) {
		header._M_parent = header._M_left = header._M_right = x;
	} else if (left) {
		p->_M_left = x;
		if (header._M_left == p)
			header._M_left = x;
	} else {
		p->_M_right = x;
		if (header._M_right == p)
			header._M_right = x;
	}
}

// Puts y, which may be null, where x is.
static void whittle_replace(_Rb_tree_node_base *x, _Rb_tree_node_base *y, _Rb_tree_node_base &header)
{
	if (x->_M_parent == &header)
		header._M_parent = y;
	else if (x->_M_parent->_M_left == x)
		x->_M_parent->_M_left = y;
	else
		x->_M_parent->_M_right = y;
	if (y)
		y->_M_parent = x->_M_parent;
}

_Rb_tree_node_base *_Rb_tree_rebalance_for_erase(_Rb_tree_node_base *const z, _Rb_tree_node_base &header) throw()
{
	if (header._M_left == z)
		header._M_left = whittle_next(z);
	if (header._M_right == z)
		header._M_right = whittle_previous(z);
	if (!z->_M_left) {
		whittle_replace(z, z->_M_right, header);
	} else if (!z->_M_right) {
		whittle_replace(z, z->_M_left, header);
	} else {
		_Rb_tree_node_base *y = z->_M_right;
		while (y->_M_left)
			y = y->_M_left;
		if (y != z->_M_right) {
			whittle_replace(y, y->_M_right, header);
			y->_M_right = z->_M_right;
			y->_M_right->_M_parent = y;
		}
		whittle_replace(z, y, header);
		y->_M_left = z->_M_left;
		y->_M_left->_M_parent = y;
	}
	return z;
}
}
#endif

#ifdef _STL_LIST_H
namespace std
{
namespace __detail
{
void _List_node_base::_M_hook(_List_node_base *const at) noexcept
{
	_M_next = at;
	_M_prev = at->_M_prev;
	at->_M_prev->_M_next = this;
	at->_M_prev = this;
}
void _List_node_base::_M_unhook() noexcept
{
	_M_prev->_M_next = _M_next;
	_M_next->_M_prev = _M_prev;
}
void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const last) noexcept
{
	if (this == last || first == last)
		return;
	_List_node_base *back = last->_M_prev;
	first->_M_prev->_M_next = last;
	last->_M_prev = first->_M_prev;
	first->_M_prev = _M_prev;
	back->_M_next = this;
	_M_prev->_M_next = first;
	_M_prev = back;
}
void _List_node_base::_M_reverse() noexcept
{
	_List_node_base *p = this;
	do {
		_List_node_base *next = p->_M_next;
		p->_M_next = p->_M_prev;
		p->_M_prev = next;
		p = next;
	} while (p != this);
}
void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept
{
	_List_node_base hold;
	hold._M_next = hold._M_prev = &hold;
	hold._M_transfer(x._M_next, &x);
	x._M_transfer(y._M_next, &y);
	y._M_transfer(hold._M_next, &hold);
}
}
}
#endif

#ifdef _HASHTABLE_POLICY_H
namespace std
{
namespace __detail
{
size_t _Prime_rehash_policy::_M_next_bkt(size_t n) const
{
	size_t k = 13;
	while (k < n)
		k = 2 * k + 3;
	_M_next_resize = k;
	return k;
}
pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t have, size_t more) const
{
	if (have + more <= _M_next_resize)
		return pair<bool, size_t>(false, 0);
	if (have + more <= buckets && buckets > 1) {
		_M_next_resize = buckets;
		return pair<bool, size_t>(false, 0);
	}
	return pair<bool, size_t>(true, _M_next_bkt(have + more));
}
}
}
#endif

#ifdef _HASH_BYTES_H
namespace std
{
size_t _Hash_bytes(const void *p, size_t n, size_t seed)
{
	size_t h = seed ^ n;
	for (size_t i = 0; i < n; i++)
		h = h * 31 + static_cast<const unsigned char *>(p)[i];
	return h;
}
}
#endif

#endif
