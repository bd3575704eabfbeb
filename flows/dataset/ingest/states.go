package ingest

import "strings"

// stateCodes are the two letters of ISO 3166-2:NG, which DHIS2 puts before names
// ("kw Adewole Ward") and boundary files into StateCode.
var stateCodes = map[string]string{
	"ab": "Abia", "ad": "Adamawa", "ak": "Akwa Ibom", "an": "Anambra", "ba": "Bauchi", "by": "Bayelsa", "be": "Benue",
	"bo": "Borno", "cr": "Cross River", "de": "Delta", "eb": "Ebonyi", "ed": "Edo", "ek": "Ekiti", "en": "Enugu",
	"fc": "Federal Capital Territory", "go": "Gombe", "im": "Imo", "ji": "Jigawa", "kd": "Kaduna", "kn": "Kano",
	"kt": "Katsina", "ke": "Kebbi", "ko": "Kogi", "kw": "Kwara", "la": "Lagos", "na": "Nasarawa", "ni": "Niger",
	"og": "Ogun", "on": "Ondo", "os": "Osun", "oy": "Oyo", "pl": "Plateau", "ri": "Rivers", "so": "Sokoto",
	"ta": "Taraba", "yo": "Yobe", "za": "Zamfara",
}

var statesByKey = func() map[string]string {
	byKey := map[string]string{
		"fct": "Federal Capital Territory", "abuja": "Federal Capital Territory", "fctabuja": "Federal Capital Territory",
		"abujafct": "Federal Capital Territory", "nassarawa": "Nasarawa",
	}
	for _, name := range stateCodes {
		byKey[fold(name)] = name
	}
	return byKey
}()

// stateName is the one spelling of a Nigerian state, given its name, its code or
// a spelling one letter off; any other name comes back as it is.
func stateName(name string) string {
	key := fold(name)
	if s, ok := statesByKey[key]; ok {
		return s
	}
	if s, ok := stateCodes[strings.TrimPrefix(strings.ToLower(name), "ng-")]; ok {
		return s
	}
	if len(key) >= 7 {
		for known, s := range statesByKey {
			if len(known) == len(key) && distance(known, key, 1) == 1 {
				return s
			}
		}
	}
	return name
}

// isNigerian reports whether a name is that of a Nigerian state.
func isNigerian(state string) bool {
	_, ok := statesByKey[fold(state)]
	return ok
}
