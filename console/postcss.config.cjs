// Mantine's additions to CSS (`light-dark()`, nesting, the `hover` mixin), and mixins of our own.
module.exports = {
  plugins: {
    "postcss-preset-mantine": {
      mixins: {
        "bare-fieldset": { "min-width": 0, margin: 0, padding: 0, border: 0 },
        card: {
          border: "1px solid var(--line)",
          "border-radius": "0.5rem",
          background: "var(--card)",
        },
        "dimmed-text": { margin: 0, color: "var(--mantine-color-dimmed)" },
        // The fields of a form, two a line; a field that would stand alone on its line takes all of it.
        "field-pairs": {
          display: "grid",
          "grid-template-columns": "repeat(2, minmax(0, 1fr))",
          "align-items": "start",
          "& > [data-wide], & > :nth-child(odd of :not([data-wide])):is(:last-child, :has(+ [data-wide]))":
            { "grid-column": "1 / -1" },
          "@media (max-width: 47.99em)": { "grid-template-columns": "minmax(0, 1fr)" },
        },
        // Something in a list of a block (a factor, an identity, a session): an icon, words, buttons.
        entry: {
          display: "flex",
          "flex-wrap": "wrap",
          "align-items": "center",
          gap: "0.5rem 0.75rem",
          padding: "0.75rem 0",
          "border-top": "1px solid var(--line)",
        },
        "entry-name": {
          margin: 0,
          "overflow-wrap": "anywhere",
          "font-size": "1rem",
          "font-weight": 600,
        },
        "entry-words": { flex: "1 1 12rem", "min-width": 0 },
        "figures-title": {
          display: "flex",
          "align-items": "baseline",
          gap: "0.75rem",
          margin: "0 0 0.75rem",
          "font-size": "1rem",
        },
        "fine-print": { color: "var(--mantine-color-dimmed)", "font-size": "0.75rem" },
        "plain-list": { margin: 0, padding: 0, "list-style": "none" },
        "section-title": { "font-size": "var(--mantine-h2-font-size)", "font-weight": 650 },
        "stale-note": {
          color: "var(--mantine-color-error)",
          "font-size": "0.75rem",
          "font-weight": 400,
        },
        // The sums above a table, each under its name.
        sums: {
          display: "flex",
          "flex-wrap": "wrap",
          gap: "0.75rem 2.5rem",
          margin: 0,
          "& dt": { color: "var(--mantine-color-dimmed)", "font-size": "0.75rem" },
          "& dd": {
            margin: 0,
            "font-size": "1.25rem",
            "font-variant-numeric": "tabular-nums",
            "font-weight": 650,
          },
        },
        "wrapping-row": { display: "flex", "flex-wrap": "wrap", "align-items": "center" },
      },
    },
  },
};
