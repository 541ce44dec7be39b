import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./compare.ts";
import { take } from "./take.ts";

const usage = `usage: npm run -w e2e pictures -- take FOLDER [--data FOLDER] [--binary FILE] [--only PATTERN]
       npm run -w e2e pictures -- compare BEFORE AFTER [OUT] [--only PATTERN]

take     takes a picture of every page and of what opens on it, at both widths, light and dark, in FOLDER.
         --data: the data on which pictures that are compared are taken; made if there are none (FOLDER-data)
         --binary: the program (bin/consigne)
         --only: the scenes whose name matches this regular expression; other pictures in FOLDER stay
compare  prints each picture that differs, and writes before | after | difference in OUT (AFTER-differences);
         the exit code is 1 if one does
         --only: the pictures whose name matches, for scenes that were taken again alone`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string" },
    binary: { type: "string" },
    only: { type: "string" },
  },
});

// npm runs this in e2e: paths are those of the shell that called it.
const path = (given: string) => resolve(process.env.INIT_CWD ?? ".", given);
const only = values.only ? new RegExp(values.only) : undefined;
const [command, first, second, third] = positionals;

if (command === "take" && first) {
  const folder = path(first);
  const complete = await take({
    folder,
    data: values.data ? path(values.data) : `${folder}-data`,
    program: values.binary && path(values.binary),
    only,
  });
  if (!complete) process.exitCode = 1;
} else if (command === "compare" && first && second) {
  const after = path(second);
  const out = third ? path(third) : `${after}-differences`;
  const same = await compare(path(first), after, { out, only });
  if (!same) process.exitCode = 1;
} else {
  console.error(usage);
  process.exitCode = 2;
}
