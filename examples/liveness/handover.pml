byte ping = 1, pong;
bit turn;

active proctype main_thread() {
	do
	:: atomic { ping > 0 -> ping-- };
	   turn = 0;
	   pong++
	od
}

active proctype answer() {
	do
	:: atomic { pong > 0 -> pong-- };
	   turn = 1;
	   ping++
	od
}
