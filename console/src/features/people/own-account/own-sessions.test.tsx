import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { openSession, problem } from "@/test/data";

withTestServer();

const phone = openSession({
  id: "S2",
  appareil: "Safari sur iPhone",
  adresse: "2001:db8:1::/48",
  moyen: "fournisseur",
  fournisseur: "Ville de Grandval",
  courante: false,
});
const unknown = openSession({
  id: "S3",
  appareil: "",
  adresse: "",
  moyen: "cle-acces",
  courante: false,
});

/** The caller has these sessions; returns the paths of what ends some. */
function have(...others: ReturnType<typeof openSession>[]) {
  let left = others;
  const ended: string[] = [];
  server.use(
    http.get("/api/admin/compte/second-facteur", () =>
      HttpResponse.json({ facteurs: [], codesSecours: 0, obligatoire: false }),
    ),
    http.get("/api/admin/compte/sessions", () =>
      HttpResponse.json({ sessions: [openSession(), ...left] }),
    ),
    http.delete("/api/admin/compte/session/:id", ({ params }) => {
      ended.push(String(params.id));
      left = left.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/admin/compte/sessions/terminer-autres", () => {
      ended.push("others");
      left = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  signedIn();
  return ended;
}

const list = async () => within(await screen.findByRole("list", { name: "Sessions ouvertes" }));
const lines = async () =>
  (await list())
    .getAllByRole("listitem")
    .map((line) => line.textContent?.replaceAll("\u00a0", " "));
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

it("says of each session its device, its last use, its way and its network", async () => {
  have(phone, unknown);
  renderApp("/mon-compte");
  expect(await lines()).toEqual([
    "Firefox sous WindowsCette sessionDernière utilisation le 10/03/2026 à 14h05Ouverte le 10/03/2026 à 09h00 avec le mot de passe, depuis le réseau 192.0.2.0/24",
    "Safari sur iPhoneDernière utilisation le 10/03/2026 à 14h05Ouverte le 10/03/2026 à 09h00 avec « Ville de Grandval », depuis le réseau 2001:db8:1::/48Terminer",
    "Appareil inconnuDernière utilisation le 10/03/2026 à 14h05Ouverte le 10/03/2026 à 09h00 avec une clé d'accèsTerminer",
  ]);
});

it("ends one session, then all others, each after a confirmation", async () => {
  const ended = have(phone, unknown);
  renderApp("/mon-compte");
  await press(/^Terminer la session Safari sur iPhone/);
  expect(ended).toEqual([]);
  await press("Confirmer");
  expect(await screen.findByText("La session est terminée.")).toBeVisible();
  expect(await lines()).toHaveLength(2);
  await press("Terminer toutes les autres sessions");
  await press("Confirmer");
  expect(await screen.findByText("Vos autres sessions sont terminées.")).toBeVisible();
  expect(ended).toEqual(["S2", "others"]);
  expect(await lines()).toHaveLength(1);
  expect(screen.getByText("Votre compte n'est ouvert nulle part ailleurs.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Terminer/ })).toBeNull();
});

it("offers to load the list again when that failed, beside the rest of the page", async () => {
  have();
  server.use(
    http.get("/api/admin/compte/sessions", () =>
      HttpResponse.json(problem(400, "Bad request", "Essai."), { status: 400 }),
    ),
  );
  renderApp("/mon-compte");
  await screen.findByRole("button", { name: "Réessayer" });
  have();
  await press("Réessayer");
  expect(await lines()).toHaveLength(1);
  expect(screen.getByRole("region", { name: "Double authentification" })).toBeVisible();
});
