// What was moved from is empty.
// right: true valid-memsafety
// broken: false(valid-deref)
#include <memory>
#include <utility>
#include <vector>

struct Job {
	int priority;
	explicit Job(int p) : priority(p) {}
	virtual ~Job() = default;
	virtual int cost() const { return priority; }
};

int main()
{
	std::vector<std::unique_ptr<Job>> jobs;
	auto job = std::make_unique<Job>(3);
#ifdef BROKEN
	jobs.push_back(std::move(job));
	int cost = job->cost();
#else
	int cost = job->cost();
	jobs.push_back(std::move(job));
#endif
	return cost + jobs.front()->cost() == 6 ? 0 : 1;
}
