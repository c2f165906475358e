// A thermostat that reads a temperature of 32 bits in each round.

int __VERIFIER_nondet_int(void);

int temperature = 20, heating;

int main(void) {
    for (;;) {
        temperature = __VERIFIER_nondet_int();
        if (temperature < 18)
            heating = 1;
        else if (temperature > 22)
            heating = 0;
    }
}
