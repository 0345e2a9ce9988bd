extension Scene {
  /// Vehicles that become cars and bikes by their wheels; one has three.
  static func vehicles() throws -> Scene {
    try Scene(
      [
        """
        Vehicle: wheels int, name, owner > Person/vehicles
        Person: name, vehicles >> Vehicle/owner, favourite > Vehicle
        """,
        """
        Machine*: name, owner > Person/vehicles
        Car(Machine): doors int
        Bike(Machine): gears int! = 7
        Person: name, vehicles >> Machine/owner, favourite > Machine
        """,
      ],
      rows: """
        Vehicle 1 wheels=4 name='a' owner=1
        Vehicle 2 wheels=2 name='b' owner=1
        Vehicle 3 wheels=4 name='c'
        Vehicle 4 wheels=3 name='d' owner=2
        Person 1 name='P' favourite=2
        Person 2 name='Q' favourite=4
        """)
  }

  static let vehicleRules = """
    steps:
      - entities:
          - { name: Car, from: Vehicle, where: wheels = 4, set: { doors: wheels + 1 } }
          - { name: Bike, from: Vehicle, where: wheels = 2 }
    """
}
