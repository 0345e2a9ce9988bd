import Foundation

/// `Z_PLIST` and `Z_CONTENT` of every store in the corpus, read from copies.
struct StoreBlobs: Sendable {
  let store: String
  let metadata: [UInt8]?
  let modelCache: [UInt8]?

  private struct Row: Decodable {
    let store: String
    let metadata: Data?
    let cache: Data?
  }

  static let all: Result<[StoreBlobs], any Error> = Result {
    let printed = try Python.run(script, [Corpus.root.path])
    return try JSONDecoder().decode([Row].self, from: Data(printed.utf8)).map {
      StoreBlobs(
        store: $0.store, metadata: $0.metadata.map { [UInt8]($0) }, modelCache: $0.cache.map { [UInt8]($0) })
    }
  }

  private static let script = """
    import base64, csv, json, os, shutil, sqlite3, sys, tempfile
    root = sys.argv[1]
    def text(blob): return None if blob is None else base64.b64encode(blob).decode()
    rows = []
    for row in csv.DictReader(open(os.path.join(root, 'INDEX.tsv')), delimiter='\\t'):
        store = os.path.join(root, row['case'], row['store'])
        with tempfile.TemporaryDirectory() as folder:
            copy = os.path.join(folder, 'store')
            for suffix in ('', '-wal', '-journal'):
                if os.path.exists(store + suffix): shutil.copyfile(store + suffix, copy + suffix)
            database = sqlite3.connect(copy)
            def one(table, column):
                try: found = database.execute(f'SELECT {column} FROM {table}').fetchone()
                except sqlite3.DatabaseError: return None
                return text(found[0]) if found else None
            rows.append({'store': row['case'] + '/' + row['store'],
                'metadata': one('Z_METADATA', 'Z_PLIST'), 'cache': one('Z_MODELCACHE', 'Z_CONTENT')})
            database.close()
    print(json.dumps(rows))
    """
}
