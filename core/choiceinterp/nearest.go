package choiceinterp

import "math"

// Nearest returns the index of the text that shares most with the message, by
// words, stems and letters weighted by how rare they are among the texts, and the
// cosine of the two (0 to 1). It is -1, 0 without texts.
func Nearest(message string, texts []string) (index int, similarity float64) {
	documents := make([]map[uint32]bool, len(texts))
	frequency := map[uint32]int{}
	for i, text := range texts {
		documents[i] = featureSet(text)
		for f := range documents[i] {
			frequency[f]++
		}
	}
	weight := func(f uint32) float64 { return math.Log(float64(len(texts)+1) / (0.5 + float64(frequency[f]))) }
	length := func(set map[uint32]bool) float64 {
		sum := 0.
		for f := range set {
			sum += weight(f) * weight(f)
		}
		return math.Sqrt(sum)
	}
	query := featureSet(message)
	index = -1
	for i, document := range documents {
		dot := 0.
		for f := range query {
			if document[f] {
				dot += weight(f) * weight(f)
			}
		}
		if cosine := dot / (length(query)*length(document) + 1e-12); cosine > similarity {
			index, similarity = i, cosine
		}
	}
	return index, similarity
}

func featureSet(text string) map[uint32]bool {
	set := map[uint32]bool{}
	for _, f := range intentFeatures(tokenize(text)) {
		set[f] = true
	}
	return set
}
