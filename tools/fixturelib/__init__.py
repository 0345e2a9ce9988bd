"""Makes the stores under LegacyFixtures; shares no code with the program."""
