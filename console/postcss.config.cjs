// Mantine's additions to CSS: `light-dark()`, nesting, the `hover` mixin.
module.exports = { plugins: { "postcss-preset-mantine": {} } };
