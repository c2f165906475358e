bit wants[2], inside[2];
byte last;

active [2] proctype process() {
	do
	:: wants[_pid] = 1;
	   last = _pid;
	   do
	   :: wants[1 - _pid] && last == _pid
	   :: else -> break
	   od;
	   inside[_pid] = 1;
	   inside[_pid] = 0;
	   wants[_pid] = 0
	od
}
