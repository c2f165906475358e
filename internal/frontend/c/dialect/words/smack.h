/* Words of SMACK. Each line declares one. */
void __SMACK_assume();
void __SMACK_assert();
void __SMACK_atomic_begin();
void __SMACK_atomic_end();
