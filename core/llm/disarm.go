package llm

import "regexp"

// templateSigns are what chat templates part messages by.
var templateSigns = regexp.MustCompile(`(?i)<\||</?s>|<</?sys|<(?:start|end)_of_turn|\[/?inst`)

// Disarm puts a space into the signs by which chat templates part messages, so that
// text of others cannot end its message; every other text it leaves alone.
func Disarm(text string) string {
	return templateSigns.ReplaceAllStringFunc(text, func(sign string) string { return sign[:1] + " " + sign[1:] })
}
