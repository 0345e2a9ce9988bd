/// An error and the command at which it arose, root first: what the usage line is made from.
package struct CommandError: Error {
  package let path: [any ParsableCommand.Type]
  package let underlying: any Error
}
