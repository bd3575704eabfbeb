package flags

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/open-feature/go-sdk/openfeature"
	"github.com/open-feature/go-sdk/openfeature/isolated"
	ffclient "github.com/thomaspoignant/go-feature-flag"
	"github.com/thomaspoignant/go-feature-flag/ffcontext"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
)

// An Origin says what decided a flag.
type Origin string

// The origins; the first that says something decides.
const (
	FromEnvironment Origin = "environment"
	FromFile        Origin = "file"
	FromDefault     Origin = "default"
)

// Options of a Source.
type Options struct {
	File    string                      // of flags in the JSON of go-feature-flag; it need not exist
	Env     func(string) (string, bool) // os.LookupEnv in a program
	OnError func(error)                 // told of a file that was changed and cannot be used; may be nil
}

// A Source decides flags. For of a nil Source gives everybody the defaults. It is safe for
// concurrent use.
type Source struct {
	options Options
	env     map[string]any // by the flag's name
	client  *openfeature.Client

	mu       sync.RWMutex
	info     fs.FileInfo // of the file when it was read; nil: there was none
	young    bool        // it was changed so shortly before that a change since may not show
	current  rollout
	bad      error // what was told of the file as it is now; nil: it is in force
	rollouts *ffclient.GoFeatureFlag
	recent   map[string]decided // by user, of current
	version  int                // of current, from 0
}

// decided is the flags of one user and when that was found out.
type decided struct {
	set Set
	at  time.Time
}

// How long a user's flags are held where no file changes, since a file may name
// dates; and of how many users.
const (
	heldFor   = 5 * time.Second
	heldUsers = 4096
)

// Open reads the environment and the file. It is an error when either says of a
// flag what it cannot be.
func Open(o Options) (*Source, error) {
	s := &Source{options: o, env: map[string]any{}, recent: map[string]decided{}}
	for i := range table {
		f := &table[i]
		text, set := o.Env(Env(f.Name))
		if !set || text == "" {
			continue
		}
		value, err := f.parse(text)
		if err != nil {
			return nil, schemaregistry.Fail("bad_flags", "%s: %v.", Env(f.Name), err)
		}
		s.env[f.Name] = value
	}
	s.info, s.young = stat(o.File)
	var err error
	if s.current, err = readRollout(o.File); err != nil {
		return nil, err
	}
	s.rollouts, err = ffclient.New(ffclient.Config{Retriever: &s.current, FileFormat: "json", PollingInterval: -1})
	if err != nil {
		return nil, fmt.Errorf("start the flags: %w", err)
	}
	api := isolated.NewAPI()
	if err := api.SetProviderAndWait(context.Background(), provider{source: s}); err != nil {
		return nil, fmt.Errorf("start the flags: %w", err)
	}
	s.client = api.NewClient()
	return s, nil
}

// parse reads a flag's value as people write it into an environment.
func (f *Flag) parse(text string) (any, error) {
	if _, isBool := f.Default.(bool); isBool {
		switch strings.ToLower(text) {
		case "1", "true", "yes", "on":
			return true, nil
		case "0", "false", "no", "off":
			return false, nil
		}
		return nil, fmt.Errorf("%q is neither 1 nor 0", text)
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is no number", text)
	}
	return f.value(number)
}

// Close ends the source.
func (s *Source) Close() {
	if s != nil {
		s.rollouts.Close()
	}
}

// A State is a flag as it is in force for a user.
type State struct {
	Flag
	Env       string `json:"env"`
	Type      string `json:"type"`
	Value     any    `json:"value"`
	Origin    Origin `json:"origin"`
	Variation string `json:"variation,omitempty"` // of the file
}

// List is every flag as it is in force for a user, in the order of the table.
func (s *Source) List(user string) []State {
	s.refresh()
	who := openfeature.NewEvaluationContext(cmp.Or(user, "anonymous"), nil)
	states := make([]State, len(table))
	for i, f := range table {
		state := State{Flag: f, Env: Env(f.Name), Type: f.Type(), Value: f.Default, Origin: FromDefault}
		var detail openfeature.ResolutionDetail
		switch byDefault := f.Default.(type) {
		case bool:
			d, err := s.client.BooleanValueDetails(context.Background(), f.Name, byDefault, who)
			if err == nil {
				state.Value, detail = d.Value, d.ResolutionDetail
			}
		case int64:
			d, err := s.client.IntValueDetails(context.Background(), f.Name, byDefault, who)
			if err == nil {
				state.Value, detail = d.Value, d.ResolutionDetail
			}
		}
		if origin, told := detail.FlagMetadata["origin"].(Origin); told {
			state.Origin, state.Variation = origin, detail.Variant
		}
		states[i] = state
	}
	return states
}

// For is the flags in force for a user, from now on for as long as it is held: what
// begins with one set ends with it.
func (s *Source) For(user string) Set {
	if s == nil {
		return Defaults()
	}
	s.refresh()
	now := time.Now()
	s.mu.RLock()
	held, version := s.recent[user], s.version
	s.mu.RUnlock()
	if !held.at.IsZero() && now.Sub(held.at) < heldFor {
		return held.set
	}
	set := s.find(user)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.recent) >= heldUsers {
		clear(s.recent)
	}
	if s.version == version {
		s.recent[user] = decided{set, now}
	}
	return set
}

func (s *Source) find(user string) Set {
	set := Defaults()
	var arm []string
	for _, state := range s.List(user) {
		set.put(&state.Flag, state.Value)
		if state.Origin == FromFile {
			arm = append(arm, state.Name+":"+state.Variation)
		}
	}
	set.Arm = strings.Join(arm, ",")
	return set
}

// tick is how far apart two changes of a file may be that leave it with one time.
const tick = time.Second

// stat is what is seen of a file from outside.
func stat(path string) (info fs.FileInfo, young bool) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, false
	}
	return info, time.Since(info.ModTime()) < tick
}

// refresh reads the file again when it has changed. One that cannot be used changes
// nothing.
func (s *Source) refresh() {
	info, young := stat(s.options.File)
	s.mu.RLock()
	same := !s.young && unchanged(s.info, info)
	s.mu.RUnlock()
	if same {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.info, s.young = info, young
	next, err := readRollout(s.options.File)
	if err != nil {
		if s.options.OnError != nil && (s.bad == nil || s.bad.Error() != err.Error()) {
			s.options.OnError(err)
		}
		s.bad = err
		return
	}
	s.bad = nil
	if !bytes.Equal(next.raw, s.current.raw) {
		s.current = next
		s.version++
		clear(s.recent)
		s.rollouts.ForceRefresh()
	}
}

func unchanged(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}

// decide is a flag's value for a user, and what decided it.
func (s *Source) decide(name string, user any) (value any, detail openfeature.ProviderResolutionDetail) {
	f := lookUp(name)
	if value, set := s.env[name]; set {
		return value, told(FromEnvironment, openfeature.StaticReason, "")
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if slices.Contains(s.current.names, name) {
		result, err := s.rollouts.RawVariation(name, ffcontext.NewEvaluationContext(fmt.Sprint(user)), nil)
		if value, typeErr := f.value(result.Value); err == nil && typeErr == nil {
			return value, told(FromFile, openfeature.Reason(result.Reason), result.VariationType)
		}
	}
	return f.Default, told(FromDefault, openfeature.DefaultReason, "")
}

func told(origin Origin, reason openfeature.Reason, variation string) openfeature.ProviderResolutionDetail {
	return openfeature.ProviderResolutionDetail{
		Reason: reason, Variant: variation, FlagMetadata: openfeature.FlagMetadata{"origin": origin},
	}
}

// A provider is a Source as OpenFeature knows it. Flags of other types than the
// table's are not there.
type provider struct {
	openfeature.NoopProvider
	source *Source
}

// Metadata names the provider.
func (provider) Metadata() openfeature.Metadata { return openfeature.Metadata{Name: "chatmrpt"} }

// BooleanEvaluation decides a switch.
func (p provider) BooleanEvaluation(_ context.Context, name string, _ bool, who openfeature.FlattenedContext) openfeature.BoolResolutionDetail {
	value, detail := p.source.decide(name, who[openfeature.TargetingKey])
	return openfeature.BoolResolutionDetail{Value: value.(bool), ProviderResolutionDetail: detail}
}

// IntEvaluation decides a number.
func (p provider) IntEvaluation(_ context.Context, name string, _ int64, who openfeature.FlattenedContext) openfeature.IntResolutionDetail {
	value, detail := p.source.decide(name, who[openfeature.TargetingKey])
	return openfeature.IntResolutionDetail{Value: value.(int64), ProviderResolutionDetail: detail}
}
