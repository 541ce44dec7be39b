/**
 * The rooms of the console, from the lowest floor up: what each may import besides itself. Tests may also
 * import src/test.
 */
const FLOORS = {
  api: { may: [], why: "speaks with the server: can be generated and tested by itself" },
  format: {
    may: [],
    why: "formats, plurals and the rules of typed text: pure functions",
  },
  ui: {
    may: ["format"],
    why: "the parts that every screen is made of: no call, no session, no concept",
  },
  session: { may: ["api", "format"], why: "the tokens, the rights and the chosen operator" },
  data: {
    may: ["api", "session"],
    why: "what all queries and writes share: keys, what a change makes stale, live push",
  },
  kit: {
    may: ["api", "format", "ui", "session", "data"],
    why: "mechanisms that several features share: lists, records, filters, exports, routing; no concept",
  },
  entities: {
    may: ["api", "format", "ui", "session", "data", "kit"],
    why: "words, small parts, shared queries and writes of one thing that several features use",
  },
  features: {
    may: ["api", "format", "ui", "session", "data", "kit", "entities"],
    why: "screens and their routes; the application composes them",
  },
  dashboard: {
    may: ["api", "format", "ui", "data/queryClient\\.ts$"],
    why: "a page of its own, with its own token",
  },
  app: {
    may: ["api", "format", "ui", "session", "data", "kit", "entities", "features"],
    why: "the routes, the menu, the shell and the pages of several features",
  },
};

/** The rooms of features/: what the server has behind the door of the same name. */
const DOORS = ["people", "places", "prices", "stays", "money", "desk", "machines"];

/** The entities that use others, with those that they use. */
const ABOVE = {
  account: ["effect"],
  audit: ["difference", "key", "locker", "operator", "payment", "station", "webhook", "work"],
  intervention: ["locker", "photo"],
  subscription: ["audit", "payment"],
  stay: ["locker", "operator", "payment", "station"],
};

const UI = ["form", "feedback", "dialog", "layout", "table"];

const floorRules = Object.entries(FLOORS).map(([floor, { may, why }]) => ({
  name: `floor-${floor}`,
  comment: `${floor}/ holds ${why}. It imports ${[floor, ...may].join(", ")}.`,
  severity: "error",
  from: { path: `^src/${floor}/`, pathNot: "\\.test\\.tsx?$" },
  to: {
    path: "^src/",
    pathNot: `^src/(test/|${[floor, ...may].map((one) => (one.includes(".") ? one : `${one}/`)).join("|")})`,
  },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...floorRules,
    {
      name: "known-floor",
      comment: "A folder without a rule of its own would be free of all of them.",
      severity: "error",
      from: {},
      to: { path: "^src/[^/]+/", pathNot: `^src/(test|${Object.keys(FLOORS).join("|")})/` },
    },
    {
      name: "known-door",
      comment: `Features stand behind the doors of the server: ${DOORS.join(", ")}.`,
      severity: "error",
      from: {},
      to: { path: "^src/features/", pathNot: `^src/features/(${DOORS.join("|")})/` },
    },
    {
      name: "known-folder-of-ui",
      comment: `ui/ has the folders ${UI.join(", ")}, and no loose file but the theme.`,
      severity: "error",
      from: {},
      to: { path: "^src/ui/", pathNot: `^src/ui/((${UI.join("|")})/|theme\\.)` },
    },
    {
      name: "door-stays-shut",
      comment:
        "A feature never imports from behind another door: each can be read, changed and " +
        "removed alone. What two of them need moves to entities/, kit/, ui/ or format/.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/([^/]+)/", pathNot: "^src/features/$1/" },
    },
    {
      name: "entities-stand-apart",
      comment: `An entity knows no other, but for those that show several: ${Object.keys(ABOVE).join(", ")}.`,
      severity: "error",
      from: {
        path: "^src/entities/([^/]+)/",
        pathNot: `^src/entities/(${Object.keys(ABOVE).join("|")})/`,
      },
      to: { path: "^src/entities/", pathNot: "^src/entities/$1/" },
    },
    ...Object.entries(ABOVE).map(([entity, below]) => ({
      name: `entities-below-${entity}`,
      comment: `entities/${entity} imports of the others ${below.join(", ")}.`,
      severity: "error",
      from: { path: `^src/entities/${entity}/` },
      to: { path: "^src/entities/", pathNot: `^src/entities/(${[entity, ...below].join("|")})/` },
    })),
    {
      name: "calls-stay-in-api-files",
      comment:
        "Only the api.ts of an entity, a feature or a page calls, and session/ for the session itself: " +
        "whoever asks what a screen loads or writes reads one file.",
      severity: "error",
      from: {
        path: "^src/(features|entities|kit|app|ui|format|data)/",
        pathNot: "/api\\.ts$|\\.test\\.tsx?$|^src/data/",
      },
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
