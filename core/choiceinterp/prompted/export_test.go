package prompted

import "github.com/chatmrpt/chatmrpt/core/choiceinterp"

// ReadAnswer checks a model's answer without a model.
func ReadAnswer(req *choiceinterp.Request, answer string) (choiceinterp.Resolution, []string) {
	return newCheck(req).read(answer)
}
