import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Payment } from "@/entities/payment/types";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { attempt, payment, problem } from "@/test/data";

withTestServer();

const ADDRESS = "/liste-paiements-exploitant?paiement=70";

/** Serves each action with the payment after it, and returns the bodies sent. */
function acts(action: string, become: Partial<Payment>): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.patch(`/api/admin/paiement/70/${action}`, async ({ request }) => {
      sent.push(await request.json());
      const after = payment(become);
      server.use(http.get("/api/admin/paiement/70", () => HttpResponse.json(after)));
      return HttpResponse.json(after);
    }),
  );
  return sent;
}

const refuses = (action: string, status: number, detail: string, violations: object[] = []) =>
  server.use(
    http.patch(`/api/admin/paiement/70/${action}`, () =>
      HttpResponse.json({ ...problem(status, "Refus", detail), violations }, { status }),
    ),
  );

async function openDetails() {
  signedIn();
  const app = renderApp(ADDRESS);
  const modal = await screen.findByRole("dialog");
  await within(modal).findByRole("heading", { name: "Pauline Jacquet" });
  return { app, modal: within(modal), dialog: modal };
}

async function openStep(name: string) {
  const opened = await openDetails();
  await userEvent.click(await opened.modal.findByRole("button", { name }));
  return { ...opened, send: () => opened.modal.getByRole("button", { name }) };
}

// Slow: forms are typed into, and both cores may be busy.
describe("the details of a payment", () => {
  it("list every attempt, and offer exactly the actions that the server allows", async () => {
    const history = [
      attempt(),
      attempt({
        uuid: "p-2",
        tentative: 0,
        carte: null as never,
        statut: "PAYMENT_ERROR_MEANT_OF_PAYMENT" as const,
      }),
      attempt({
        uuid: "p-3",
        nature: "manuel",
        type: "Chèque",
        statut: "MANUAL",
        carte: null as never,
        commentaire: "Au guichet",
      }),
      attempt({
        uuid: "p-4",
        nature: "remboursement",
        type: "Remboursement",
        statut: "PAID",
        montant: 300,
      }),
    ];
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(
          payment({
            actions: ["rembourser"],
            paiementDetail: { paiementStatut: "PAID", paiementPresentation: history },
          }),
        ),
      ),
    );
    const { app, modal, dialog } = await openDetails();
    const events = await waitFor(() => {
      const found = within(modal.getByRole("region", { name: "Historique" })).getAllByRole(
        "listitem",
      );
      expect(found).toHaveLength(4);
      return found;
    });
    expect(events[0]).toHaveTextContent("1re présentation, carte bancaireIMPAYÉ");
    expect(events[0]).toHaveTextContent("Carte **** **** **** 4242, expire 12/30");
    expect(events[1]).toHaveTextContent("Aucune carte n'a pu être présentée.");
    expect(events[2]).toHaveTextContent(/Marqué comme payé\s: ChèqueMANUEL/);
    expect(events[2]).toHaveTextContent("Au guichet");
    expect(events[3]).toHaveTextContent("RemboursementREMBOURSÉ");
    expect(modal.getByRole("button", { name: "Rembourser" })).toBeVisible();
    for (const other of [
      "Marquer comme payé",
      "Générer un ordre de paiement",
      "Annuler le paiement",
    ])
      expect(modal.queryByRole("button", { name: other })).toBeNull();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(app.router.state.location.searchStr).toBe("");
  });

  it("tell what was billed, and what of it is not owed any more", async () => {
    const reduction = attempt({
      uuid: "p-2",
      nature: "reduction",
      type: "Réduction",
      statut: "CANCELLED",
      montant: 1150,
      carte: null as never,
      commentaire: "Abonnement terminé le 08/06/2027",
      tentative: 0,
    });
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(
          payment({
            montant: 350,
            montantInitial: 1500,
            paiementDetail: {
              paiementStatut: "PERMANENT_ERROR",
              paiementPresentation: [attempt(), reduction],
            },
          }),
        ),
      ),
    );
    const { modal } = await openDetails();
    expect(await modal.findByText("RÉDUIT")).toBeVisible();
    const told = within(modal.getByRole("region", { name: "Historique" })).getAllByRole("listitem");
    expect(told[1]).toHaveTextContent(/RéductionRÉDUIT11,50\s€/);
    expect(told[1]).not.toHaveTextContent("Aucune carte");
    expect(modal.getByText("Montant facturé").parentElement).toHaveTextContent(/15,00\s€/);
  });

  it("tell a refund that waits from one that is done", async () => {
    const waiting = attempt({
      nature: "remboursement",
      type: "Remboursement",
      statut: "ATTEMPT_PROCESS",
    });
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(
          payment({
            rembourse: 500,
            remboursementEnAttente: 500,
            paiementDetail: { paiementStatut: "PAID", paiementPresentation: [waiting] },
          }),
        ),
      ),
    );
    const { modal } = await openDetails();
    const event = await modal.findByRole("listitem");
    expect(event).toHaveTextContent("Remboursement en attenteEN ATTENTE");
    expect(modal.getByText("Remboursement en attente", { selector: "dt" })).toBeVisible();
    expect(modal.queryByText("Remboursé")).toBeNull();
  });

  it("are marked as paid, with the sentences of what is missing", async () => {
    const sent = acts("manual", {
      actions: [],
      paiementDetail: { paiementStatut: "MANUAL", paiementPresentation: [] },
    });
    const { modal, send } = await openStep("Marquer comme payé");
    const says = async (sentence: string) =>
      expect(await modal.findByRole("alert")).toHaveTextContent(sentence);
    const comment = modal.getByLabelText(/^Commentaire/);
    const means = modal.getByLabelText(/^Mode de paiement/);
    await userEvent.click(send());
    await says("Le mode de paiement et le commentaire sont obligatoires.");
    await userEvent.type(comment, "Réglé");
    await userEvent.click(send());
    await says("Le mode de paiement est obligatoire.");
    await userEvent.selectOptions(means, "Chèque");
    await userEvent.clear(comment);
    await userEvent.type(comment, "   ");
    await userEvent.click(send());
    await says("Le commentaire est obligatoire.");
    await userEvent.type(comment, "Réglé au guichet ");
    await userEvent.click(send());

    expect(await screen.findByText("Le paiement est marqué comme payé.")).toBeVisible();
    expect(sent).toEqual([{ type: "Chèque", commentaire: "Réglé au guichet" }]);
    expect(modal.getByText("MANUEL")).toBeVisible();
    expect(modal.getByRole("heading", { name: "Pauline Jacquet" })).toHaveFocus();
    expect(modal.queryByRole("button", { name: "Marquer comme payé" })).toBeNull();
  });

  it.each([
    [
      "Générer un ordre de paiement",
      "generer-ordre",
      "Une erreur serveur est survenue lors de la génération de l'ordre de paiement.",
    ],
    [
      "Annuler le paiement",
      "annuler",
      "Une erreur serveur est survenue lors de l'annulation du paiement.",
    ],
  ])("%s: a failure and a refusal have different messages", async (name, action, failure) => {
    refuses(action, 500, "Panne.");
    const { modal, send } = await openStep(name);
    await userEvent.click(send());
    expect(await modal.findByRole("alert")).toHaveTextContent("Le commentaire est obligatoire.");
    await userEvent.type(modal.getByLabelText(/^Commentaire/), "Essai");
    await userEvent.click(send());
    expect(await modal.findByText(failure)).toBeVisible();
    refuses(action, 409, "L'état de ce paiement ne le permet pas.");
    await userEvent.click(send());
    expect(await modal.findByText("L'état de ce paiement ne le permet pas.")).toBeVisible();
    expect(modal.getByLabelText(/^Commentaire/)).toHaveValue("Essai");
  });

  it("are refunded in part, and a refusal is shown at its field", async () => {
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(payment({ actions: ["rembourser"], rembourse: 250 })),
      ),
    );
    const { modal, send } = await openStep("Rembourser");
    const amount = await modal.findByLabelText(/^Montant à rembourser/);
    expect(amount).toHaveValue("10,00");
    expect(amount).toHaveFocus();
    await userEvent.clear(amount);
    await userEvent.type(amount, "10,01");
    await userEvent.click(send());
    expect(await modal.findByText(/^Le montant à rembourser doit être/)).toBeVisible();
    expect(modal.getByText("Le commentaire est obligatoire.")).toBeVisible();
    await userEvent.type(modal.getByLabelText(/^Commentaire/), "Porte bloquée");
    await userEvent.clear(amount);
    await userEvent.type(amount, "4");
    refuses("rembourser", 422, "Trop.", [{ propertyPath: "montant", message: "Trop tard." }]);
    await userEvent.click(send());
    expect(await modal.findByText("Trop tard.")).toBeVisible();
    const sent = acts("rembourser", { actions: ["rembourser"], rembourse: 650 });
    await userEvent.click(send());
    expect(await screen.findByText("Le remboursement est demandé.")).toBeVisible();
    expect(sent).toEqual([{ montant: 400, commentaire: "Porte bloquée" }]);
    expect(modal.getByRole("button", { name: "Rembourser" })).toHaveFocus();
  });

  it("are given back by hand when they were marked as paid, and say by which means", async () => {
    const manual = (history: ReturnType<typeof attempt>[]) => ({
      paiementStatut: "MANUAL" as const,
      paiementPresentation: history,
    });
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(payment({ actions: ["rembourser"], paiementDetail: manual([]) })),
      ),
    );
    const { modal, send } = await openStep("Rembourser");
    expect(await modal.findByText(/rien n'est demandé au prestataire de paiement/)).toBeVisible();
    const means = modal.getByLabelText(/^Mode de paiement/);
    expect(means).toHaveFocus();
    expect(
      within(means)
        .getAllByRole("option")
        .map((o) => o.textContent),
    ).toEqual(["Choisir", "Espèces", "Chèque", "Virement"]);
    await userEvent.click(send());
    expect(await modal.findByText("Le mode de paiement est obligatoire.")).toBeVisible();
    expect(modal.getByText("Le commentaire est obligatoire.")).toBeVisible();
    await userEvent.selectOptions(means, "Virement");
    await userEvent.type(modal.getByLabelText(/^Commentaire/), "Porte bloquée");
    const refund = attempt({
      nature: "remboursement",
      type: "Virement",
      statut: "PAID",
      tentative: 0,
      carte: null as never,
    });
    const sent = acts("rembourser", {
      actions: [],
      rembourse: 1250,
      paiementDetail: manual([refund]),
    });
    await userEvent.click(send());
    expect(await screen.findByText("Le remboursement est enregistré.")).toBeVisible();
    expect(sent).toEqual([{ montant: 1250, type: "Virement", commentaire: "Porte bloquée" }]);
    expect(modal.getByRole("listitem")).toHaveTextContent(/Remboursement\s: VirementREMBOURSÉ/);
  });

  const request = {
    montant: 550,
    cause: "fin_corrigee" as const,
    fin: "2026-11-20T15:00:00+01:00",
    prixJuste: 700,
    commentaire: "Porte bloquée",
    le: "2026-11-21T09:00:00+01:00",
    par: { id: 3, nom: "Hugo Hotline" },
    issue: "" as const,
    decideeLe: null,
    decideePar: null,
    reponse: "",
  };
  const estimate = {
    prixPaye: 1250,
    dejaRembourse: 0,
    prixJuste: 700,
    montant: 550,
    lignes: [{ libelle: "Stationnement", quantite: 7, prixUnitaire: 100, montant: 700 }],
  };

  it("are asked of managers, for the amount that is worked out of the cause", async () => {
    const asked: string[] = [];
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(payment({ actions: ["demander-remboursement"] })),
      ),
      http.get("/api/admin/paiement/70/remboursement", ({ request: { url } }) => {
        asked.push(new URL(url).search);
        return HttpResponse.json(estimate);
      }),
    );
    const { modal, send } = await openStep("Demander un remboursement");
    const amount = await modal.findByLabelText(/^Montant demandé/);
    expect(amount).toHaveValue("12,50");
    expect(modal.getByText("Pauline Jacquet")).toBeVisible();
    await userEvent.selectOptions(modal.getByLabelText(/^Cause/), "fin_corrigee");
    await userEvent.clear(modal.getByLabelText(/^Date de fin/));
    await userEvent.type(modal.getByLabelText(/^Date de fin/), "20-11-2026");
    await userEvent.type(modal.getByLabelText(/^Heure de fin/), "15:00");
    expect(await modal.findByText("Prix calculé")).toBeVisible();
    await waitFor(() => expect(amount).toHaveValue("5,50"));
    expect(asked.at(-1)).toBe("?cause=fin_corrigee&fin=2026-11-20T14%3A00%3A00.000Z");
    await userEvent.type(modal.getByLabelText(/^Commentaire/), "Porte bloquée");
    const sent = acts("demander-remboursement", { actions: [], demandeRemboursement: request });
    await userEvent.click(send());
    expect(await modal.findByText("Le remboursement est demandé à un gestionnaire.")).toBeVisible();
    expect(sent).toEqual([
      {
        montant: 550,
        cause: "fin_corrigee",
        fin: "2026-11-20T14:00:00.000Z",
        commentaire: "Porte bloquée",
      },
    ]);
    expect(modal.getByText("Remboursement demandé le 21/11/2026")).toBeVisible();
    expect(modal.getByText(/le 21\/11\/2026 par Hugo Hotline/)).toBeVisible();
  });

  it("are withdrawn by who asked, once that is confirmed", async () => {
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(
          payment({ actions: ["retirer-remboursement"], demandeRemboursement: request }),
        ),
      ),
    );
    const { modal, send } = await openStep("Retirer la demande");
    const decideeLe = "2026-11-22T10:00:00+01:00";
    server.use(
      http.patch("/api/admin/paiement/70/retirer-remboursement", () =>
        HttpResponse.json(
          payment({
            actions: ["demander-remboursement"],
            demandeRemboursement: {
              ...request,
              issue: "retiree",
              decideeLe,
              decideePar: request.par,
            },
          }),
        ),
      ),
    );
    await userEvent.click(send());
    expect(await modal.findByText("La demande de remboursement est retirée.")).toBeVisible();
    expect(modal.getByText("Retirée le 22/11/2026.")).toBeVisible();
    expect(modal.queryByText("Remboursement demandé le 21/11/2026")).toBeNull();
  });

  it("that are asked for fill the form in, and are refused with an answer", async () => {
    server.use(
      http.get("/api/admin/paiement/70", () =>
        HttpResponse.json(
          payment({
            actions: ["rembourser", "refuser-remboursement"],
            demandeRemboursement: { ...request, montant: 400 },
          }),
        ),
      ),
      http.get("/api/admin/paiement/70/remboursement", () => HttpResponse.json(estimate)),
    );
    const { modal } = await openStep("Rembourser");
    // What was asked for stays, beside what is worked out.
    expect(await modal.findByText("Prix calculé")).toBeVisible();
    expect(modal.getByLabelText(/^Montant à rembourser/)).toHaveValue("4,00");
    expect(modal.getByLabelText(/^Heure de fin/)).toHaveValue("15:00");
    expect(modal.getByLabelText(/^Commentaire/)).toHaveValue("Porte bloquée");
    await userEvent.click(modal.getByRole("button", { name: "Retour" }));
    await userEvent.click(modal.getByRole("button", { name: "Refuser la demande" }));
    await userEvent.type(modal.getByLabelText(/^Réponse/), "Vu sur place");
    const sent = acts("refuser-remboursement", {
      actions: ["rembourser"],
      demandeRemboursement: { ...request, issue: "refusee", reponse: "Vu sur place" },
    });
    await userEvent.click(modal.getByRole("button", { name: "Refuser la demande" }));
    expect(await modal.findByText("La demande de remboursement est refusée.")).toBeVisible();
    expect(sent).toEqual([{ commentaire: "Vu sur place" }]);
    expect(modal.getByText(/Vu sur place/)).toBeVisible();
  });

  it("go back one step on each Escape, which asks before typed input is lost", async () => {
    const { modal, dialog } = await openStep("Annuler le paiement");
    await userEvent.keyboard("{Escape}");
    const cancel = await modal.findByRole("button", { name: "Annuler le paiement" });
    expect(cancel).toHaveFocus();
    await userEvent.click(cancel);
    await userEvent.type(modal.getByLabelText(/^Commentaire/), "Geste");
    await userEvent.keyboard("{Escape}");
    const question = await screen.findByRole("dialog", { name: "Annulation" });
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(modal.getByLabelText(/^Commentaire/)).toHaveValue("Geste");
    await userEvent.click(modal.getByRole("button", { name: "Retour" }));
    await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
    await modal.findByRole("heading", { name: "Pauline Jacquet" });
    expect(dialog).toBeVisible();
  });

  it("say that the payment is not found", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/paiement/404", () =>
        HttpResponse.json(problem(404, "Introuvable", "Cet élément n'existe pas."), {
          status: 404,
        }),
      ),
    );
    renderApp("/liste-paiements-exploitant?paiement=404");
    expect(await within(await screen.findByRole("dialog")).findByRole("alert")).toHaveTextContent(
      "Cet élément n'existe pas.",
    );
  });
});
