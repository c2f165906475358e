bit choosing[2], inside[2];
byte number[2];

active [2] proctype process() {
	byte other = 1 - _pid, round, theirs;
	do
	:: round < 2 ->
	   choosing[_pid] = 1;
	   theirs = number[other];
	   number[_pid] = theirs + 1;
	   choosing[_pid] = 0;
	   do
	   :: choosing[other]
	   :: else -> break
	   od;
	   do
	   :: theirs = number[other];
	      if
	      :: !theirs || theirs > number[_pid] || theirs == number[_pid] && other > _pid -> break
	      :: else
	      fi
	   od;
	   inside[_pid] = 1;
	   inside[_pid] = 0;
	   number[_pid] = 0;
	   round++
	:: else -> break
	od
}
