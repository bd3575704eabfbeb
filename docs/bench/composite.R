# Median rank over every subset of two or more of 11 variables, 500 wards.
set.seed(1)
x <- matrix(runif(500 * 11), 500)
x <- apply(x, 2, function(v) (v - min(v)) / (max(v) - min(v)))
masks <- Filter(function(m) sum(bitwAnd(m, 2^(0:10)) > 0) >= 2, 1:2047)
ranks <- sapply(masks, function(m) rank(-rowMeans(x[, bitwAnd(m, 2^(0:10)) > 0]), ties.method = "min"))
print(c(length(masks), apply(ranks, 1, median)[1:3]))
