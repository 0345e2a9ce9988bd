internal import Diagnostics

/// Which external data files have to be copied, after those that are at their place already.
struct ExternalPlan {
  var missing: [ExternalDataFile] = []
  var findings: [Diagnostic] = []
}
