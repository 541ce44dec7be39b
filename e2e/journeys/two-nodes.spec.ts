import { accounts, password } from "../support/accounts.ts";
import { expect } from "../support/fixtures.ts";
import { depart, test } from "../support/signOn.ts";
import { codeOf } from "../support/totp.ts";

test.use({ serverName: "two-nodes" });

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Sends a call to one node, past the proxy. */
async function post(
  node: string,
  path: string,
  data: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${node}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(data),
  });
  const text = await answer.text();
  return { status: answer.status, body: text ? JSON.parse(text) : {} };
}

const bearer = (token: unknown) => ({ Authorization: `Bearer ${token}` });

const signIn = (node: string, username: string) =>
  post(node, "/compte/connexion", { username, password });

test("un code donné à deux nœuds à la fois n'ouvre qu'une session", async ({ server }) => {
  const email = accounts.mainteneur;
  const [node = "", other = ""] = server.nodes;
  expect(other).not.toBe(node);
  const opened = await signIn(node, email);
  const headers = bearer(opened.body.token);
  const asked = await post(other, "/admin/compte/confirmation", { motDePasse: password }, headers);
  const { jetonEtape } = asked.body;
  const begun = await post(node, "/compte/second-facteur/totp", { jetonEtape });
  const key = String(begun.body.cle);
  const added = await post(other, "/compte/second-facteur", {
    jetonEtape,
    moyen: "totp",
    nom: "Téléphone",
    code: codeOf(key),
  });
  expect(added.status).toBe(200);
  const recovery = added.body.codesSecours as string[];

  /** Gives the same code in a sign-in of each node, at once, and returns the statuses of the answers. */
  const race = async (moyen: string, code: string | undefined): Promise<number[]> => {
    const steps = await Promise.all(server.nodes.map((one) => signIn(one, email)));
    const answers = await Promise.all(
      steps.map(({ body }, index) =>
        post(server.nodes[index] ?? "", "/compte/connexion/second-facteur", {
          jetonEtape: body.jetonEtape,
          moyen,
          code,
        }),
      ),
    );
    return answers.map(({ status }) => status).sort();
  };
  expect(await race("totp", codeOf(key, 1))).toEqual([200, 401]);
  expect(await race("secours", recovery[0])).toEqual([200, 401]);
  expect(await race("secours", recovery[1])).toEqual([200, 401]);
});

test("le retour d'un fournisseur donné à deux nœuds à la fois n'ouvre qu'une session", async ({
  server,
  offerProvider,
}) => {
  await offerProvider("Annuaire", { agent: { email: accounts.littoral } });
  for (let round = 0; round < 3; round++) {
    const { back, cookie } = await depart(server.url, "agent");
    const given = Object.fromEntries(new URL(back).searchParams);
    const answers = await Promise.all(
      server.nodes.map((node) => post(node, "/compte/connexion/retour", given, { Cookie: cookie })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  }
});

test("une session fermée par un nœud l'est aussitôt pour l'autre", async ({ server }) => {
  const [node = "", other = ""] = server.nodes;
  const { body } = await signIn(node, accounts.gestionnaire);
  const { token, refreshToken } = body;
  const read = async (one: string) => {
    return (await fetch(`${one}/api/admin/exploitants`, { headers: bearer(token) })).status;
  };
  expect(await read(other)).toBe(200);
  const ended = await post(other, "/token/invalidate", { refreshToken }, bearer(token));
  expect(ended.status).toBeLessThan(300);
  expect(await read(node)).toBe(401);
});
