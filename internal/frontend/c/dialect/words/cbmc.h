/* Words of CBMC. Each line declares one. */
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
typedef _Bool __CPROVER_bool;
void __CPROVER_assume();
void __CPROVER_assert();
void __CPROVER_precondition();
void __CPROVER_postcondition();
void __CPROVER_atomic_begin();
void __CPROVER_atomic_end();
void __CPROVER_havoc_object();
void __CPROVER_havoc_slice();
void __CPROVER_input();
void __CPROVER_output();
void __CPROVER_cover();
_Bool __CPROVER_r_ok();
_Bool __CPROVER_w_ok();
_Bool __CPROVER_rw_ok();
_Bool __CPROVER_same_object();
_Bool __CPROVER_DYNAMIC_OBJECT();
__SIZE_TYPE__ __CPROVER_POINTER_OBJECT();
__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET();
__SIZE_TYPE__ __CPROVER_OBJECT_SIZE();
_Bool __CPROVER_overflow_plus();
_Bool __CPROVER_overflow_minus();
_Bool __CPROVER_overflow_mult();
_Bool __CPROVER_overflow_unary_minus();
#define __CPROVER_thread_local _Thread_local
#define __CPROVER_requires(...)
#define __CPROVER_ensures(...)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
#define __CPROVER_loop_invariant(...)
#define __CPROVER_decreases(...)
