// Only Darwin's Foundation has it: memory of Objective-C is given back at its end.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
