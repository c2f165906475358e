// Bounded retransmission: a message of 32 bits is sent at most three times over a channel that loses
// messages and acknowledgements. The sender always learns something, but not always whether the message has
// arrived.

unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);

enum { NOTHING, ARRIVED, UNKNOWN };

unsigned message, received;
int sending, result;

int main(void) {
    for (;;) {
        int acknowledged = 0;
        result = NOTHING;
        message = __VERIFIER_nondet_uint();
        received = 0;
        sending = 1;
        int tries = 0;
        while (tries < 3 && !acknowledged) {
            tries++;
            if (__VERIFIER_nondet_bool()) {
                received = message;
                acknowledged = __VERIFIER_nondet_bool();
            }
        }
        result = acknowledged ? ARRIVED : UNKNOWN;
        sending = 0;
    }
}
