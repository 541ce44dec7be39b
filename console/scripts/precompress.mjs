// Runs after `vite build`: writes a .br and a .gz copy of each text file of dist, so that the server compresses nothing
// at run time. HTML pages are left out: the server writes a new nonce into them for each request.
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const TEXT = /\.(js|mjs|css|html|svg|json|txt|map|webmanifest)$/;
const WORTH_IT = 1024;
const PAGES = ["index.html", "tableau-de-bord.html"];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function textFiles() {
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !PAGES.includes(entry.name) && TEXT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_, index) => sizes[index] > WORTH_IT);
}

async function compress(file) {
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  return { file: path.relative(DIST, file), size: content.length, br: br.length };
}

const written = await Promise.all((await textFiles()).map(compress));
const kilobytes = (key) => Math.round(written.reduce((sum, one) => sum + one[key], 0) / 1000);
console.log(`${written.length} files: ${kilobytes("size")} kB, ${kilobytes("br")} kB in brotli`);
