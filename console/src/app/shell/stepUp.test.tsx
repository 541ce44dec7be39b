import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { key, problem } from "@/test/data";

withTestServer();

const PAGE = "/gestion-exploitants/3/details";
const WRONG = "Ce code n'est pas correct, ou il a déjà servi.";

/** The server asks for a proof before the writes of keys; returns what was written, and what was given as proof. */
function askForProof() {
  const seen = { written: [] as unknown[], refused: 0, proofs: [] as unknown[] };
  let proven = false;
  const guarded = (answer: () => Response) => async (call: { request: Request }) => {
    if (!proven) {
      seen.refused++;
      return HttpResponse.json(
        problem(403, "Step-up authentication required.", "Cette action demande une preuve."),
        { status: 403 },
      );
    }
    seen.written.push(await call.request.json().catch(() => null));
    return answer();
  };
  const secret = () => HttpResponse.json({ id: 4, cle: "ck_EC2SS2G5" }, { status: 201 });
  server.use(
    http.get("/api/admin/exploitant/3/cles", () => HttpResponse.json([key])),
    http.post("/api/admin/exploitant/3/cle", guarded(secret)),
    http.post("/api/admin/cle/4/remplacer", guarded(secret)),
    http.put(
      "/api/admin/cle/4",
      guarded(() => HttpResponse.json(key)),
    ),
    http.get("/api/admin/compte/second-facteur", () =>
      HttpResponse.json({
        facteurs: [
          { id: 7, moyen: "totp", nom: "Téléphone", ajout: key.creation, utilisation: null },
        ],
        codesSecours: 10,
        obligatoire: false,
      }),
    ),
    http.post("/api/admin/compte/confirmation", async ({ request }) => {
      const proof = (await request.json()) as { code: string };
      seen.proofs.push(proof);
      proven = proof.code === "123456";
      if (proven) return HttpResponse.json({ jetonEtape: "j1" });
      const violations = [{ propertyPath: "code", message: WRONG }];
      return HttpResponse.json(
        { ...problem(422, "Unprocessable Entity", WRONG), violations },
        { status: 422 },
      );
    }),
  );
  signedIn();
  return seen;
}

const proof = () => screen.findByRole("dialog", { name: "Confirmez que c'est vous" });
const codeIn = (dialog: HTMLElement) =>
  within(dialog).findByLabelText(/^Code de votre application/);
const gone = (dialog: HTMLElement) => waitFor(() => expect(dialog).not.toBeInTheDocument());

async function typeLabel() {
  renderApp(PAGE);
  const label = await screen.findByRole("textbox", { name: /^Libellé de la nouvelle clé/ });
  await userEvent.type(label, "Tableau de bord{Enter}");
  return label;
}

it("asks who the person is, and makes the write once it is proved; the next one at once", async () => {
  const seen = askForProof();
  const label = await typeLabel();
  const dialog = await proof();
  const code = await codeIn(dialog);
  await waitFor(() => expect(code).toHaveFocus());
  await userEvent.type(code, "000000{Enter}");
  expect(await within(dialog).findByText(WRONG)).toBeVisible();
  expect(seen.written).toEqual([]);
  await userEvent.clear(code);
  await userEvent.type(code, "123456{Enter}");
  const shown = await screen.findByRole("dialog", { name: "Nouvelle clé" });
  expect(dialog).not.toBeInTheDocument();
  expect(seen.written).toEqual([{ libelle: "Tableau de bord" }]);
  expect(seen.proofs).toHaveLength(2);
  await userEvent.click(within(shown).getByRole("button", { name: "J'ai conservé la clé" }));

  await userEvent.type(label, "Une autre{Enter}");
  await waitFor(() => expect(seen.written).toHaveLength(2));
  expect(seen.refused).toBe(1);
});

it("whoever cancels finds the form as it was, and may go on", async () => {
  const seen = askForProof();
  const label = await typeLabel();
  const first = await proof();
  await codeIn(first);
  await userEvent.click(within(first).getByRole("button", { name: "Annuler" }));
  await gone(first);
  expect(label).toHaveValue("Tableau de bord");
  expect(label).toHaveFocus();
  for (const alert of screen.queryAllByRole("alert")) expect(alert).toBeEmptyDOMElement();
  const create = screen.getByRole("button", { name: "Créer une clé" });
  await waitFor(() => expect(create).not.toHaveAttribute("aria-busy"));
  expect(seen.written).toEqual([]);
  await userEvent.click(create);
  await userEvent.type(await codeIn(await proof()), "123456{Enter}");
  await screen.findByRole("dialog", { name: "Nouvelle clé" });
});

it("Escape closes it and not the dialog under it", async () => {
  const seen = askForProof();
  renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Modifier Application mobile" }));
  const form = await screen.findByRole("dialog", { name: /^Modifier la clé/ });
  const label = within(form).getByRole("textbox", { name: /^Libellé/ });
  await userEvent.type(label, " 2{Enter}");
  const dialog = await proof();
  await codeIn(dialog);
  await userEvent.keyboard("{Escape}");
  await gone(dialog);
  expect(form).toBeVisible();
  expect(label).toHaveValue("Application mobile 2");
  expect(within(form).queryByRole("alert")).toBeNull();
  await userEvent.click(within(form).getByRole("button", { name: "Enregistrer" }));
  await userEvent.type(await codeIn(await proof()), "123456{Enter}");
  await gone(form);
  expect(seen.written).toMatchObject([{ libelle: "Application mobile 2" }]);
});

it("a question under it stays when it is cancelled, without a word, and closes once the write is made", async () => {
  askForProof();
  renderApp(PAGE);
  await userEvent.click(
    await screen.findByRole("button", { name: "Remplacer Application mobile" }),
  );
  const question = await screen.findByRole("dialog", { name: "Remplacement" });
  await userEvent.click(within(question).getByRole("button", { name: "Confirmer" }));
  const dialog = await proof();
  await codeIn(dialog);
  await userEvent.keyboard("{Escape}");
  await gone(dialog);
  expect(question).toBeVisible();
  expect(within(question).queryByRole("alert")).toBeNull();
  await userEvent.click(within(question).getByRole("button", { name: "Confirmer" }));
  await userEvent.type(await codeIn(await proof()), "123456{Enter}");
  await screen.findByRole("dialog", { name: "Nouvelle clé" });
  expect(question).not.toBeInTheDocument();
});
