package bus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"whittle.dev/internal/cluster/wire"
)

// Names on the server.
const (
	results = "whittle-results"
	runs    = "whittle-runs"
	workers = "whittle-workers"
	sources = "whittle-sources"
	reports = "whittle-reports"
	answers = "whittle-answers"
)

// maxReports bounds the bytes of all reports; there are none of further violations. It is no limit of the
// stream, for which the server would set aside as much.
const maxReports = 4 << 30

const (
	// Patience is how long a task is a worker's without a sign of life; then another one gets it.
	Patience = 15 * time.Second
	// Beats is the time between two signs of life.
	Beats = 4 * time.Second
)

// one makes a stream take a single message for each subject, the first.
func one(c jetstream.StreamConfig) jetstream.StreamConfig {
	c.MaxMsgsPerSubject, c.Discard, c.DiscardNewPerSubject = 1, jetstream.DiscardNew, true
	c.MaxMsgSize, c.Storage = wire.MaxMessage+1024, jetstream.FileStorage
	return c
}

// prepare makes what all builds share.
func (b *Bus) prepare(ctx context.Context) error {
	_, err := b.js.CreateOrUpdateStream(ctx, one(jetstream.StreamConfig{Name: results,
		Subjects: []string{"whittle.result.>"}, Description: "results of whittle's tasks"}))
	if err != nil {
		return err
	}
	_, err = b.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: runs,
		Storage: jetstream.FileStorage, Description: "runs of whittle bench"})
	if err != nil {
		return err
	}
	_, err = b.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: workers,
		Storage: jetstream.MemoryStorage, TTL: 4 * Beats, Description: "workers that are there"})
	if err != nil {
		return err
	}
	_, err = b.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: sources,
		Storage: jetstream.FileStorage, Description: "sources, by the hash of their content"})
	if err != nil {
		return err
	}
	_, err = b.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: reports,
		Storage: jetstream.FileStorage, Description: "reports of violations"})
	return err
}

// Queue returns the work queue of a build.
func (b *Bus) Queue(ctx context.Context, build string) (jetstream.Stream, error) {
	return b.js.CreateOrUpdateStream(ctx, one(jetstream.StreamConfig{Name: "whittle-tasks-" + build,
		Subjects: []string{taskSubject(build, "*", "*")}, Retention: jetstream.WorkQueuePolicy,
		Description: "tasks for build " + build + " of whittle"}))
}

// Workers is the consumer that the workers of a build share.
func (b *Bus) Workers(ctx context.Context, build string) (jetstream.Consumer, error) {
	q, err := b.Queue(ctx, build)
	if err != nil {
		return nil, err
	}
	return q.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: "workers",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: Patience, MaxDeliver: -1, MaxAckPending: -1})
}

func taskSubject(build, run, id string) string {
	return "whittle.task." + build + "." + run + "." + id
}

// TaskOf reads the run and the id of a task from the subject of its message.
func TaskOf(subject string) (run, id string, ok bool) {
	part := strings.Split(subject, ".")
	if len(part) != 5 || wire.CheckName(part[3]) != nil || wire.CheckName(part[4]) != nil {
		return "", "", false
	}
	return part[3], part[4], true
}

func resultSubject(run, id string) string { return "whittle.result." + run + "." + id }

// taken reports whether a stream refuses a message because there is one of its subject.
func taken(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10077
}

// Finish stores the result of a task, unless there is one.
func (b *Bus) Finish(ctx context.Context, run, id string, r *wire.Result) error {
	data, err := r.Encode()
	if err != nil {
		return err
	}
	if _, err = b.js.Publish(ctx, resultSubject(run, id), data); taken(err) {
		return nil
	}
	return err
}

// Finished reports whether a task has a result.
func (b *Bus) Finished(ctx context.Context, run, id string) (bool, error) {
	s, err := b.js.Stream(ctx, results)
	if err != nil {
		return false, err
	}
	_, err = s.GetLastMsgForSubject(ctx, resultSubject(run, id))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Results yields the results of a run with the ids of their tasks, those that are there first and then others
// as they come, until the function returns false or ctx ends. One that cannot be read is a task that has
// failed. caught is called once all that were there have been yielded.
func (b *Bus) Results(ctx context.Context, run string, each func(id string, r *wire.Result) bool,
	caught func() bool) error {
	c, err := b.js.OrderedConsumer(ctx, results, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultSubject(run, "*")}})
	if err != nil {
		return err
	}
	info, err := c.Info(ctx)
	if err != nil {
		return err
	}
	left := info.NumPending
	if left == 0 && !caught() {
		return nil
	}
	return messages(ctx, c, func(m jetstream.Msg) (bool, error) {
		r, err := wire.DecodeResult(m.Data())
		if err != nil {
			r = wire.Unreadable("", fmt.Errorf("its result: %w", err))
		}
		if !each(strings.Split(m.Subject(), ".")[3], r) {
			return false, nil
		}
		if left > 0 {
			if left--; left == 0 {
				return caught(), nil
			}
		}
		return true, nil
	})
}

// messages calls a function for each message of a consumer, until it returns false or an error, or ctx ends.
func messages(ctx context.Context, c jetstream.Consumer, each func(jetstream.Msg) (bool, error)) error {
	for ctx.Err() == nil {
		batch, err := c.Fetch(512, jetstream.FetchMaxWait(2*time.Second))
		if err != nil {
			return err
		}
		for m := range batch.Messages() {
			if more, err := each(m); !more || err != nil {
				return err
			}
		}
		if err := batch.Error(); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// All calls a function for each result of any run, those that are there and then others as they come, until
// ctx ends. The time is when the result was stored.
func (b *Bus) All(ctx context.Context, each func(run, id string, at time.Time, r *wire.Result)) error {
	c, err := b.js.OrderedConsumer(ctx, results, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return err
	}
	return messages(ctx, c, func(m jetstream.Msg) (bool, error) {
		meta, err := m.Metadata()
		if err != nil {
			return false, err
		}
		if r, err := wire.DecodeResult(m.Data()); err == nil {
			part := strings.Split(m.Subject(), ".")
			each(part[2], part[3], meta.Timestamp, r)
		}
		return true, nil
	})
}

// Done counts the results of a run.
func (b *Bus) Done(ctx context.Context, run string) (int, error) {
	s, err := b.js.Stream(ctx, results)
	if err != nil {
		return 0, err
	}
	c, err := s.CreateConsumer(ctx, jetstream.ConsumerConfig{FilterSubject: resultSubject(run, "*"),
		AckPolicy: jetstream.AckNonePolicy, InactiveThreshold: 5 * time.Second, MemoryStorage: true})
	if err != nil {
		return 0, err
	}
	info := c.CachedInfo()
	return int(info.NumPending), s.DeleteConsumer(ctx, info.Name)
}
