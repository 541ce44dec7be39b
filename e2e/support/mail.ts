import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

const linkIn = /https?:\/\/\S+#jeton=[\w.~-]+/;

/** Waits for the mail to this address in the outbox, and returns the link in it. */
export async function resetLink(outbox: string, address: string): Promise<string> {
  let link = "";
  await expect
    .poll(
      async () => {
        for (const mail of await readMails(outbox)) {
          if (mail.includes(address)) link = linkIn.exec(mail)?.[0] ?? link;
        }
        return link;
      },
      { message: `a mail with a link for ${address}`, timeout: 15_000 },
    )
    .not.toBe("");
  return link;
}

/** Returns the text of every mail sent, oldest first. */
export async function readMails(outbox: string): Promise<string[]> {
  // The folder is created with the first mail.
  const names = existsSync(outbox) ? await readdir(outbox) : [];
  const mails = names.filter((name) => name.endsWith(".eml")).sort();
  return Promise.all(mails.map(async (name) => decode(await readFile(join(outbox, name), "utf8"))));
}

/** Decodes quoted-printable, which breaks lines and writes « = » as « =3D ». */
function decode(mail: string): string {
  return mail
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
