import "fake-indexeddb/auto";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { NOTHING_TOLD } from "@/entities/locker/outage";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { locker, overtaken, station } from "@/test/data";
import { forgetDraft, keepDraft } from "./store";

withTestServer();

const SHEET = "/mode-maintenance?station=5&casier=1";
const a1 = locker({ id: 1, nom: "A1" });

function answer() {
  server.use(
    http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json([station()])),
    http.get("/api/admin/station/:id/casiers", () => HttpResponse.json([a1])),
  );
}

/** Answers a switch as it says, and lists the keys and bodies that came. */
function switched(respond: () => Response): string[] {
  const came: string[] = [];
  server.use(
    http.patch("/api/admin/casier/:id/switch-actif", async ({ request }) => {
      came.push(`${request.headers.get("Idempotency-Key")} ${await request.text()}`);
      return respond();
    }),
  );
  return came;
}

const waiting = () => screen.findByRole("region", { name: "Enregistré sur ce téléphone" });

describe("what is typed without network", () => {
  it("waits on the telephone, and is sent once with its first key when the person says so", async () => {
    signedIn();
    answer();
    const tried = switched(() => HttpResponse.error());
    renderApp(SHEET);
    await userEvent.click(await screen.findByRole("button", { name: "Vandalisme" }));
    await userEvent.type(screen.getByRole("textbox", { name: /Motif/ }), "Vitre brisée");
    await userEvent.click(screen.getByRole("button", { name: "Mettre hors service" }));
    const there = await waiting();
    expect(there).toHaveTextContent("Casier A1, Gare centrale");
    expect(there).toHaveTextContent("vandalisme");
    expect(there).toHaveTextContent("Vitre brisée");
    expect(screen.getByRole("textbox", { name: /Motif/ })).toHaveValue("");
    cleanup();

    renderApp("/mode-maintenance");
    const again = await waiting();
    const sent = switched(() => HttpResponse.json({ ...a1, actif: false }));
    await userEvent.click(within(again).getByRole("button", { name: /^Envoyer/ }));
    await waitFor(() => expect(again).not.toBeInTheDocument());
    expect(sent).toHaveLength(1);
    expect(new Set(tried)).toEqual(new Set(sent));
  });

  it("keeps a report with its photos, opens one intervention of it and adds what photos are missing", async () => {
    signedIn();
    answer();
    server.use(
      http.get("/api/admin/exploitant/:id/interventions", () =>
        HttpResponse.json({ items: [], total: 0 }),
      ),
    );
    const tried: (string | null)[] = [];
    const report = (respond: () => Response) =>
      http.post("/api/admin/exploitant/:id/interventions", ({ request }) => {
        tried.push(request.headers.get("Idempotency-Key"));
        return respond();
      });
    server.use(report(() => HttpResponse.error()));
    renderApp(SHEET);
    await userEvent.click(await screen.findByRole("button", { name: "Signaler une panne" }));
    const form = within(screen.getByRole("form", { name: "Signaler une panne" }));
    await userEvent.click(form.getByRole("button", { name: "Porte" }));
    await userEvent.upload(
      form.getByLabelText("Photo de cet appareil"),
      new File(["une photo"], "a.jpg", { type: "image/jpeg" }),
    );
    await form.findByRole("img", { name: "Photo 1 du signalement" });
    await userEvent.click(form.getByRole("button", { name: "Envoyer le signalement" }));
    expect(await waiting()).toHaveTextContent("Panne, porte");
    cleanup();

    renderApp("/mode-maintenance");
    const again = await waiting();
    expect(await within(again).findByRole("img", { name: "Photo 1 du signalement" })).toBeVisible();
    const photos: string[] = [];
    let answers = () => HttpResponse.error();
    server.use(
      report(() => HttpResponse.json({ id: 7, numero: 3, signalements: 1 }, { status: 201 })),
      http.post("/api/admin/intervention/7/photos", async ({ request }) => {
        photos.push(await request.text());
        return answers();
      }),
    );
    await userEvent.click(within(again).getByRole("button", { name: /^Envoyer/ }));
    expect(await within(again).findByRole("alert")).toHaveTextContent("ne répond pas");
    expect(again).toHaveTextContent(/Photos de l'intervention n°\s3/);
    answers = () => HttpResponse.json({ id: 1 }, { status: 201 });
    const before = tried.length;
    await userEvent.click(within(again).getByRole("button", { name: /^Envoyer/ }));
    await waitFor(() => expect(again).not.toBeInTheDocument());
    expect(tried).toHaveLength(before);
    expect(new Set(tried).size).toBe(1);
    expect(new Set(photos)).toEqual(new Set(["une photo"]));
  });

  it("stays there when it is refused, and goes when the person deletes it", async () => {
    signedIn();
    answer();
    const mine = {
      kind: "outage" as const,
      id: "une-cle",
      accountId: 12,
      lockerId: 1,
      version: 1,
      place: "Casier A1, Gare centrale",
      told: { ...NOTHING_TOLD, motif: "Porte forcée" },
      at: 0,
    };
    await keepDraft(mine);
    await keepDraft({ ...mine, id: "autre", accountId: 99, place: "Casier Z9, Ailleurs" });
    switched(() =>
      HttpResponse.json(overtaken("casier.desactivation", { type: "casier", id: 1, nom: "A1" }), {
        status: 409,
      }),
    );
    renderApp("/mode-maintenance");
    const there = await waiting();
    expect(there).not.toHaveTextContent("Z9");
    await userEvent.click(within(there).getByRole("button", { name: /^Envoyer/ }));
    expect(await within(there).findByRole("alert")).toHaveTextContent("mis hors service par");
    await userEvent.click(within(there).getByRole("button", { name: /^Supprimer/ }));
    await waitFor(() => expect(there).not.toBeInTheDocument());
    await forgetDraft("autre");
  });
});
