bit taken[3], eating[3];

active [3] proctype philosopher() {
	byte first = (_pid == 2 -> 0 : _pid), second = (_pid == 2 -> 2 : _pid + 1);
	do
	:: atomic { !taken[first] -> taken[first] = 1 };
	   atomic { !taken[second] -> taken[second] = 1 };
	   eating[_pid] = 1;
	   eating[_pid] = 0;
	   taken[second] = 0;
	   taken[first] = 0
	od
}
