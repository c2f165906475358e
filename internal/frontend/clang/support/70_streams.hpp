// Of templates for streams the library's headers declare these instances to be somewhere else.
#ifdef WHITTLE_STREAMS
template std::ostream &std::operator<<(std::ostream &, const std::string &);
template std::istream &std::getline(std::istream &, std::string &);
#endif
