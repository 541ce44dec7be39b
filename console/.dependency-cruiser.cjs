/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "feature-stays-inside",
      comment:
        "A feature never imports another feature's inside: each can be read, changed and " +
        "removed alone. What two of them need moves to shared/.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/([^/]+)/", pathNot: "^src/features/$1/" },
    },
    {
      name: "feature-knows-no-app",
      comment:
        "The application places the features on its routes; a feature that reached back into it " +
        "could not be shown anywhere else.",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/(app/|main\\.tsx$)" },
    },
    {
      name: "shared-knows-nobody",
      comment:
        "shared/ holds the parts that every screen is made of. They know nothing of sessions, " +
        "calls or screens: what they show comes in as properties.",
      severity: "error",
      from: { path: "^src/shared/" },
      to: { path: "^src/(features|app|session|api|forms)/|^src/main\\.tsx$" },
    },
    {
      name: "api-stands-alone",
      comment:
        "api/ speaks with the server and imports nothing else of ours, so that it can be " +
        "generated, tested and reasoned about by itself.",
      severity: "error",
      from: { path: "^src/api/" },
      to: { path: "^src/", pathNot: "^src/(api|test)/" },
    },
    {
      name: "session-rests-on-api-and-shared",
      comment: "session/ knows the session and the rights. Screens ask it; it never asks a screen.",
      severity: "error",
      from: { path: "^src/session/" },
      to: { path: "^src/", pathNot: "^src/(session|api|shared|test)/" },
    },
    {
      name: "stay-lists-know-no-screen",
      comment:
        "stayLists/ is what the list of payments and the list of stays share: filters, export, " +
        "pages. It may ask the server and the rights; it never asks a screen.",
      severity: "error",
      from: { path: "^src/stayLists/" },
      to: { path: "^src/", pathNot: "^src/(stayLists|api|session|shared|test)/" },
    },
    {
      name: "tests-help-tests-only",
      comment: "What src/test holds pretends to be a browser or a server: never in production.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/test/|\\.test\\.tsx?$" },
      to: { path: "^src/test/" },
    },
    {
      name: "no-circle",
      comment: "Files that import each other in a circle cannot be understood one at a time.",
      severity: "error",
      from: {},
      to: {
        circular: true,
        // A cycle of type-only imports disappears at build time, and so does a cycle through a lazy import.
        viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] },
      },
    },
    {
      name: "package-is-declared",
      comment: "A package that package.json does not name is there by luck, and leaves by luck.",
      severity: "error",
      from: { pathNot: "\\.test\\.tsx?$|^src/test/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^src/api/schema\\.d\\.ts$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] },
  },
};
