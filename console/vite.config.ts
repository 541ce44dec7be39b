import { readdirSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { bundled } from "./scripts/bundled.ts";

const isolated = /vi\.(mock|resetModules)\(/;

const forms = /hook-?form|\/ui\/form\/fields\.tsx$/;
const signIn =
  /\/src\/(features\/people\/(sign-in\/form\/|identities\/(ProviderButtons|signOn\.module)\.)|session\/(signIn|providerSignIn|hasPasskeys)\.)/;
/** What both the welcome page and the shell show. */
const frame =
  /\/src\/(ui\/layout\/Logo|app\/(ConnectionNotice|Footer|Notice\.module))\.|react-router\/.*\/useLocation\./;
const shell =
  /\/src\/(app\/(shell\/(?!Session|StepUp|Shell\.|MenuDrawer)|useMenu|menu)|kit\/records\/conflict\/conflictWords\.|ui\/(dialog\/(confirm|unsaved)|feedback\/(lazyPart|LoaderOverlay)|form\/singleKeyShortcuts)\.)|@floating-ui|@mantine\/core\/esm\/(components\/(ScrollArea|Popover|Combobox|Select|FocusTrap)|utils\/Floating)\/|icons\/Icon(Check|ZoomExclamation)\./;
const dialogs =
  /@mantine\/core\/esm\/components\/(Drawer|Modal|ModalBase)\/|react-remove-scroll|use-sidecar|react-style-singleton|use-callback-ref|\/tslib\//;
const lists =
  /\/src\/(entities\/locker\/(outageWords|OutageNote)\.|features\/places\/stations\/(wording|Occupancy|ControllerChip)\.|ui\/(feedback\/(NoMatch|StatusChip)|table\/(?!virtual\/)|layout\/(usePhone|CounterList|Facts)|form\/(SearchBox|useDebouncedSearch|ToggleButton))|kit\/(lists\/(List|WholeListPage)\.|routing\/ForOperator))|icons\/IconMap2\./;
/** What many screens show, though not those that open first. */
const spared = /@mantine\/core\/esm\/components\/(Paper|Switch|Textarea)\//;
/** Small parts that bring no form, dialog or date with them. */
const usual =
  /[mM]utation(Observer)?\.m?js$|\/core\/esm\/components\/Progress\/|icons\/Icon(Lock|Download|Plus|Copy|X|Calendar)\.|use-clipboard|\/src\/(format|entities|data|kit\/export)\/|\/src\/(session\/Can|api\/formErrors|kit\/lists\/use\w+|ui\/(layout\/(Block|DetailCard)|form\/(download|CopyButton|useEditFocus)))\./;

/** The tests that replace a module or import it anew, which they would do to any other file beside them. */
const alone = readdirSync(`${import.meta.dirname}/src`, { recursive: true, encoding: "utf8" })
  .map((file) => `src/${file}`)
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => isolated.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")));

export default defineConfig({
  plugins: [react(), bundled()],
  resolve: { tsconfigPaths: true },
  // The server replaces this placeholder with a new nonce in each page it serves.
  html: { cspNonce: "CSP_NONCE" },
  build: {
    outDir: "dist",
    target: "es2023",
    emptyOutDir: true,
    // Each file costs its headers and compresses apart, so what is loaded together stands together: the start; what
    // most screens share; the forms, which the screens opened first lack; the sign-in page; the shell; dialogs, which
    // open later; lists; small parts of many screens. A group holds what its modules import too, unless a group before it
    // has that, so that no two files import each other; it names no module that is itself imported by import(). What most
    // screens share leaves out the groups that the sign-in page does not need. e2e/journeys/weight.spec.ts checks the
    // resulting sizes.
    rolldownOptions: {
      output: {
        // Random text does not compress, and the start names each file; seven characters tell builds apart.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            { name: "depart", tags: ["$initial"], priority: 4 },
            {
              name: "commun",
              minShareCount: 42,
              test: (id) => ![forms, shell, dialogs, spared].some((apart) => apart.test(id)),
              priority: 3,
            },
            { name: "formulaires", test: forms, priority: 2 },
            { name: "connexion", test: signIn, priority: 2 },
            { name: "cadre", test: frame, priority: 2 },
            { name: "coque", test: shell, priority: 1 },
            { name: "dialogues", test: dialogs },
            { name: "liste", test: lists },
            { name: "usuel", test: (id) => usual.test(id) || spared.test(id), minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: { host: "127.0.0.1", port: 5173, proxy: { "/api": "http://127.0.0.1:8080" } },
  test: {
    environment: "jsdom",
    setupFiles: "src/test/setup.ts",
    css: false,
    // A passing test takes at most a second or two; on a machine busy with other work, ten times as long.
    testTimeout: 60_000,
    // The default leaves one core to others: on two cores, files would wait for each other.
    maxWorkers: "100%",
    // Files share the modules of their worker: to import them anew for each file is a third of the time.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: alone,
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
});
