package choiceinterp

import (
	"encoding/json"
	"fmt"
)

// What a confidence is judged by. Probabilities go in as logits.
const (
	featureBias      = iota
	featureScore     // of the least sure value
	featureNone      // that there is nothing to act on, values replaced
	featurePlainNone // the same as the words stand
	featureQuestion  // that it asks
	featurePlainAsks // the same as the words stand
	featureVague     // that it speaks of a choice without making it
	featureChoice    // that it chooses, as the words stand
	featureForeign   // content words of another matter, at most 3
	featureLeft      // content words that no value covers, at most 4
	featureTypo      // some word was misspelt
	featureMemory    // memory or a recommendation was followed
	featureSeveral   // more than one argument was read
	featureExact     // every value by its declared name, a number or a name of the data
	featureWeak      // some value was guessed with little to go by
	featureUnclaimed // the most that a word outside the values speaks for some value
	featureRunnerUp  // the most that a value's words speak for another value
	featureOtherArg  // the most that a value's words speak for another argument
	featureAnswers   // the argument that was asked for is among those read
	featureElsewhere // another one was asked for
	featureHeard     // that the whole message means what was read, of the least likely argument
	featureUnheard   // that it means nothing else, of the least likely argument
	featureUnknown   // the most of a value's content words, as a share, that never stood for it
	featureAnchored  // the share of its uses in which a value's best word stood for it, of the value with the least
	featureLong      // content words, at most 10
	featureIgnoredNo // a "not" outside the values that no value heeds
	featureModel     // the model reads this; from here on 0 where no model spoke
	featureFigure    // its own confidence; none is 0
	featureNetLess   // the net is silent about one of its arguments
	featureNetMore   // it is silent about one of the net's
	featureNetAsks   // the net would ask back
	featureNetNone   // the net sees no choice
	featureModelLess // the net reads this, the model only a part
	featureModelMore // the net reads this, the model more
	featureModelAsks // the net reads this, the model would ask back
	featureModelNone // the net reads this, the model sees no choice
	features
)

// featureNames are how features are called in files and events.
var featureNames = [features]string{
	featureBias: "bias", featureScore: "score", featureNone: "none", featurePlainNone: "plain_none", featureQuestion: "question",
	featurePlainAsks: "plain_question", featureVague: "vague", featureChoice: "plain_choice", featureForeign: "foreign", featureLeft: "left",
	featureTypo: "typo", featureMemory: "memory", featureSeveral: "several", featureExact: "exact", featureWeak: "weak",
	featureUnclaimed: "unclaimed", featureRunnerUp: "runner_up", featureOtherArg: "other_argument", featureAnswers: "answers", featureElsewhere: "elsewhere",
	featureHeard: "heard", featureUnheard: "unheard",
	featureUnknown: "unknown", featureAnchored: "anchored", featureLong: "long", featureIgnoredNo: "ignored_no",
	featureModel: "model", featureFigure: "figure", featureNetLess: "net_less", featureNetMore: "net_more", featureNetAsks: "net_asks",
	featureNetNone: "net_none", featureModelLess: "model_less", featureModelMore: "model_more", featureModelAsks: "model_asks", featureModelNone: "model_none",
}

// Features describe a decision to run; each is about -1..1, and all are 0 where
// no confidence was judged. As JSON they are an object by name, without zeros.
type Features [features]float64

// MarshalJSON writes the features that are not zero.
func (f Features) MarshalJSON() ([]byte, error) {
	named := map[string]float64{}
	for i, v := range f {
		if v != 0 {
			named[featureNames[i]] = v
		}
	}
	return json.Marshal(named)
}

// UnmarshalJSON refuses a feature that this version does not know.
func (f *Features) UnmarshalJSON(raw []byte) error {
	var named map[string]float64
	if err := json.Unmarshal(raw, &named); err != nil {
		return err
	}
	*f = Features{}
	for i, name := range featureNames {
		f[i] = named[name]
		delete(named, name)
	}
	for name := range named {
		return fmt.Errorf("no feature %q", name)
	}
	return nil
}
