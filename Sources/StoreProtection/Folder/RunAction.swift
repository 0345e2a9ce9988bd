/// What a run was for.
package enum RunAction: String, Sendable, CaseIterable {
  case `import`
  case restore
}
