extension ModelVersion {
  /// From a `.xcdatamodel` folder, or one of that form.
  init(directory: ModelPath) {
    let name = ModelForm.withoutExtension(directory.lastComponent)
    do {
      let names = try ModelFiles.names(in: directory)
      try ModelForm.refuseUnsupported(directory: names, at: directory)
      self.init(name: name, contents: directory.appending("contents"))
    } catch {
      self.init(name: name, path: directory.text, result: .failure(error), warnings: [])
    }
  }

  /// From a lone file. It takes the name of the folder around it, when that is a version's.
  ///
  /// - Throws: `ModelError.notAModel` when the file is something else altogether.
  init(file: ModelPath) throws(ModelError) {
    let folder = file.parent.lastComponent
    let isInVersion = ModelForm.isVersion(Array(folder.utf8))
    self.init(name: isInVersion ? ModelForm.withoutExtension(folder) : file.lastComponent, contents: file)
    if case .failure(.notAModel(let path)) = result { throw ModelError.notAModel(path: path) }
  }

  private init(name: String, contents: ModelPath) {
    do {
      let reading = try ManagedObjectModelReader.read(
        try ModelFiles.read(contents), name: name, path: contents.text)
      self.init(
        name: name, path: contents.text, result: .success(reading.model), warnings: reading.warnings)
    } catch {
      self.init(name: name, path: contents.text, result: .failure(error), warnings: [])
    }
  }
}
