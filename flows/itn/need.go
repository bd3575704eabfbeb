package itn

import "math/big"

// populationNeed is ceil(population x (100 + buffer percent) / (100 x persons per net)),
// in exact arithmetic; one net for 1.8 people is the WHO's figure for planning a
// distribution (WHO 2017, "Achieving and maintaining universal coverage").
func populationNeed(population, bufferPercent, personsPerNet *big.Rat) int64 {
	need := new(big.Rat).Add(whole(100), bufferPercent)
	need.Mul(need, population)
	return ceil(need.Quo(need, new(big.Rat).Mul(whole(100), personsPerNet)))
}

// householdNeed is households x ceil(household size / 2): a net for two people of
// a household, at most cap nets each; cap 0 is none.
func householdNeed(households, householdSize *big.Rat, cap int64) int64 {
	each := ceil(new(big.Rat).Quo(householdSize, whole(2)))
	if cap > 0 {
		each = min(each, cap)
	}
	return ceil(new(big.Rat).Mul(households, whole(each)))
}

// coverage is min(1, nets x persons per net / population); ok is false for nobody.
func coverage(nets int64, personsPerNet, population *big.Rat) (fraction float64, ok bool) {
	if population == nil || population.Sign() == 0 {
		return 0, false
	}
	fraction, _ = new(big.Rat).Quo(protected(nets, personsPerNet, population), population).Float64()
	return fraction, true
}

// protected is min(population, nets x persons per net): people with a net to sleep under.
func protected(nets int64, personsPerNet, population *big.Rat) *big.Rat {
	people := new(big.Rat).Mul(whole(nets), personsPerNet)
	if people.Cmp(population) > 0 {
		people.Set(population)
	}
	return people
}
