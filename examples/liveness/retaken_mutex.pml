bit locked, inside[2];

active [2] proctype process() {
	do
	:: atomic { !locked -> locked = 1 };
	   inside[_pid] = 1;
	   inside[_pid] = 0;
	   locked = 0
	od
}
