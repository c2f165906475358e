#define EMPTY 2
byte data = EMPTY, ack = EMPTY;
bit delivered, arrives;

active proctype sender() {
	bit number, kept;
	byte got;
	do
	:: if
	   :: kept = 0
	   :: kept = 1
	   fi;
	   arrives = kept;
	   if
	   :: kept -> data = number
	   :: else
	   fi;
	   got = ack;
	   if
	   :: got == number -> number = 1 - number
	   :: else
	   fi
	od
}

active proctype receiver() {
	bit expected;
	byte got;
	do
	:: got = data;
	   if
	   :: got == expected ->
	      delivered = 1 - delivered;
	      ack = expected;
	      expected = 1 - expected
	   :: else
	   fi
	od
}
