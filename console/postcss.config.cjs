// Mantine's additions to CSS: `light-dark()`, nesting and the `hover` mixin.
module.exports = { plugins: { "postcss-preset-mantine": {} } };
