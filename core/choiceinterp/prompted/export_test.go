package prompted

import "github.com/chatmrpt/chatmrpt/core/choiceinterp"

// ReadAnswer checks a model's answer without a model.
func ReadAnswer(req *choiceinterp.Request, answer string) (choiceinterp.Resolution, []string) {
	return newCheck(req).read(answer)
}

// Find returns the words of a text that a quote names, or "".
func Find(text, quote string) string {
	at, _ := find(text, quote)
	return at.of(text)
}
