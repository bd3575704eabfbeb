// Package tpr computes the test positivity rate by ward: positive over tested,
// summed over the facilities, age groups, methods and months that were chosen,
// never a mean of rates (WHO, DHIS2 package for malaria).
//
// Compute and Rates are pure arithmetic over counts; the other files declare the
// tool run_tpr_step, ask what is still open, and say what came out.
package tpr
