"""TPR by ward with pandas: tested in columns 8 to 10, positive in 11 to 13."""
import sys

import pandas as pd

d = pd.read_csv(sys.argv[1])
d["tested"] = d.iloc[:, 7:10].sum(axis=1)
d["positive"] = d.iloc[:, 10:13].sum(axis=1)
r = d.groupby(["State", "LGA", "WardName"])[["tested", "positive"]].sum()
r["tpr"] = r["positive"] / r["tested"]
print(len(r))
