/// Light, dark, or as the system has it. It works without a script.
enum ThemeSwitch {
  static func write(to page: inout HTMLWriter) {
    page.literal(
      """
      <fieldset class="theme">
      <legend>Theme</legend>
      <label><input type="radio" name="theme" id="theme-auto" checked> <span>Auto</span></label>
      <label><input type="radio" name="theme" id="theme-light"> <span>Light</span></label>
      <label><input type="radio" name="theme" id="theme-dark"> <span>Dark</span></label>
      </fieldset>

      """)
  }
}
