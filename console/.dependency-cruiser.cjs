/**
 * The rooms of the console, from the lowest floor up: what each may import besides itself. Tests may also
 * import src/test.
 */
const ROOMS = {
  api: { may: [], why: "speaks with the server: can be generated and tested by itself" },
  words: {
    may: [],
    why: "formats, plurals, sentences and the rules of typed text: pure functions",
  },
  ui: {
    may: ["words"],
    why: "the parts that every screen is made of: no call, no session, no concept",
  },
  session: {
    may: ["api", "data/keys\\.ts$", "ui", "words"],
    why: "the tokens, the rights and the chosen operator",
  },
  data: { may: ["api", "session"], why: "every query and every change, with what it makes stale" },
  kit: {
    may: ["api", "words", "ui", "session", "data"],
    why: "what several features share and knows a concept: filters, exports, lists, forms, routing",
  },
  features: {
    may: ["api", "words", "ui", "session", "data", "kit"],
    why: "screens and their routes; the application composes them",
  },
  dashboard: {
    may: ["api", "words", "ui", "data/queryClient\\.ts$"],
    why: "a page of its own, with its own token",
  },
  app: {
    may: ["api", "words", "ui", "session", "data", "kit", "features"],
    why: "the routes, the menu and the shell",
  },
};

const roomRules = Object.entries(ROOMS).map(([room, { may, why }]) => ({
  name: `room-${room}`,
  comment: `${room}/ holds ${why}. It imports ${[room, ...may].join(", ")}.`,
  severity: "error",
  from: { path: `^src/${room}/`, pathNot: "\\.test\\.tsx?$" },
  to: {
    path: "^src/",
    pathNot: `^src/(test/|${[room, ...may].map((one) => (one.includes(".") ? one : `${one}/`)).join("|")})`,
  },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: "feature-stays-inside",
      comment:
        "A feature never imports another feature's inside: each can be read, changed and " +
        "removed alone. What two of them need moves to kit/, ui/ or words/.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/([^/]+)/", pathNot: "^src/features/$1/" },
    },
    {
      name: "calls-stay-in-data",
      comment:
        "Every query and every write stands once, in data/ (or in session/, for the session itself), " +
        "so that one place says what a write makes stale.",
      severity: "error",
      from: { path: "^src/(features|kit|app|ui|words)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/api/client\\.ts$" },
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
        // A cycle through a lazy import disappears at build time.
        viaOnly: { dependencyTypesNot: ["dynamic-import"] },
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
