#define NUMBERS 3
byte next_ticket, serving;
bit waits[2], inside[2];

active [2] proctype process() {
	byte ticket;
	do
	:: atomic {
		ticket = next_ticket;
		next_ticket = (ticket + 1) % NUMBERS;
		waits[_pid] = 1
	   };
	   do
	   :: serving != ticket
	   :: else -> break
	   od;
	   waits[_pid] = 0;
	   inside[_pid] = 1;
	   inside[_pid] = 0;
	   serving = (ticket + 1) % NUMBERS
	od
}
