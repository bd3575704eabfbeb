# TPR by ward with data.table: tested in columns 8 to 10, positive in 11 to 13.
library(data.table)
d <- fread(commandArgs(TRUE)[1])
setnames(d, 8:13, c("t1", "t2", "t3", "p1", "p2", "p3"))
r <- d[, .(tested = sum(t1 + t2 + t3), positive = sum(p1 + p2 + p3)), by = .(State, LGA, WardName)]
r[, tpr := positive / tested]
print(nrow(r[order(State, LGA, WardName)]))
