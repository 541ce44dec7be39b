import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { RIGHTS_OF_ROLE, type Right } from "@/api/rights";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem, tariff } from "@/test/data";
import { press, recordWrite, retype, violation } from "@/test/tariffPage";
import type { RefundBatch, RefundBatchLine, Repricing } from "./api";

withTestServer();

const terms = { abonnement: false, typeTarif: "heure", montant: 60, franchise: false };

const gap = {
  idOccupation: 71,
  station: "Gare centrale",
  casier: "A4",
  debutOccupation: "2026-10-10T10:33:00+02:00",
  finOccupation: "2026-10-10T12:53:00+02:00",
  duree: 140,
  montantActuel: 240,
  montantNouveau: 150,
  ecart: -90,
  aRembourser: 90,
};

const repricing = (changes: Partial<Repricing> = {}): Repricing => ({
  id: 9,
  idTarif: 1,
  libelleTarif: "Casier à l'heure",
  comparaison: false,
  du: "2026-10-01",
  au: "2026-10-31",
  valeurs: terms,
  statut: "termine",
  progression: 100,
  demandeLe: "2026-11-23T20:00:00+01:00",
  demandePar: { id: 12, nom: "Camille Exemple" },
  termineLe: "2026-11-23T20:01:00+01:00",
  utilisations: { nombre: 1204, somme: 300000 },
  totalNouveau: 290000,
  tropPercus: { nombre: 200, somme: 12000 },
  insuffisants: { nombre: 40, somme: 2000 },
  identiques: { nombre: 964, somme: 200000 },
  autresNatures: { nombre: 0, somme: 0 },
  aRembourser: { nombre: 180, somme: 11000 },
  plusGrandsEcarts: [gap],
  ...changes,
});

const batch = (changes: Partial<RefundBatch> = {}): RefundBatch => ({
  id: 4,
  idRejeu: 9,
  idTarif: 1,
  libelleTarif: "Casier à l'heure",
  statut: "en_cours",
  nombre: 180,
  somme: 11000,
  commentaire: "Tarif mal saisi en octobre.",
  lettre: true,
  demandeLe: "2026-11-23T20:05:00+01:00",
  demandePar: { id: 12, nom: "Camille Exemple" },
  aFaire: { nombre: 88, somme: 6000 },
  enCours: { nombre: 2, somme: 100 },
  rembourses: { nombre: 85, somme: 4700 },
  refuses: { nombre: 3, somme: 150 },
  ignores: { nombre: 2, somme: 50 },
  actions: ["pause"],
  ...changes,
});

const line = (id: number, changes: Partial<RefundBatchLine> = {}): RefundBatchLine => ({
  idOccupation: id,
  idPaiement: 70,
  station: "Gare centrale",
  casier: `A${id}`,
  debutOccupation: "2026-10-10T10:33:00+02:00",
  finOccupation: "2026-10-10T12:53:00+02:00",
  montantActuel: 240,
  montantNouveau: 150,
  aRembourser: 90,
  etat: "a_faire",
  motif: "",
  ...changes,
});

const serveRepricing = (shown: Repricing) =>
  server.use(http.get("/api/admin/rejeu/9", () => HttpResponse.json(shown)));
const serveBatch = (shown: RefundBatch) =>
  server.use(http.get("/api/admin/lot/4", () => HttpResponse.json(shown)));

function open(path: string, rights: readonly Right[] = RIGHTS_OF_ROLE.Gestionnaire) {
  signedIn({ rights });
  server.use(
    http.get("/api/admin/tarif/1/infos-generales-tarif", () => HttpResponse.json(tariff())),
  );
  return renderApp(path);
}

describe("« Rejouer les prix »", () => {
  const amount = /^Montant \*|^Montant$/;
  const noRepricing = () =>
    server.use(http.get("/api/admin/tarif/1/rejeux", () => HttpResponse.json({ rejeux: [] })));

  it("asks for a span and the corrected values, and leads to the result", async () => {
    noRepricing();
    const app = open("/gestion-tarifs/1/rejeux");
    expect(await screen.findByLabelText(amount)).toHaveValue("0,50");
    expect(await screen.findByText("Aucun prix n'a encore été rejoué.")).toBeVisible();
    await press("Rejouer les prix");
    expect(await screen.findAllByText("Veuillez renseigner la date")).toHaveLength(2);
    await retype(/^Utilisations commencées du/, "31-10-2026");
    await retype(/^Au, compris/, "01-10-2026");
    await press("Rejouer les prix");
    expect(
      await screen.findByText("La fin de la période ne peut précéder son début"),
    ).toBeVisible();
    await retype(/^Utilisations commencées du/, "01-10-2026");
    await retype(/^Au, compris/, "31-10-2026");
    await retype(amount, "0,60");
    const calls = recordWrite("post", "/api/admin/tarif/1/rejeu", { id: 9 });
    serveRepricing(repricing());
    await press("Rejouer les prix");
    await waitFor(() => expect(app.path()).toBe("/rejeux/9"));
    expect(calls[0]?.body).toMatchObject({
      du: "2026-10-01",
      au: "2026-10-31",
      tarif: { typeTarif: "heure", montant: 60 },
    });
  });

  it("shows a refusal of the server at its field", async () => {
    noRepricing();
    server.use(
      http.post("/api/admin/tarif/1/rejeu", () => violation("au", "La période est trop longue")),
    );
    open("/gestion-tarifs/1/rejeux");
    await retype(/^Utilisations commencées du/, "01-01-2001");
    await retype(/^Au, compris/, "31-10-2026");
    await press("Rejouer les prix");
    expect(await screen.findByText("La période est trop longue")).toBeVisible();
  });

  it("lists the repricings of before, with the progress of one that runs", async () => {
    server.use(
      http.get("/api/admin/tarif/1/rejeux", () =>
        HttpResponse.json({
          rejeux: [repricing({ id: 10, statut: "en_cours", progression: 42 }), repricing()],
        }),
      ),
    );
    open("/gestion-tarifs/1/rejeux");
    const table = within(await screen.findByRole("table", { name: "Rejeux de ce tarif" }));
    const [, first, second] = await table.findAllByRole("row");
    expect(first).toHaveTextContent(/Du 01\/10\/2026 au 31\/10\/2026En cours42\s%/);
    expect(second).toHaveTextContent(/Terminé1\s204120,00\s€20,00\s€$/);
    expect(within(second as HTMLElement).getByRole("link")).toHaveAttribute("href", "/rejeux/9");
  });

  it("is refused to who only reads tariffs", async () => {
    open("/gestion-tarifs/1/rejeux", ["DROIT_TARIFS_LECTURE"]);
    expect(await screen.findByText(/^Accès refusé/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Rejouer les prix" })).toBeNull();
  });
});

describe("a repricing", () => {
  it("shows its progress by itself, until the result is there", async () => {
    serveRepricing(repricing({ statut: "en_cours", progression: 42 }));
    open("/rejeux/9");
    const advance = within(await screen.findByRole("region", { name: "Avancement du rejeu" }));
    expect(advance.getByText(/^42\s%/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Rembourser les trop-perçus" })).toBeNull();
    serveRepricing(repricing());
    expect(
      await screen.findByRole("button", { name: "Rembourser les trop-perçus" }, { timeout: 4000 }),
    ).toBeVisible();
    expect(screen.queryByRole("region", { name: "Avancement du rejeu" })).toBeNull();
    const result = within(screen.getByRole("table", { name: "Résultat" }));
    expect(
      result
        .getAllByRole("row")
        .slice(1)
        .map((row) => row.textContent?.replace(/\s/g, " ")),
    ).toEqual([
      "Trop perçuElles ont coûté plus qu'elles n'auraient dû.200120,00 €",
      "Trop peu perçuElles ont coûté moins qu'elles n'auraient dû.4020,00 €",
      "InchangéLeur prix est juste ; la somme est ce qu'elles ont coûté.9642 000,00 €",
    ]);
    const gaps = within(screen.getByRole("table", { name: "Les plus grands écarts" }));
    expect(gaps.getByText(/^−0,90\s€$/)).toBeVisible();
    expect(screen.getByText(/^Ce qui a été payé de moins est seulement signalé/)).toBeVisible();
  });

  it("is stopped after a question", async () => {
    serveRepricing(repricing({ statut: "en_cours", progression: 42 }));
    server.use(
      http.patch("/api/admin/rejeu/9/arreter", () => {
        const stopped = repricing({ statut: "arrete", progression: 42 });
        serveRepricing(stopped);
        return HttpResponse.json(stopped);
      }),
    );
    open("/rejeux/9");
    await press("Arrêter le rejeu");
    const dialog = within(await screen.findByRole("dialog", { name: "Arrêter le rejeu" }));
    await userEvent.click(dialog.getByRole("button", { name: "Arrêter le rejeu" }));
    expect(await screen.findByText("Le rejeu est arrêté.")).toBeVisible();
    expect(await screen.findByText(/^Ce rejeu a été arrêté/)).toBeVisible();
  });

  it("that found nothing to give back offers no refund", async () => {
    serveRepricing(repricing({ aRembourser: { nombre: 0, somme: 0 } }));
    open("/rejeux/9");
    expect(await screen.findByText(/^Il n'y a rien à rembourser/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Rembourser les trop-perçus" })).toBeNull();
  });

  it("leads to the batch that refunds it", async () => {
    serveRepricing(repricing({ idLot: 4 }));
    open("/rejeux/9");
    expect(
      await screen.findByRole("link", { name: "Voir le lot de remboursements" }),
    ).toHaveAttribute("href", "/lots/4");
  });
});

describe("« Rembourser les trop-perçus »", () => {
  const PATH = "/api/admin/rejeu/9/remboursement";

  async function openQuestion() {
    serveRepricing(repricing());
    const app = open("/rejeux/9");
    await press("Rembourser les trop-perçus");
    const dialog = within(await screen.findByRole("dialog"));
    return {
      app,
      dialog,
      submit: () => userEvent.click(dialog.getByRole("button", { name: /^Rembourser 110,00\s€$/ })),
    };
  }

  it("tells number and sum again, and wants a comment and that it is understood", async () => {
    const { app, dialog, submit } = await openQuestion();
    expect(dialog.getByText(/^180\sutilisations$/)).toBeVisible();
    await submit();
    expect(await dialog.findByText("Le commentaire est obligatoire.")).toBeVisible();
    expect(dialog.getByText(/^Cochez cette case pour confirmer/)).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/^Commentaire/), "Tarif mal saisi.");
    await userEvent.click(dialog.getByLabelText(/^Écrire à chaque personne/));
    await userEvent.click(dialog.getByLabelText("Je comprends"));
    const calls = recordWrite("post", PATH, batch({ statut: "preparation", actions: [] }));
    serveBatch(batch({ statut: "preparation", actions: [] }));
    server.use(http.get("/api/admin/lot/4/lignes", () => HttpResponse.json({ lignes: [] })));
    await submit();
    await waitFor(() => expect(app.path()).toBe("/lots/4"));
    expect(calls[0]?.body).toEqual({
      commentaire: "Tarif mal saisi.",
      lettre: true,
      compris: true,
      nombre: 180,
      somme: 11000,
    });
    expect(await screen.findByText(/^Le lot se prépare/)).toBeVisible();
  });

  it("says that the figures changed, and then shows those of now", async () => {
    const { dialog, submit } = await openQuestion();
    await userEvent.type(dialog.getByLabelText(/^Commentaire/), "Tarif mal saisi.");
    await userEvent.click(dialog.getByLabelText("Je comprends"));
    const refusal = "Le nombre ou la somme ont changé.";
    server.use(
      http.post(PATH, () => {
        serveRepricing(repricing({ aRembourser: { nombre: 179, somme: 10900 } }));
        return HttpResponse.json(problem(409, "Conflit", refusal), { status: 409 });
      }),
    );
    await submit();
    expect(await dialog.findByText(refusal)).toBeVisible();
    expect(await dialog.findByText(/^179\sutilisations$/)).toBeVisible();
    expect(dialog.getByLabelText(/^Commentaire/)).toHaveValue("Tarif mal saisi.");
  });
});

describe("a batch of refunds", () => {
  it("shows how far it has come, is paused and goes on", async () => {
    serveBatch(batch());
    server.use(
      http.get("/api/admin/lot/4/lignes", () => HttpResponse.json({ lignes: [line(1)] })),
      http.post("/api/admin/lot/4/pause", () => {
        const paused = batch({ statut: "en_pause", actions: ["reprise"] });
        serveBatch(paused);
        return HttpResponse.json(paused);
      }),
      http.post("/api/admin/lot/4/reprise", () => {
        serveBatch(batch());
        return HttpResponse.json(batch());
      }),
    );
    open("/lots/4");
    const advance = within(await screen.findByRole("region", { name: "Avancement du lot" }));
    expect(advance.getByText(/^90 sur 180\sutilisations$/)).toBeVisible();
    await press("Mettre en pause");
    const pause = within(await screen.findByRole("dialog", { name: "Mettre en pause" }));
    await userEvent.click(pause.getByRole("button", { name: "Mettre en pause" }));
    expect(await screen.findByText("Le lot est en pause.")).toBeVisible();
    await press("Reprendre");
    const resume = within(await screen.findByRole("dialog", { name: "Reprendre" }));
    await userEvent.click(resume.getByRole("button", { name: "Reprendre" }));
    expect(await screen.findByText("Les remboursements reprennent.")).toBeVisible();
  });

  it("shows what became of its lines as it goes on", async () => {
    serveBatch(batch());
    let lines = [line(1, { etat: "a_faire" })];
    server.use(http.get("/api/admin/lot/4/lignes", () => HttpResponse.json({ lignes: lines })));
    open("/lots/4");
    const table = within(await screen.findByRole("table", { name: "Les utilisations du lot" }));
    expect(table.getByText("À faire")).toBeVisible();
    lines = [line(1, { etat: "rembourse" })];
    const none = { nombre: 0, somme: 0 };
    const all = { nombre: 180, somme: 11000 };
    serveBatch(
      batch({ statut: "termine", actions: [], aFaire: none, enCours: none, rembourses: all }),
    );
    expect(await table.findByText("Remboursé", {}, { timeout: 5_000 })).toBeVisible();
    expect(screen.getByRole("region", { name: "Où en est le lot" })).toHaveTextContent(
      /À faireAucuneRefusé/,
    );
  });

  it("lists its lines on and on, and those in one state", async () => {
    serveBatch(batch({ statut: "termine", actions: [], enCours: { nombre: 0, somme: 0 } }));
    const asked: string[] = [];
    server.use(
      http.get("/api/admin/lot/4/lignes", ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(`${query.get("etat") ?? ""}/${query.get("apres") ?? ""}`);
        if (query.get("etat") === "refuse")
          return HttpResponse.json({
            lignes: [line(3, { etat: "refuse", motif: "La carte n'existe plus." })],
          });
        return query.get("apres")
          ? HttpResponse.json({ lignes: [line(2)] })
          : HttpResponse.json({ lignes: [line(1)], suivant: 71 });
      }),
    );
    open("/lots/4");
    const table = within(await screen.findByRole("table", { name: "Les utilisations du lot" }));
    await press("Afficher la suite");
    expect(await table.findByText("Gare centrale – A2")).toBeVisible();
    expect(table.getByText("Gare centrale – A1")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Afficher la suite" })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText("État"), "Refusé");
    expect(await screen.findByText("La carte n'existe plus.")).toBeVisible();
    expect(asked).toEqual(["/", "/71", "refuse/"]);
    expect(screen.getByRole("link", { name: "Voir le paiement" })).toHaveAttribute(
      "href",
      "/liste-paiements-exploitant?paiement=70",
    );
  });

  it("shows its lines once it is prepared", async () => {
    serveBatch(batch({ statut: "preparation", actions: [] }));
    server.use(http.get("/api/admin/lot/4/lignes", () => HttpResponse.json({ lignes: [] })));
    open("/lots/4");
    expect(await screen.findByText("Aucune utilisation.")).toBeVisible();
    server.use(http.get("/api/admin/lot/4/lignes", () => HttpResponse.json({ lignes: [line(1)] })));
    serveBatch(batch());
    const table = await screen.findByRole(
      "table",
      { name: "Les utilisations du lot" },
      { timeout: 4000 },
    );
    expect(within(table).getByText("Gare centrale – A1")).toBeVisible();
  });

  it("that was refused says that nothing was refunded", async () => {
    serveBatch(batch({ statut: "refuse", actions: [] }));
    server.use(http.get("/api/admin/lot/4/lignes", () => HttpResponse.json({ lignes: [] })));
    open("/lots/4");
    expect(await screen.findByText(/^Rien n'a été remboursé/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reprendre" })).toBeNull();
  });
});
