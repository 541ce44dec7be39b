import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { RIGHTS_OF_ROLE, type Right } from "@/api/rights";
import type { Payment } from "@/entities/payment/types";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { payment, problem } from "@/test/data";
import type { PaymentDocument } from "./api";
import { monthsUntil } from "./months";

withTestServer();

const receipt: PaymentDocument = {
  id: 5,
  type: "recu",
  numero: "GRANDVAL-2026-000123",
  date: "2026-11-20T15:30:00+01:00",
  montant: 1250,
  avantRegistre: true,
};
const note: PaymentDocument = {
  id: 6,
  type: "avoir",
  numero: "GRANDVAL-A2026-000017",
  date: "2026-11-21T09:00:00+01:00",
  montant: 400,
  avantRegistre: false,
};

const paid = (changes: Partial<Payment> = {}) =>
  payment({
    actions: [],
    paiementDetail: { paiementStatut: "PAID", paiementPresentation: [] },
    ...changes,
  });

const serve = (shown: Payment) =>
  server.use(http.get("/api/admin/paiement/70", () => HttpResponse.json(shown)));

async function openDetails(rights?: readonly Right[]) {
  signedIn(rights && { rights });
  renderApp("/liste-paiements-exploitant?paiement=70");
  const modal = within(await screen.findByRole("dialog"));
  await modal.findByRole("heading", { name: "Pauline Jacquet" });
  return modal;
}

const part = { name: "Documents" };

/** Collects what the browser would save, by name; jsdom supports neither these URLs nor a download. */
function saves() {
  const names: string[] = [];
  URL.revokeObjectURL = () => undefined;
  URL.createObjectURL = vi.fn(() => "blob:document");
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download);
  };
  return names;
}

describe("the documents of a payment", () => {
  it("have their number, date and amount, and are saved under their number", async () => {
    const saved = saves();
    serve(paid({ rembourse: 400, documents: [receipt, note] }));
    server.use(
      http.get("/api/admin/document/5.pdf", () =>
        HttpResponse.arrayBuffer(new TextEncoder().encode("%PDF-1.7").buffer, {
          headers: { "Content-Type": "application/pdf" },
        }),
      ),
    );
    const modal = await openDetails();
    const documents = within(await modal.findByRole("region", part));
    const [first, second] = documents.getAllByRole("listitem");
    expect(first).toHaveTextContent(
      /Reçu GRANDVAL-2026-000123.*20\/11\/2026.*Avant le registre.*12,50\s€/,
    );
    expect(second).toHaveTextContent(/Avoir GRANDVAL-A2026-000017.*21\/11\/2026.*−4,00\s€/);
    expect(documents.getByText(/^Un reçu atteste ce qui a été encaissé\s;/)).toBeVisible();
    expect(documents.queryByText(/en préparation/)).toBeNull();
    await userEvent.click(documents.getByRole("button", { name: /^Reçu GRANDVAL-2026-000123/ }));
    await waitFor(() => expect(saved).toEqual(["GRANDVAL-2026-000123.pdf"]));
  });

  it("say why one cannot be opened", async () => {
    serve(paid({ documents: [receipt] }));
    server.use(
      http.get("/api/admin/document/5.pdf", () =>
        HttpResponse.json(problem(404, "Introuvable", "Cet élément n'existe pas."), {
          status: 404,
        }),
      ),
    );
    const modal = await openDetails();
    await userEvent.click(await modal.findByRole("button", { name: /^Reçu GRANDVAL/ }));
    expect(await screen.findByText("Cet élément n'existe pas.")).toBeVisible();
  });

  it("appear by themselves once they are numbered", async () => {
    serve(paid({ recuEnPreparation: true }));
    const modal = await openDetails();
    expect(await modal.findByText("Le reçu est en préparation.")).toBeVisible();
    expect(modal.queryByRole("button", { name: "Envoyer le reçu" })).toBeNull();
    serve(paid({ documents: [receipt], rembourse: 400 }));
    expect(
      await modal.findByRole("button", { name: /^Reçu GRANDVAL/ }, { timeout: 4000 }),
    ).toBeVisible();
    expect(modal.getByText("L'avoir est en préparation.")).toBeVisible();
    serve(paid({ documents: [receipt, note], rembourse: 400 }));
    expect(
      await modal.findByRole("button", { name: /^Avoir GRANDVAL/ }, { timeout: 4000 }),
    ).toBeVisible();
    expect(modal.queryByText(/en préparation/)).toBeNull();
  });

  it("wait for no credit note while the refund waits for the provider", async () => {
    serve(paid({ documents: [receipt], rembourse: 400, remboursementEnAttente: 400 }));
    const modal = await openDetails();
    await modal.findByRole("button", { name: /^Reçu GRANDVAL/ });
    expect(modal.queryByText(/en préparation/)).toBeNull();
  });

  it("are none for a payment of before, and not spoken of while nothing is collected", async () => {
    serve(paid());
    const modal = await openDetails();
    expect(await modal.findByText(/^Ce paiement n'a pas de reçu\s:/)).toBeVisible();
    serve(payment());
    await userEvent.keyboard("{Escape}");
    await userEvent.click(await screen.findByRole("button", { name: /^Détails de la trans/ }));
    expect(screen.queryByRole("region", part)).toBeNull();
  });

  it("are sent to the person once the address is confirmed, and a refusal is shown", async () => {
    serve(paid({ documents: [receipt] }));
    const modal = await openDetails();
    await userEvent.click(await modal.findByRole("button", { name: "Envoyer le reçu" }));
    const dialog = await screen.findByRole("dialog", { name: "Envoyer le reçu" });
    expect(dialog).toHaveTextContent(
      "Le reçu GRANDVAL-2026-000123 sera envoyé à pauline@exemple.test.",
    );
    const send = within(dialog).getByRole("button", { name: "Envoyer" });
    const path = "/api/admin/paiement/70/envoyer-recu";
    server.use(
      http.post(path, () =>
        HttpResponse.json(problem(409, "Conflit", "Le reçu est en préparation."), { status: 409 }),
      ),
    );
    await userEvent.click(send);
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      "Le reçu est en préparation.",
    );
    const sent = vi.fn();
    server.use(
      http.post(path, () => {
        sent();
        return HttpResponse.json({ message: "Le reçu va être envoyé." });
      }),
    );
    await userEvent.click(send);
    expect(
      await screen.findByText(
        "Le reçu GRANDVAL-2026-000123 va être envoyé à pauline@exemple.test.",
      ),
    ).toBeVisible();
    expect(sent).toHaveBeenCalledOnce();
    expect(modal.getByRole("button", { name: "Envoyer le reçu" })).toHaveFocus();
  });

  it("cannot be sent without an address, nor by who only reads", async () => {
    serve(paid({ documents: [receipt], email: "" }));
    const modal = await openDetails();
    expect(await modal.findByText(/^Cette personne n'a pas d'adresse e-mail/)).toBeVisible();
    expect(modal.queryByRole("button", { name: "Envoyer le reçu" })).toBeNull();
  });

  it("are read by maintenance staff, who cannot send them", async () => {
    serve(paid({ documents: [receipt] }));
    const modal = await openDetails(RIGHTS_OF_ROLE.Mainteneur);
    expect(await modal.findByRole("button", { name: /^Reçu GRANDVAL/ })).toBeVisible();
    expect(modal.queryByRole("button", { name: "Envoyer le reçu" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Reçus du mois", hidden: true })).toBeNull();
  });
});

describe("the documents of a month", () => {
  const ZIP = "/api/admin/exploitant/1/documents.zip";
  const zip = (size: number) =>
    HttpResponse.arrayBuffer(new ArrayBuffer(size), {
      headers: { "Content-Type": "application/zip" },
    });

  async function openMonth() {
    signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
    renderApp("/liste-paiements-exploitant");
    await userEvent.click(await screen.findByRole("button", { name: "Reçus du mois" }));
    const modal = within(await screen.findByRole("dialog", { name: "Reçus et avoirs du mois" }));
    return {
      modal,
      start: () => userEvent.click(modal.getByRole("button", { name: "Télécharger" })),
    };
  }
  const [current] = monthsUntil(Date.now());

  it("are saved as an archive, for the chosen month", async () => {
    const saved = saves();
    const asked: (string | null)[] = [];
    server.use(
      http.get(ZIP, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("mois"));
        return zip(300);
      }),
    );
    const { modal, start } = await openMonth();
    expect(modal.getByLabelText("Mois")).toHaveValue(current?.value);
    await userEvent.selectOptions(modal.getByLabelText("Mois"), "janvier 2026");
    await start();
    expect(
      await screen.findByText("Les reçus et avoirs de janvier 2026 sont téléchargés."),
    ).toBeVisible();
    expect(asked).toEqual(["2026-01"]);
    expect(saved).toEqual(["documents-2026-01.zip"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Reçus du mois" })).toHaveFocus();
  });

  it("say that there are none, why it failed, and that it broke off", async () => {
    const saved = saves();
    server.use(http.get(ZIP, () => zip(22)));
    const { modal, start } = await openMonth();
    await start();
    const says = async (text: string | RegExp) =>
      waitFor(() => expect(modal.getByRole("alert")).toHaveTextContent(text));
    await says(`Aucun reçu ni avoir n'a été numéroté en ${current?.label}.`);
    server.use(
      http.get(ZIP, () =>
        HttpResponse.json(problem(503, "Occupé", "Réessayez dans un instant."), { status: 503 }),
      ),
    );
    await start();
    await says("Réessayez dans un instant.");
    server.use(
      http.get(ZIP, () => {
        const cut = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new Uint8Array(1_200_000));
            window.setTimeout(() => controller.error(new TypeError("cut")), 300);
          },
        });
        return new HttpResponse(cut, { headers: { "Content-Type": "application/zip" } });
      }),
    );
    await start();
    expect(await modal.findByText(/^Téléchargement en cours\s: 1,2\sMo$/)).toBeVisible();
    await says(/interrompu avant la fin/);
    expect(saved).toEqual([]);
  });

  it("are given up with the dialog", async () => {
    const saved = saves();
    let aborted = false;
    server.use(
      http.get(ZIP, async ({ request }) => {
        request.signal.addEventListener("abort", () => {
          aborted = true;
        });
        await delay("infinite");
        return new HttpResponse();
      }),
    );
    const { modal, start } = await openMonth();
    await start();
    await userEvent.click(await modal.findByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(aborted).toBe(true));
    expect(saved).toEqual([]);
    expect(screen.getByRole("button", { name: "Reçus du mois" })).toHaveFocus();
  });

  it("are not offered to the hotline", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Hotline });
    renderApp("/liste-paiements-exploitant");
    await screen.findByRole("button", { name: "Exporter les paiements" });
    expect(screen.queryByRole("button", { name: "Reçus du mois" })).toBeNull();
  });

  it("are those of Paris, newest first", () => {
    const months = monthsUntil(Date.parse("2027-01-31T23:30:00Z"));
    expect(months[0]).toEqual({ value: "2027-02", label: "février 2027" });
    expect(months.at(-1)).toEqual({ value: "2026-01", label: "janvier 2026" });
    expect(months).toHaveLength(14);
  });
});
