/// The store that every change of the matrix is made on: rows in every place that one of them affects.
enum MatrixBase {
  static let world = MatrixWorld(model, rows: rows)

  private static let model = MatrixModel(entities: [
    MatrixEntity(
      "Person",
      [
        .init("name", required: true), .init("email"), .init("phone"), .init("nick"), .init("code"),
        .init("zip"), .init("age", "Integer 64"), .init("height", "Double"), .init("joined", "Date"),
        .init("rank", "Integer 32"), .init("level", "Integer 64", required: true),
        .init("seen", "Date"), .init("fax"),
      ],
      [
        .init("pets", ">>", "Pet", inverse: "owner"), .init("passport", ">", "Passport", inverse: "holder"),
        .init("favourite", ">", "Item"),
      ]),
    MatrixEntity("Pet", [.init("call")], [.init("owner", ">", "Person", inverse: "pets")]),
    MatrixEntity("Passport", [.init("number")], [.init("holder", ">", "Person", inverse: "passport")]),
    MatrixEntity(
      "Item", [.init("title"), .init("mark")],
      [
        .init("shelf", ">", "Shelf", inverse: "items"), .init("tags", ">>", "Tag", inverse: "tagged"),
        .init("pickers", ">>", "Shelf", inverse: "picks"), .init("copies", ">>", "Copy", inverse: "of"),
      ]),
    MatrixEntity("Book", below: "Item", [.init("pages", "Integer 64")]),
    MatrixEntity("Film", below: "Item", [.init("minutes", "Integer 64")]),
    MatrixEntity(
      "Shelf", [.init("label")],
      [
        .init("items", ">>>", "Item", inverse: "shelf"), .init("picks", ">>>", "Item", inverse: "pickers"),
      ]),
    MatrixEntity("Tag", [.init("word")], [.init("tagged", ">>", "Item", inverse: "tags")]),
    MatrixEntity(
      "Copy", [.init("place")], [.init("of", ">", "Item", inverse: "copies", required: true)]),
    MatrixEntity("Car", [.init("plate"), .init("wheels", "Integer 16")]),
    MatrixEntity("Van", [.init("plate"), .init("load", "Integer 32")]),
    MatrixEntity("Trip", [.init("goal")], [.init("car", ">", "Car"), .init("van", ">", "Van")]),
    MatrixEntity("Note", [.init("text"), .init("weight", "Integer 64")]),
    MatrixEntity("Gadget", [.init("kind", "Integer 64"), .init("brand")]),
    MatrixEntity("City", [.init("post"), .init("town")]),
  ])

  private static let rows = """
    Person 1 name='Ann' email='a' phone='11' nick='An' code='12' zip='B' age=40 height=1.5 joined=100.5 rank=7 level=1 seen=1.5 fax='x' passport=1 favourite=2
    Person 2 name='Bob' email='b' phone='22' code='007' zip='G' age=40000 height=2.0 joined=200.0 rank=70000 level=2 fax='x' passport=2 favourite=3
    Person 3 name='Cat' email='b' nick='Ca' code='x' age=3 level=3 seen=-7.25 favourite=2
    Person 4 name='Dan' phone='44' height=1.25 zip='Q' rank=-1 level=1 passport=5 favourite=1
    Person 8 name='Eva' email='a' nick='' age=-5 height=3.0 level=9
    Pet 1 call='p' owner=1
    Pet 2 call='q' owner=1
    Pet 3 call='r' owner=2
    Pet 5 call='s'
    Passport 1 number='n' holder=1
    Passport 2 number='m' holder=2
    Passport 3 number='o' holder=3
    Passport 4 number='k' holder=1
    Passport 5
    Item 1 title='i' mark='mi' shelf=1 shelf@=3072
    Book 2 title='b' mark='mb' pages=100 shelf=1 shelf@=2048
    Film 3 title='f' mark='mf' minutes=90 shelf=1 shelf@=4096
    Book 4 title='c' pages=200 shelf=2 shelf@=2048
    Film 6 title='g' minutes=80
    Shelf 1 label='A'
    Shelf 2 label='B'
    Shelf 3
    Tag 1 word='red'
    Tag 2 word='blue'
    Tag 7 word='red'
    Item 1 tags>2
    Item 1 tags>1
    Book 2 tags>2
    Film 3 tags>7
    Book 4 tags>7
    Shelf 1 picks>3@2048
    Shelf 1 picks>1@3072
    Shelf 1 picks>2@4096
    Shelf 2 picks>2@2048
    Shelf 3 picks>6@2048
    Copy 1 place='u' of=1
    Copy 2 place='v' of=2
    Copy 3 place='w' of=3
    Copy 4 of=4
    Car 1 plate='C1' wheels=4
    Car 3 plate='C3' wheels=3
    Van 1 plate='V1' load=1000
    Van 2 plate='C3' load=70000
    Van 5
    Trip 1 goal='g' car=1 van=1
    Trip 2 goal='h' van=5
    Trip 3 car=3
    Note 1 text='t' weight=5
    Note 2 text='s' weight=1
    Note 4 weight=9
    Gadget 1 kind=1 brand='x'
    Gadget 2 kind=2 brand='y'
    Gadget 3 kind=9 brand='z'
    Gadget 4 kind=1
    City 1 post='B' town='Bern'
    City 2 post='G' town='Genf'
    """
}
