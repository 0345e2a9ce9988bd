ImportLegacy.main()
