// Mantine's additions to CSS (`light-dark()`, nesting, the `hover` mixin), and mixins of our own.
module.exports = {
  plugins: {
    "postcss-preset-mantine": {
      mixins: {
        card: {
          border: "1px solid var(--line)",
          "border-radius": "0.5rem",
          background: "var(--card)",
        },
        "fine-print": { color: "var(--mantine-color-dimmed)", "font-size": "0.75rem" },
        "plain-list": { margin: 0, padding: 0, "list-style": "none" },
        "wrapping-row": { display: "flex", "flex-wrap": "wrap", "align-items": "center" },
      },
    },
  },
};
