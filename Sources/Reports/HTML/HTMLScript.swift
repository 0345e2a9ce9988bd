/// What a page does besides being read: it filters, opens what a link leads to, and prints unfolded. All of it can be
/// read without.
enum HTMLScript {
  static let text: StaticString = """
    (function () {
      "use strict";
      var form = document.querySelector("[data-filter]");
      function all(selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); }
      if (form) {
        var field = form.querySelector("input[type=search]");
        var boxes = all("[data-shows]");
        var status = form.querySelector("[role=status]");
        var findings = all("#findings [data-severity]");
        var groups = all("#findings [data-group]");
        var folded = all("#findings details:has([data-severity])");
        var entities = all("details[data-subject]");
        var apply = function () {
          var wanted = field.value.trim().toLowerCase();
          var shown = {};
          boxes.forEach(function (box) { shown[box.getAttribute("data-shows")] = box.checked; });
          var names = function (element) {
            return element.getAttribute("data-subject").toLowerCase().indexOf(wanted) >= 0;
          };
          var count = 0;
          findings.forEach(function (finding) {
            var fits = shown[finding.getAttribute("data-severity")] && names(finding);
            finding.hidden = !fits;
            if (fits) { count += 1; }
          });
          groups.forEach(function (group) { group.hidden = !group.querySelector("[data-severity]:not([hidden])"); });
          folded.forEach(function (one) {
            var fits = one.querySelector("[data-severity]:not([hidden])");
            one.hidden = !fits;
            if (wanted && fits) { one.open = true; }
          });
          var kept = 0;
          entities.forEach(function (entity) {
            var fits = names(entity);
            entity.hidden = !fits;
            if (fits) { kept += 1; }
          });
          status.textContent = count + " of " + findings.length + " findings" +
            (entities.length ? ", " + kept + " of " + entities.length + " entities" : "");
        };
        form.hidden = false;
        form.addEventListener("input", apply);
        form.addEventListener("submit", function (event) { event.preventDefault(); });
        apply();
      }
      var details = all("details");
      window.addEventListener("beforeprint", function () {
        details.forEach(function (one) { one.setAttribute("data-was", one.open ? "open" : ""); one.open = true; });
      });
      window.addEventListener("afterprint", function () {
        details.forEach(function (one) { one.open = one.getAttribute("data-was") === "open"; });
      });
    })();

    """
}
