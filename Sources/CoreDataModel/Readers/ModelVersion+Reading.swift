import FileOperations

extension ModelVersion {
  /// From a `.xcdatamodel` folder, or one of that form.
  init(directory: String, with files: ModelFiles) {
    let name = ModelForm.withoutExtension(FileName.last(of: directory))
    do {
      let names = try files.names(in: directory)
      let file = try ModelForm.file(among: names, at: directory)
      self.init(name: name, contents: FileName.join(directory, file), with: files)
    } catch {
      self.init(name: name, path: directory, result: .failure(error), warnings: [])
    }
  }

  /// From a `.mom` in a `.momd`.
  init(compiled path: String, with files: ModelFiles) {
    self.init(name: ModelForm.withoutExtension(FileName.last(of: path)), contents: path, with: files)
  }

  /// From a lone file. It takes the name of the folder around it, when that is a version's.
  ///
  /// - Throws: `ModelError.notAModel` when the file is something else altogether.
  init(file: String, with files: ModelFiles) throws(ModelError) {
    let folder = FileName.last(of: FileName.folder(of: file))
    let isInVersion = ModelForm.isVersion(folder)
    self.init(
      name: ModelForm.withoutExtension(isInVersion ? folder : FileName.last(of: file)), contents: file,
      with: files)
    if case .failure(.notAModel(let path)) = result { throw ModelError.notAModel(path: path) }
  }

  private init(name: String, contents: String, with files: ModelFiles) {
    do {
      let bytes = try files.read(contents)
      let reading: ManagedObjectModelReader.Reading
      let isSource: Bool
      if ModelForm.isElements(bytes) {
        reading = try ElementsModelReader.read(bytes, name: name, path: contents)
        isSource = true
      } else if ModelForm.isArchive(bytes) {
        reading = try ArchivedModelReader.read(bytes, name: name, path: contents)
        isSource = false
      } else {
        reading = try ManagedObjectModelReader.read(bytes, name: name, path: contents)
        isSource = true
      }
      self.init(
        name: name, path: contents, result: .success(reading.model), isCompiled: !isSource,
        warnings: reading.warnings)
    } catch {
      self.init(name: name, path: contents, result: .failure(error), warnings: [])
    }
  }
}
