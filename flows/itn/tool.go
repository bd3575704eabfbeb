package itn

import (
	"context"
	"time"

	"github.com/chatmrpt/chatmrpt/core/schemaregistry"
	"github.com/chatmrpt/chatmrpt/flows/dataset"
)

// Name is the tool's name.
const Name = "plan_itn"

// The strategies.
const (
	proportional = "proportional"
	greedy       = "greedy"
	equity       = "equity"
)

// What needs are counted by.
const (
	byPopulation = "population"
	byHousehold  = "household"
)

// The rankings a plan can follow.
const (
	byComposite = "composite"
	byPCA       = "pca"
)

// Args are the choices of a plan. Only the number of nets has to be said.
type Args struct {
	TotalNets      int64   `json:"total_nets" jsonschema:"minimum=1,maximum=1000000000" jsonschema_description:"How many nets are there to give out?" jsonschema_extras:"x-unit=nets"`
	Strategy       string  `json:"strategy,omitempty" jsonschema:"enum=proportional,enum=greedy,enum=equity,default=proportional" jsonschema_description:"How shall the nets be shared among the wards?"`
	Method         string  `json:"method,omitempty" jsonschema:"enum=composite,enum=pca" jsonschema_description:"Which risk ranking shall decide the order?"`
	UrbanThreshold Decimal `json:"urban_threshold,omitempty" jsonschema:"minimum=0,maximum=100,default=75" jsonschema_description:"From which percentage of urban population or area on does a ward count as urban?" jsonschema_extras:"x-unit=percent"`
	HouseholdSize  Decimal `json:"household_size,omitempty" jsonschema:"minimum=1,maximum=50" jsonschema_description:"How many people live in a household on average?" jsonschema_extras:"x-unit=people"`
	PersonsPerNet  Decimal `json:"persons_per_net,omitempty" jsonschema:"minimum=0.1,maximum=20,default=1.8" jsonschema_description:"How many people does one net protect?" jsonschema_extras:"x-unit=people per net"`
	BufferPercent  Decimal `json:"buffer_percent,omitempty" jsonschema:"minimum=0,maximum=100,default=0" jsonschema_description:"How many percent of nets shall be added as a buffer?" jsonschema_extras:"x-unit=percent"`
	FloorPercent   Decimal `json:"floor_percent,omitempty" jsonschema:"minimum=0,maximum=100,default=30" jsonschema_description:"Which percentage of its need shall every ward get first under the equity strategy?" jsonschema_extras:"x-unit=percent"`
	Basis          string  `json:"basis,omitempty" jsonschema:"enum=population,enum=household,default=population" jsonschema_description:"Shall the need be counted by people or by households?"`
	HouseholdCap   int64   `json:"household_cap,omitempty" jsonschema:"minimum=1,maximum=50" jsonschema_description:"How many nets shall one household get at most?" jsonschema_extras:"x-unit=nets per household"`
	BaleSize       int64   `json:"bale_size,omitempty" jsonschema:"minimum=1,maximum=10000" jsonschema_description:"How many nets are in a bale, if only whole bales are to be moved?" jsonschema_extras:"x-unit=nets per bale"`
	AcceptPCA      bool    `json:"accept_pca,omitempty" jsonschema_description:"Shall the plan follow the PCA ranking although it does not rise with TPR?"`
}

// Tools declares the net plan over the session's dataset.
func Tools(load dataset.Load) []*schemaregistry.Tool {
	definition := schemaregistry.Def{
		Name:        Name,
		Aliases:     []string{"itn"},
		Title:       "Bed-net plan",
		Short:       "net plan",
		Description: "Plan the distribution of bed nets (ITNs): what each ward needs and gets of a given number of nets, by risk, rural wards before urban ones.",
		Category:    "analysis",
		Effect:      schemaregistry.EffectRun,
		Needs:       []string{"risk"},
		Uses:        []string{"itn"},
		Gives:       "itn",
		Timeout:     30 * time.Second,
		Examples:    examples,
		Topics:      topics,
		Labels:      labels,
	}
	return []*schemaregistry.Tool{schemaregistry.Define(definition, func(ctx context.Context, run *schemaregistry.Run, args Args) (schemaregistry.Result, error) {
		data, err := load(ctx, run)
		if err != nil {
			return schemaregistry.Result{}, err
		}
		return distribute(run, data, args)
	})}
}

var labels = map[string]map[string]string{
	"strategy": {
		proportional: "Proportional: fill one tier after the other, share the last by need",
		greedy:       "Greedy: each ward in turn gets all it needs",
		equity:       "Equity: a floor for every ward first, the rest by risk",
	},
	"method": {
		byComposite: "Composite ranking",
		byPCA:       "PCA ranking",
	},
	"basis": {
		byPopulation: "By people",
		byHousehold:  "By households",
	},
}
