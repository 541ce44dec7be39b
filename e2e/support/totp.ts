import { createHmac } from "node:crypto";

const PERIOD = 30_000;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the code that an application shows for the key (RFC 6238); `ahead` counts later codes. */
export function codeOf(key: string, ahead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / PERIOD) + ahead));
  const sum = createHmac("sha1", decode(key)).update(counter).digest();
  const offset = (sum.at(-1) ?? 0) & 0xf;
  return String((sum.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function decode(key: string): Buffer {
  let bits = "";
  for (const letter of key.replaceAll(" ", "")) {
    bits += ALPHABET.indexOf(letter).toString(2).padStart(5, "0");
  }
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
