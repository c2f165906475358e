/* Words of ESBMC. Each line declares one. */
void __ESBMC_assume();
void __ESBMC_assert();
void __ESBMC_unreachable();
void __ESBMC_atomic_begin();
void __ESBMC_atomic_end();
void __ESBMC_yield();
_Bool __ESBMC_r_ok();
_Bool __ESBMC_w_ok();
_Bool __ESBMC_rw_ok();
_Bool __ESBMC_same_object();
_Bool __ESBMC_is_dynamic();
__SIZE_TYPE__ __ESBMC_POINTER_OBJECT();
__PTRDIFF_TYPE__ __ESBMC_POINTER_OFFSET();
__SIZE_TYPE__ __ESBMC_get_object_size();
