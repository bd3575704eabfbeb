SELECT State, LGA, WardName,
       sum(tested) AS tested, sum(positive) AS positive, sum(positive) / sum(tested) AS tpr
FROM (
    SELECT State, LGA, WardName,
           #8 + #9 + #10 AS tested,
           #11 + #12 + #13 AS positive
    FROM read_csv('FILE')
)
GROUP BY ALL
ORDER BY ALL;
