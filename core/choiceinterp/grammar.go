package choiceinterp

import "strings"

// Function words of English (with some of French and Pidgin): the grammar that
// every conversation shares, whatever it is about. Nothing here belongs to a
// tool or to a domain.

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// functionWords carry no choice by themselves.
var functionWords = wordSet(`
a an the this that these those it its itself he she they them his her their my our your mine ours yours i me we us you u ur
is are was were be been being am do does did done doing have has had having will would shall should can could may might must wanna gonna
im ill id ive were youre its thats lets dont doesnt didnt cant wont isnt arent whats whos hes shes theyre weve youve id wed
to of in on at by for from with without into onto over under about as per via within between among against through during after before above below
and or but nor so then than also too just only even still yet already again once more most much very quite really rather pretty
if when while because since until though although whether which who whom whose what where why how
not no never none neither nothing
please pls plz kindly abeg oya biko sir ma madam dear thanks thank thx ta cheers bros boss chief
ok okay okey k kk yes yeah yep yup ya sure right alright fine good great perfect cool well oh ah um uh er hmm hm eh o oo na sha sef now
go going take pick choose select use using try make made give get got set put let want need like prefer think guess maybe perhaps probably
would could i'd one ones thing things stuff option way kind sort type choice part
let's here there ahead start begin proceed continue keep do run show tell say said
les le la l de des du un une et ou pour avec sans pas ne est ce cette il elle nous vous je veux prends prendre mettre utiliser utilise s'il plait svp merci oui d'accord donc alors
dey make una wey abi dem am wan fit don go carry use
`)

// politeness is what may stand around a choice without adding to it.
var politeness = wordSet(`please pls plz kindly abeg oya biko sir ma madam thanks thank thx you ta cheers boss bros chief ok okay okey k yes yeah yep yup sure right alright
fine good great perfect cool well then so just i ill id im would will we lets let us me my the a an like want need prefer take use go with pick choose select choosing think
it is be for now do give to o oo na sha sef make that one ones option svp merci oui try and um uh hmm oh um er maybe think guess i'd get this here can could
a wan am dear kk ya say said says answer number case it's its thats of my final`)

// negators begin an exclusion.
var negators = wordSet(`not never without except excluding exclude skip avoid minus dont doesnt wont isnt arent neither nor sauf sans drop remove omit forget besides wasnt shouldnt ignore ignoring disregard minus comot dropping removing skipping omitting`)

// isContent reports a word that could carry a choice.
func isContent(w string) bool { return !functionWords[w] }
