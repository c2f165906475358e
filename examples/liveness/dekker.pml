bit wants[2], inside[2];
byte turn;

active [2] proctype process() {
	do
	:: wants[_pid] = 1;
	   do
	   :: wants[1 - _pid] ->
	      if
	      :: turn != _pid ->
		 wants[_pid] = 0;
		 do
		 :: turn != _pid
		 :: else -> break
		 od;
		 wants[_pid] = 1
	      :: else
	      fi
	   :: else -> break
	   od;
	   inside[_pid] = 1;
	   inside[_pid] = 0;
	   turn = 1 - _pid;
	   wants[_pid] = 0
	od
}
