"""Random model changes, and an independent statement of what an import must make of them."""
