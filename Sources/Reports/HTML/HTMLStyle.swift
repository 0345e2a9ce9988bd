/// The look of every page: restrained, in light and dark, on screens of any width and on paper.
enum HTMLStyle {
  static let parts: [StaticString] = [
    light, darkBySystem, dark, darkEnd, darkByChoice, dark, darkEnd2, page, summary, tables, findings,
    picture, print,
  ]

  private static let light: StaticString = """

    :root {
      color-scheme: light;
      --ground: #fafaf8; --surface: #ffffff; --ink: #1c2127; --soft: #57606a; --rule: #d9dde2; --edge: #7d8590;
      --accent: #0a58a8; --new: #14652f; --dropped: #a8142b; --renamed: #7a4b00; --converted: #5b3cc4;
      --moved: #0a58a8; --by-rule: #0d6366; --new-tint: #e7f5eb; --dropped-tint: #fdebec; --renamed-tint: #fcf2dd;
      --converted-tint: #f0ecff; --moved-tint: #e6f0fb; --by-rule-tint: #e2f4f4; --band: #f1f2f0;
    }

    """

  private static let darkBySystem: StaticString =
    "@media (prefers-color-scheme: dark) { :root:not(:has(#theme-light:checked)) {\n"
  private static let darkByChoice: StaticString = ":root:has(#theme-dark:checked) {\n"
  private static let darkEnd: StaticString = "} }\n"
  private static let darkEnd2: StaticString = "}\n"

  private static let dark: StaticString = """
      color-scheme: dark;
      --ground: #101317; --surface: #181c22; --ink: #e8ebef; --soft: #a3adb9; --rule: #2e353e; --edge: #77818d;
      --accent: #85bcff; --new: #84e0a0; --dropped: #ffa3a6; --renamed: #f2c678; --converted: #c8b8ff;
      --moved: #85bcff; --by-rule: #82d8d4; --new-tint: #14301f; --dropped-tint: #3b1b20; --renamed-tint: #352911;
      --converted-tint: #2a2447; --moved-tint: #152a42; --by-rule-tint: #133031; --band: #1f242b;

    """

  private static let page: StaticString = """
    *, *::before, *::after { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--ground); color: var(--ink);
      font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans",
        "DejaVu Sans", sans-serif;
      font-variant-numeric: tabular-nums;
    }
    code, .key-list, svg text {
      font-family: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    code { font-size: .875em; overflow-wrap: anywhere; }
    a { color: var(--accent); text-underline-offset: .2em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
    [hidden] { display: none !important; }
    .unseen {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
    }
    .skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--surface); z-index: 2; }
    .skip:focus { top: .5rem; }
    .top, main, footer { max-width: 70rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
    .top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding-top: 1rem; }
    .kind { margin: 0; flex: 1 1 auto; color: var(--soft); }
    .mark { font-weight: 650; color: var(--ink); }
    .theme { display: flex; gap: 0; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: .5rem; }
    .theme legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .theme input { position: absolute; opacity: 0; }
    .theme span { display: block; padding: .2rem .7rem; font-size: .875rem; border-radius: .45rem; cursor: pointer; }
    .theme input:checked + span { background: var(--ink); color: var(--ground); font-weight: 600; }
    .theme input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
    section { margin: 0 0 3rem; }
    h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
    h2 { margin: 0 0 1rem; font-size: 1.375rem; font-weight: 650; letter-spacing: -.01em; }
    h3 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; font-weight: 650; }
    p { margin: 0 0 .75rem; }
    .prose, .lead { max-width: 50rem; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 2.5rem; padding: .75rem 0; list-style: none;
      border-block: 1px solid var(--rule); }
    nav a { text-decoration: none; display: inline-block; padding: .15rem 0; }
    nav a:hover { text-decoration: underline; }
    footer { padding-bottom: 2rem; color: var(--soft); font-size: .875rem; }
    footer p { border-top: 1px solid var(--rule); padding-top: 1rem; }

    """

  private static let summary: StaticString = """
    .summary { margin: 2rem 0 1.5rem; }
    .state { display: inline-flex; align-items: center; gap: .5rem; margin: 0 0 .75rem; padding: .25rem .75rem;
      border-radius: 2rem; border: 1px solid currentColor; font-weight: 650; font-size: .9375rem; }
    .state.good { color: var(--new); background: var(--new-tint); }
    .state.look { color: var(--renamed); background: var(--renamed-tint); }
    .state.bad { color: var(--dropped); background: var(--dropped-tint); }
    .state.plain { color: var(--soft); background: var(--band); }
    h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 1.2rem + 2.4vw, 2.75rem); font-weight: 700; letter-spacing: -.02em;
      overflow-wrap: anywhere; }
    .lead { color: var(--soft); font-size: 1.0625rem; overflow-wrap: anywhere; }
    .lead strong { color: var(--ink); font-weight: 600; }
    .balances { margin: 1.5rem 0; padding: .5rem clamp(1rem, 3vw, 1.5rem); background: var(--surface);
      border: 1px solid var(--rule); border-radius: .75rem; }
    .balance { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; margin: 0; padding: .75rem 0;
      color: var(--soft); }
    .balance + .balance { border-top: 1px solid var(--rule); }
    .balance b { font-size: clamp(1.375rem, 1rem + 1.6vw, 2rem); font-weight: 650; color: var(--ink);
      letter-spacing: -.02em; }
    .term { white-space: nowrap; }
    .term.good b { color: var(--new); }
    .term.lost b { color: var(--dropped); }
    .sign { font-size: 1.25rem; color: var(--soft); }
    .next { margin: 0; padding-left: 1.25rem; max-width: 50rem; }
    .next li { margin-bottom: .35rem; overflow-wrap: anywhere; }

    """

  private static let tables: StaticString = """
    .scroll { overflow-x: auto; border: 1px solid var(--rule); border-radius: .75rem; background: var(--surface); }
    table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
    th, td { padding: .45rem .9rem; text-align: left; vertical-align: top; border-top: 1px solid var(--rule); }
    thead th { border-top: 0; color: var(--soft); font-weight: 600; font-size: .8125rem; white-space: nowrap; }
    tbody th, tfoot th { font-weight: 550; overflow-wrap: break-word; min-width: 8rem; }
    tfoot th, tfoot td { font-weight: 700; border-top: 2px solid var(--edge); }
    .number { text-align: right; white-space: nowrap; }
    td.loss { color: var(--dropped); font-weight: 650; }
    details.entity { border: 1px solid var(--rule); border-radius: .75rem; background: var(--surface); margin: .5rem 0; }
    details.entity > summary { padding: .6rem 1rem; cursor: pointer; font-weight: 600; overflow-wrap: anywhere; }
    details.entity > summary .tag { font-weight: 500; }
    details.entity > *:not(summary) { margin: 0 1rem 1rem; }
    details.entity .scroll { border-radius: .5rem; }
    .numbers { color: var(--soft); }
    .tag { display: inline-block; margin-left: .4rem; padding: 0 .5rem; border-radius: 1rem; font-size: .8125rem;
      border: 1px solid currentColor; white-space: nowrap; }
    .new { color: var(--new); } .dropped { color: var(--dropped); } .renamed { color: var(--renamed); }
    .converted { color: var(--converted); } .moved { color: var(--moved); } .by-rule { color: var(--by-rule); }
    .merged, .split { color: var(--converted); } .kept { color: var(--soft); }
    dl.facts { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .3rem 1.5rem; margin: 0; }
    dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
    @media (max-width: 36rem) {
      dl.facts { grid-template-columns: 1fr; gap: 0; } dl.facts dd { margin-bottom: .5rem; }
      th, td { padding: .4rem .6rem; }
    }
    details > summary { cursor: pointer; }

    """

  private static let findings: StaticString = """
    .filter { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: end; margin: 0 0 1rem; padding: .75rem 1rem;
      border: 1px solid var(--rule); border-radius: .75rem; background: var(--band); }
    .filter p, .filter fieldset { margin: 0; padding: 0; border: 0; }
    .filter label, .filter legend { font-size: .875rem; }
    .filter legend { color: var(--soft); padding: 0; }
    .filter p label { display: block; color: var(--soft); }
    .filter fieldset label { margin-right: .9rem; white-space: nowrap; }
    .filter input[type=search] { font: inherit; width: 16rem; max-width: 100%; padding: .3rem .6rem; color: var(--ink);
      background: var(--surface); border: 1px solid var(--edge); border-radius: .4rem; }
    .filter input[type=checkbox] { accent-color: var(--accent); width: 1rem; height: 1rem; vertical-align: -.15em; }
    .matches { color: var(--soft); font-size: .875rem; }
    .list { margin: 0; padding: 0; list-style: none; }
    .finding { margin: 0 0 .6rem; padding: .8rem 1rem; border: 1px solid var(--rule); border-left-width: .3rem;
      border-radius: .5rem; background: var(--surface); }
    .finding.error { border-left-color: var(--dropped); } .finding.warning { border-left-color: var(--renamed); }
    .finding.note { border-left-color: var(--edge); }
    .head { margin: 0 0 .35rem; overflow-wrap: anywhere; }
    .subjects { margin: .5rem 0 0; padding: 0; list-style: none; }
    .subjects > li { padding: .35rem 0; border-top: 1px solid var(--rule); display: flex; flex-wrap: wrap;
      gap: 0 1rem; align-items: baseline; }
    .subjects .keys { margin: 0; }
    .finding .prose:last-child, .recovery:last-child { margin-bottom: 0; }
    .badge { display: inline-block; padding: .05rem .5rem; margin-right: .25rem; border-radius: .35rem; font-size: .8125rem;
      font-weight: 650; border: 1px solid currentColor; white-space: nowrap; }
    .badge.error, .badge.change-new { color: var(--dropped); background: var(--dropped-tint); }
    .badge.warning, .badge.change-changed { color: var(--renamed); background: var(--renamed-tint); }
    .badge.note, .badge.change-unchanged { color: var(--soft); background: var(--band); }
    .badge.change-fixed { color: var(--new); background: var(--new-tint); }
    .count { color: var(--soft); } .id { color: var(--soft); }
    .recovery { margin: 0 0 .75rem; padding-left: 1.25rem; max-width: 50rem; color: var(--soft); }
    .keys { font-size: .875rem; margin-top: .5rem; } .keys summary { color: var(--accent); }
    .key-list { margin: .35rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    td ins, td del { text-decoration: none; padding: .05rem .3rem; border-radius: .25rem; overflow-wrap: anywhere; }
    td del { color: var(--dropped); background: var(--dropped-tint); }
    td ins { color: var(--new); background: var(--new-tint); }
    td .finding { border: 0; padding: 0; background: none; margin: 0; }

    """

  private static let picture: StaticString = """
    .picture.tall { max-height: 90vh; }
    .picture { overflow: auto; border: 1px solid var(--rule); border-radius: .75rem;
      background: var(--surface); }
    .picture svg { display: block; margin: 0 auto; }
    svg text { font-size: 12px; fill: var(--ink); }
    svg .column { font-size: 13px; font-weight: 700; }
    svg .box { fill: var(--surface); stroke: var(--edge); }
    svg .cap { fill: var(--band); }
    svg .name { font-weight: 700; font-size: 12.5px; }
    svg .type, svg .more { fill: var(--soft); }
    svg .link { fill: none; stroke: var(--edge); stroke-width: 1; }
    svg .end { fill: none; stroke: var(--edge); stroke-width: 1.25; }
    svg .way { fill: none; stroke: var(--edge); stroke-width: 1.25; }
    svg .pill { fill: var(--surface); stroke: currentColor; }
    svg g.new, svg .new { color: var(--new); } svg .dropped { color: var(--dropped); }
    svg .renamed { color: var(--renamed); } svg .converted, svg .merged, svg .split { color: var(--converted); }
    svg .moved { color: var(--moved); } svg .by-rule { color: var(--by-rule); }
    svg .word { fill: currentColor; font-weight: 700; }
    svg .changed.link, svg .changed.way, svg .changed.end { stroke: currentColor; stroke-width: 1.75; }
    svg .changed.box { stroke: currentColor; stroke-width: 2; }
    svg .dropped.link, svg .dropped.box { stroke-dasharray: 5 3; }
    svg .dropped .gone { text-decoration: line-through; }
    svg .row.new { fill: var(--new-tint); } svg .row.dropped { fill: var(--dropped-tint); }
    svg .row.renamed { fill: var(--renamed-tint); } svg .row.converted { fill: var(--converted-tint); }
    svg .row.moved { fill: var(--moved-tint); } svg .row.by-rule { fill: var(--by-rule-tint); }
    .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0; padding: 0; list-style: none;
      font-size: .875rem; }
    .legend b { display: inline-block; min-width: 1.1em; font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono",
      monospace; }

    """

  private static let print: StaticString = """
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media print {
      :root, :root:has(#theme-dark:checked), :root:not(:has(#theme-light:checked)) {
        color-scheme: light; --ground: #fff; --surface: #fff; --ink: #000; --soft: #444; --rule: #bbb; --edge: #666;
        --accent: #0a58a8; --new: #14652f; --dropped: #a8142b; --renamed: #7a4b00; --converted: #5b3cc4;
        --moved: #0a58a8; --by-rule: #0d6366; --new-tint: #fff; --dropped-tint: #fff; --renamed-tint: #fff;
        --converted-tint: #fff; --moved-tint: #fff; --by-rule-tint: #fff; --band: #f4f4f4;
      }
      body { font-size: 10pt; }
      .theme, .filter, nav, .skip { display: none !important; }
      .top, main, footer { max-width: none; padding: 0; }
      .scroll, .picture, .picture.tall { overflow: visible; max-height: none; }
      .picture svg { max-width: 100%; height: auto; }
      details::details-content { content-visibility: visible; block-size: auto; }
      .finding, tr, details.entity > summary { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
    }

    """
}
