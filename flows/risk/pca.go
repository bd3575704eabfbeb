package risk

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Suitability holds the figures by which data are judged fit for principal
// component analysis.
type Suitability struct {
	Wards, Variables int
	KMO              float64 // sampling adequacy, 0..1 (Kaiser 1974)
	ChiSquared       float64 // of sphericity (Bartlett 1951)
	DF               float64
	P                float64
	// Refused says why the data are not fit; "" when they are.
	Refused string
}

// A PCA is the outcome of principal component analysis, a score a ward.
type PCA struct {
	Suitability
	Score       []float64 // sum over kept components of (eigenvalue/p) x component score
	Rank        []int     // 1 = highest risk
	Eigenvalues []float64 // of the correlation matrix, largest first
	Kept        int       // components with an eigenvalue above 1, at least one
	Share       float64   // part of the variance that the kept components hold, 0..1
	Correlation []float64 // of each variable with Score
	Unclear     []int     // kept components (1 is first) whose sign the data do not settle
}

// The bounds of the tests: Kaiser's lowest acceptable KMO, the usual level of
// Bartlett's test, the correlation below which a component's sign is not clear,
// and the eigenvalue below which the correlation matrix counts as singular.
const (
	minKMO        = 0.5
	maxBartlett   = 0.05
	minSign       = 0.2
	minEigenvalue = 1e-10
)

// NewPCA analyses complete variables (a value a ward, none constant), each with
// its direction (+1 higher is riskier, -1 higher is safer). When the data are
// not fit, only Suitability is filled.
func NewPCA(x [][]float64, directions []int) PCA {
	result := PCA{Suitability: Suitability{Wards: wards(x), Variables: len(x), KMO: math.NaN(), ChiSquared: math.NaN(), P: math.NaN()}}
	if result.tooSmall() {
		return result
	}
	z := standardise(x)
	r := correlations(z)
	var eigen mat.EigenSym
	if !eigen.Factorize(r, true) {
		result.Refused = "the correlations of the variables could not be decomposed"
		return result
	}
	ascending := eigen.Values(nil)
	if result.judge(r, ascending); result.Refused != "" {
		return result
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	result.score(z, directions, ascending, &vectors)
	result.Rank = Ranks(result.Score)
	result.Correlation = make([]float64, len(x))
	for v := range x {
		result.Correlation[v] = Pearson(z[v], result.Score)
	}
	return result
}

func wards(x [][]float64) int {
	if len(x) == 0 {
		return 0
	}
	return len(x[0])
}

func (s *Suitability) tooSmall() bool {
	switch {
	case s.Variables < 3:
		s.Refused = fmt.Sprintf("it needs at least 3 variables and there are %d", s.Variables)
	case s.Wards <= s.Variables:
		s.Refused = fmt.Sprintf("it needs more wards than variables and there are %d wards for %d variables", s.Wards, s.Variables)
	}
	return s.Refused != ""
}

// judge computes KMO and Bartlett's test of a correlation matrix and its
// eigenvalues, smallest first.
func (s *Suitability) judge(r *mat.SymDense, eigenvalues []float64) {
	if eigenvalues[0] < minEigenvalue {
		s.Refused = "some variables repeat each other exactly (their correlation matrix is singular)"
		return
	}
	p := float64(s.Variables)
	logDet := 0.0
	for _, v := range eigenvalues {
		logDet += math.Log(v)
	}
	s.ChiSquared = -(float64(s.Wards) - 1 - (2*p+5)/6) * logDet
	s.DF = p * (p - 1) / 2
	s.P = distuv.ChiSquared{K: s.DF}.Survival(s.ChiSquared)
	s.KMO = kmo(r)
	switch {
	case !(s.KMO >= minKMO):
		s.Refused = fmt.Sprintf("the variables share too little (KMO %.2f, at least %.2f is needed)", s.KMO, minKMO)
	case !(s.P < maxBartlett):
		s.Refused = fmt.Sprintf("the variables are hardly correlated (Bartlett's chi-squared %.1f with %.0f degrees of freedom, p = %.2f)", s.ChiSquared, s.DF, s.P)
	}
}

// kmo is the Kaiser-Meyer-Olkin measure: the squared correlations as a part of
// themselves and the squared partial correlations (Kaiser 1974).
func kmo(r *mat.SymDense) float64 {
	var inverse mat.Dense
	if err := inverse.Inverse(r); err != nil {
		return math.NaN()
	}
	var plain, partial float64
	for i := range r.SymmetricDim() {
		for j := range i {
			q := inverse.At(i, j) / math.Sqrt(inverse.At(i, i)*inverse.At(j, j))
			plain += r.At(i, j) * r.At(i, j)
			partial += q * q
		}
	}
	return plain / (plain + partial)
}

// standardise gives z-scores with the n-1 standard deviation.
func standardise(x [][]float64) [][]float64 {
	z := make([][]float64, len(x))
	for v, values := range x {
		m, squares := mean(values), 0.0
		for _, value := range values {
			squares += (value - m) * (value - m)
		}
		deviation := math.Sqrt(squares / float64(len(values)-1))
		z[v] = make([]float64, len(values))
		for i, value := range values {
			z[v][i] = (value - m) / deviation
		}
	}
	return z
}

func correlations(z [][]float64) *mat.SymDense {
	r := mat.NewSymDense(len(z), nil)
	for i := range z {
		r.SetSym(i, i, 1)
		for j := range i {
			r.SetSym(i, j, Pearson(z[i], z[j]))
		}
	}
	return r
}

// score adds up the kept components, each turned so that it rises with the mean
// of the direction-adjusted variables.
func (p *PCA) score(z [][]float64, directions []int, ascending []float64, vectors *mat.Dense) {
	variables, n := len(z), len(z[0])
	risk := make([]float64, n)
	for v := range z {
		for i := range n {
			risk[i] += z[v][i] * float64(directions[v]) / float64(variables)
		}
	}
	p.Score = make([]float64, n)
	for k := range variables {
		column := variables - 1 - k
		value := ascending[column]
		p.Eigenvalues = append(p.Eigenvalues, value)
		if k > 0 && value <= 1 {
			continue
		}
		p.Kept++
		p.Share += value / float64(variables)
		component := make([]float64, n)
		for v := range z {
			for i := range n {
				component[i] += z[v][i] * vectors.At(v, column)
			}
		}
		sign := Pearson(component, risk)
		if !(math.Abs(sign) >= minSign) {
			p.Unclear = append(p.Unclear, k+1)
		}
		weight := math.Copysign(value/float64(variables), sign)
		for i := range n {
			p.Score[i] += weight * component[i]
		}
	}
}
