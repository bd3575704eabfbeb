package choiceinterp

// The number words of English, with the Indian and West African scales that
// programme staff use. They are grammar, not vocabulary of any tool.

var smallNumbers = map[string]float64{
	"zero": 0, "nought": 0, "naught": 0, "nil": 0,
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "douze": 12, "quinze": 15, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18, "nineteen": 19,
}

var tens = map[string]float64{
	"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
	"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

var scales = map[string]float64{
	"cent": 1e2, "cents": 1e2, "hundred": 1e2, "hundreds": 1e2, "thousand": 1e3, "thousands": 1e3, "grand": 1e3, "mille": 1e3,
	"million": 1e6, "millions": 1e6, "milion": 1e6, "millon": 1e6, "billion": 1e9, "billions": 1e9, "trillion": 1e12,
	"lakh": 1e5, "lakhs": 1e5, "lac": 1e5, "lacs": 1e5, "crore": 1e7, "crores": 1e7,
	"dozen": 12, "dozens": 12, "dzs": 12, "dozs": 12, "doz": 12,
}

// abbreviatedScales stand behind digits only: 200k, 1.5 mn.
var abbreviatedScales = map[string]float64{
	"k": 1e3, "th": 1e3, "thou": 1e3, "m": 1e6, "mm": 1e6, "mn": 1e6, "mil": 1e6, "mio": 1e6, "mln": 1e6,
	"b": 1e9, "bn": 1e9, "bln": 1e9, "tln": 1e12, "cr": 1e7,
}

// fractionWords in the singular need "a" or "one" before them or "of" behind.
var fractionWords = map[string]float64{
	"half": 1. / 2, "halves": 1. / 2, "quarter": 1. / 4, "quarters": 1. / 4, "thirds": 1. / 3, "third": 1. / 3,
	"fourth": 1. / 4, "fourths": 1. / 4, "fifth": 1. / 5, "fifths": 1. / 5, "sixth": 1. / 6, "sixths": 1. / 6,
	"eighth": 1. / 8, "eighths": 1. / 8, "tenth": 1. / 10, "tenths": 1. / 10,
}

var fractionGlyphs = map[string]float64{
	"½": 1. / 2, "¼": 1. / 4, "¾": 3. / 4, "⅓": 1. / 3, "⅔": 2. / 3, "⅕": 1. / 5, "⅛": 1. / 8, "⅙": 1. / 6,
}

// measures are units of length, weight, time and money: a number with one of
// them counts nothing else.
var measures = map[string]bool{
	"km": true, "kms": true, "kilometre": true, "kilometres": true, "kilometer": true, "kilometers": true,
	"metre": true, "metres": true, "meter": true, "meters": true, "cm": true, "mm": true, "m": true, "mi": true, "mile": true, "miles": true,
	"kg": true, "kgs": true, "g": true, "gram": true, "grams": true, "ton": true, "tons": true, "tonnes": true,
	"ml": true, "l": true, "litre": true, "litres": true, "liter": true, "liters": true,
	"degree": true, "degrees": true, "hectare": true, "hectares": true, "ha": true, "acres": true,
	"hour": true, "hours": true, "hr": true, "hrs": true, "h": true, "minute": true, "minutes": true, "min": true, "mins": true,
	"second": true, "seconds": true, "sec": true, "secs": true, "day": true, "days": true, "week": true, "weeks": true,
	"month": true, "months": true, "year": true, "years": true, "yr": true, "yrs": true, "y": true,
	"dollar": true, "dollars": true, "usd": true, "euro": true, "euros": true, "naira": true, "ngn": true, "pounds": true, "francs": true,
}
