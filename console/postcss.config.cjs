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
        "plain-list": { margin: 0, padding: 0, "list-style": "none" },
      },
    },
  },
};
