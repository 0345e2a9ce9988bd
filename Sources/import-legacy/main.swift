StandardStreams.reserve()
ImportLegacy.main()
