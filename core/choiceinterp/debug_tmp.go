package choiceinterp

import (
	"fmt"
	"os"
)

var debugMentions = func(r *reading) {
	if os.Getenv("DBGM") == "" {
		return
	}
	for _, m := range r.mentions {
		fmt.Printf("   m %s=%v %.2f [%s] neg=%v era=%d how=%s\n", r.arg(m.arg).Name, m.value, m.score, r.quote(m.first, m.last), m.negated, m.era, m.how)
	}
	fmt.Printf("   kinds %.2f plain %.2f\n", r.kinds, r.plain)
}
