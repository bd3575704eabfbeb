package choiceinterp

import (
	"encoding/json"
	"fmt"
)

// Features of the net's reading.
const (
	featureBias      = iota
	featureScore     // logit of the least sure value
	featureNone      // logit of "nothing to act on", values replaced
	featurePlainNone // the same as the words stand
	featureQuestion  // logit of "it asks"
	featurePlainAsks
	featureVague
	featureForeign // content words of another matter, at most 3
	featureLeft    // content words that no value covers, at most 4
	featureTypo
	featureMemory // memory or a recommendation was followed
	featureSeveral
	featureExact  // every value by its declared name, a number or a name of the data
	featureWeak   // some value was guessed with little to go by
	featureChoice // logit of "it chooses" as the words stand
	features
)

// featureNames are how features are called in files and events.
var featureNames = [features]string{
	"bias", "score", "none", "plain_none", "question", "plain_question", "vague", "foreign", "left", "typo", "memory", "several",
	"exact", "weak", "plain_choice",
}

// Features describe a decision to run; all are about -1..1, and all are 0 where
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
