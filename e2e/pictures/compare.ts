import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PNG } from "pngjs";

/** Compares the pictures of two folders pixel by pixel, and reports whether all are the same. */
export async function compare(
  before: string,
  after: string,
  { out, only }: { out: string; only?: RegExp | undefined },
): Promise<boolean> {
  await rm(out, { recursive: true, force: true });
  const [old, now] = await Promise.all([list(before, only), list(after, only)]);
  let different = 0;
  const say = (name: string, what: string) => {
    different++;
    console.log(`${name}: ${what}`);
  };
  for (const name of [...new Set([...old, ...now])].sort()) {
    if (!now.includes(name)) say(name, "only before");
    else if (!old.includes(name)) say(name, "only after");
    else {
      const pair = await Promise.all([before, after].map((folder) => readFile(join(folder, name))));
      const [a, b] = pair as [Buffer, Buffer];
      if (a.equals(b)) continue;
      const result = difference(PNG.sync.read(a), PNG.sync.read(b));
      if (!result) continue;
      say(name, result.words);
      await mkdir(dirname(join(out, name)), { recursive: true });
      await writeFile(join(out, name), PNG.sync.write(result.sideBySide));
    }
  }
  console.log(
    different
      ? `${different} of ${old.length} pictures differ: see ${out}`
      : `${old.length} pictures are the same.`,
  );
  return different === 0 && old.length > 0;
}

async function list(folder: string, only: RegExp | undefined): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter(
    (name) => name.endsWith(".png") && (only?.test(basename(name, ".png")) ?? true),
  );
}

const GAP = 16;

/** Returns what two pictures differ in, and both beside their difference; null when every pixel is the same. */
function difference(a: PNG, b: PNG): { words: string; sideBySide: PNG } | null {
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  const sideBySide = new PNG({ width: 3 * width + 2 * GAP, height, fill: true });
  const pixels = new Uint32Array(
    sideBySide.data.buffer,
    sideBySide.data.byteOffset,
    sideBySide.data.length / 4,
  );
  pixels.fill(GREY);
  const [left, right] = [pixelsOf(a), pixelsOf(b)];
  let count = 0;
  const box = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const one = x < a.width && y < a.height ? left[y * a.width + x] : undefined;
      const other = x < b.width && y < b.height ? right[y * b.width + x] : undefined;
      const at = y * sideBySide.width + x;
      if (one !== undefined) pixels[at] = one;
      if (other !== undefined) pixels[at + width + GAP] = other;
      pixels[at + 2 * (width + GAP)] = one === other ? pale(one ?? WHITE) : RED;
      if (one === other) continue;
      count++;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  if (count === 0) return null;
  const size =
    a.width === b.width && a.height === b.height
      ? ""
      : `, ${a.width}×${a.height} before and ${b.width}×${b.height} after`;
  const words = `${count} pixels, from (${box.left}, ${box.top}) to (${box.right}, ${box.bottom})${size}`;
  return { words, sideBySide };
}

// In the order of memory: alpha, blue, green, red.
const GREY = 0xff888888;
const WHITE = 0xffffffff;
const RED = 0xff0000ff;

const pixelsOf = ({ data, width, height }: PNG) =>
  new Uint32Array(data.buffer, data.byteOffset, width * height);

/** Returns a pixel at a quarter of its strength, so that differences stand out. */
const pale = (pixel: number) => ((((pixel >>> 2) & 0x3f3f3f) + 0xc0c0c0) | 0xff000000) >>> 0;
