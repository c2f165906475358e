byte token;

active [3] proctype process() {
	do
	:: if
	   :: token == _pid -> token = (_pid + 1) % 3
	   :: else
	   fi
	od
}
