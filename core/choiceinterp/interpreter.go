package choiceinterp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// Model reads a message with a language model. The interpreter checks and
// weighs what it says against its own reading.
type Model interface {
	Interpret(ctx context.Context, req Request) (Resolution, error)
}

// Options of an Interpreter. The zero value is the deterministic interpreter.
type Options struct {
	Model       Model        // nil: no model
	Calibration *Calibration // of the confidence; nil: as it was fitted on the training corpus
}

// An Interpreter resolves messages. It learns a tool at its first use and is safe
// for concurrent use.
type Interpreter struct {
	model      Model
	calibrated *Calibration

	mu      sync.Mutex
	known   map[*schemaregistry.Tool]*entry
	picks   map[string]*intentModel // by the names of the tools told apart
	general func() ([]sample, error)
}

type entry struct {
	once sync.Once
	k    *knowledge
	err  error
}

// New returns an interpreter that knows no tool yet.
func New(o Options) *Interpreter {
	return &Interpreter{
		model: o.Model, calibrated: o.Calibration,
		known:   map[*schemaregistry.Tool]*entry{},
		picks:   map[string]*intentModel{},
		general: sync.OnceValues(func() ([]sample, error) { return loadCorpus(generalCorpus) }),
	}
}

// Warm learns tools ahead of their first use; call it in the background.
func (in *Interpreter) Warm(tools ...*schemaregistry.Tool) error {
	for _, tool := range tools {
		if _, err := in.knowledge(tool); err != nil {
			return err
		}
	}
	return nil
}

func (in *Interpreter) knowledge(tool *schemaregistry.Tool) (*knowledge, error) {
	in.mu.Lock()
	e := in.known[tool]
	if e == nil {
		e = &entry{}
		in.known[tool] = e
	}
	in.mu.Unlock()
	e.once.Do(func() { e.k, e.err = in.learn(tool) })
	return e.k, e.err
}

// learn trains the classifiers of one tool.
func (in *Interpreter) learn(tool *schemaregistry.Tool) (*knowledge, error) {
	var own []sample
	var ownErr error
	var wait sync.WaitGroup
	wait.Go(func() { own, ownErr = loadCorpus(tool.Name) })
	general, err := in.general()
	wait.Wait()
	if err := errors.Join(err, ownErr); err != nil {
		return nil, fmt.Errorf("learning %s: %w", tool.Name, err)
	}
	k := train(tool, own, general)
	if k.calibration = in.calibrated; k.calibration == nil {
		c, err := FittedCalibration()
		if err != nil {
			return nil, fmt.Errorf("the fitted confidence: %w", err)
		}
		k.calibration = &c
	}
	return k, nil
}

// train builds the knowledge of a tool from its lines and the general ones.
func train(tool *schemaregistry.Tool, own, general []sample) *knowledge {
	k := newKnowledge(tool, own, general)
	all := slices.Concat(k.sentence, general)
	readings := k.readSamples(all)
	k.tagger = k.newTagger(all)
	var wait sync.WaitGroup
	wait.Go(func() { k.tagger.train(all, readings) })
	wait.Go(func() {
		k.kinds = k.trainKinds(all, readings)
		k.gist = k.tagger.trainGist(all, readings)
	})
	wait.Wait()
	return k
}

// readSamples takes training lines apart, half of them on each of two processors.
func (k *knowledge) readSamples(all []sample) []*reading {
	readings := make([]*reading, len(all))
	read := func(from, to int) {
		for i := from; i < to; i++ {
			readings[i] = k.readSample(&all[i])
			readings[i].general = i >= len(k.sentence)
		}
	}
	var wait sync.WaitGroup
	wait.Go(func() { read(0, len(all)/2) })
	wait.Go(func() { read(len(all)/2, len(all)) })
	wait.Wait()
	return readings
}
