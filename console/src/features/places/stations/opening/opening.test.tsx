import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { locker, problem, station, stay } from "@/test/data";

withTestServer();
afterEach(() => {
  vi.useRealTimers();
});

type Stays = ReturnType<typeof stay>[];

function answerStays(utilisations: Stays) {
  const etat = utilisations.length > 0 ? "Occupé" : "Libre";
  server.use(
    http.get("/api/admin/station/:id", () =>
      HttpResponse.json({ ...station(), casiers: [locker({ etat, utilisations })] }),
    ),
  );
}

const EARLIER = "Elle s'est terminée plus tôt";
const END_LABEL = "Mettre fin à l'utilisation";

const answersCode = http.patch("/api/admin/casier/:id/generer_code", () =>
  HttpResponse.json({ code: "114497", dateFin: new Date(Date.now() + 180_000).toISOString() }),
);

async function openModal(running = stay(70)) {
  signedIn();
  answerStays([running]);
  renderApp("/tb-stations/5/details?ouvertes=1");
  await userEvent.click(await screen.findByRole("button", { name: "Gestion à distance, A1" }));
  return screen.findByRole("dialog", { name: "Gestion à distance" });
}

describe("the code", () => {
  it("is shown with the time left, and a new one only when that is over", async () => {
    const codes = ["114497", "520018"];
    const start = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(start);
    server.use(
      http.patch("/api/admin/casier/:id/generer_code", () =>
        HttpResponse.json(
          { code: codes.shift(), dateFin: new Date(start + 180_000).toISOString() },
          { headers: { Date: new Date(start).toUTCString() } },
        ),
      ),
    );
    const modal = await openModal();
    await userEvent.click(
      within(modal).getByRole("button", { name: "Générer le code d'ouverture à distance" }),
    );
    const panel = await within(modal).findByRole("region", { name: "Code d'ouverture" });
    expect(panel).toHaveTextContent("114497");
    expect(panel).toHaveFocus();
    expect(within(panel).getByRole("timer")).toHaveTextContent("00:03:00");
    expect(within(panel).getByRole("status")).toHaveTextContent(
      "Code d'ouverture 1 1 4 4 9 7, valable 3 minutes.",
    );
    expect(within(modal).queryByRole("button", { name: "Générer un nouveau code" })).toBeNull();

    now.mockReturnValue(start + 181_000);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(within(panel).queryByRole("timer")).toBeNull();
    expect(within(panel).getByRole("status")).toHaveTextContent("Ce code n'est plus valable.");
    now.mockRestore();

    await userEvent.click(
      await within(modal).findByRole("button", { name: "Générer un nouveau code" }),
    );
    expect(await within(modal).findByText("520018")).toBeVisible();
    expect(within(modal).queryByText("114497")).toBeNull();
  });

  it("shows its delivery state until the door is open", async () => {
    const states = [
      { etat: "en_attente", utiliseLe: null },
      { etat: "transmis", utiliseLe: null },
      {
        etat: "utilise",
        utiliseLe: "2026-03-05T23:02:10+01:00",
        porte: { etat: "ouverte", depuis: "2026-03-05T23:02:11+01:00" },
      },
    ];
    let calls = 0;
    server.use(
      http.patch("/api/admin/casier/:id/generer_code", () =>
        HttpResponse.json({
          code: "114497",
          dateFin: new Date(Date.now() + 180_000).toISOString(),
        }),
      ),
      http.get("/api/admin/casier/:id/code", () => HttpResponse.json(states[Math.min(calls++, 2)])),
    );
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: /^Générer/ }));
    expect(await within(modal).findByText("En attente de la station")).toBeVisible();
    expect(
      await within(modal).findByText("Transmis à la station", {}, { timeout: 3_000 }),
    ).toBeVisible();
    const porte = { etat: "ouverte" as const, depuis: new Date().toISOString() };
    server.use(
      http.get("/api/admin/station/:id", () =>
        HttpResponse.json({ ...station(), casiers: [locker({ porte })] }),
      ),
    );
    expect(
      await within(modal).findByText("Utilisé à 23h02, porte ouverte", {}, { timeout: 5_000 }),
    ).toBeVisible();
    expect(await screen.findByText(/^Porte ouverte depuis/)).toBeInTheDocument();
    expect(within(modal).queryByRole("timer")).toBeNull(); // a code opens once
    expect(within(modal).getByRole("button", { name: "Générer un nouveau code" })).toBeVisible();
  }, 15_000);

  it("is sent to the customer of the stay, and an error stays beside the button", async () => {
    const pressed: unknown[] = [];
    server.use(
      answersCode,
      http.post("/api/admin/occupation/:id/envoyer-code", ({ params }) => {
        pressed.push(params.id);
        return pressed.length === 1
          ? HttpResponse.json({ code: 200, message: "Le code va être envoyé." })
          : HttpResponse.json(problem(409, "Conflict", "Aucun code n'est valable."), {
              status: 409,
            });
      }),
    );
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: /^Générer/ }));
    const send = await within(modal).findByRole("button", { name: "Envoyer le code" });
    fireEvent.click(send);
    fireEvent.click(send);
    expect(await screen.findByText("Le code a été envoyé à pauline@exemple.test.")).toBeVisible();
    expect(pressed).toEqual(["70"]);
    send.focus();
    await userEvent.click(send);
    const panel = within(modal).getByRole("region", { name: "Code d'ouverture" });
    expect(await within(panel).findByRole("alert")).toHaveTextContent("Aucun code n'est valable.");
    expect(send).toHaveFocus();
  });

  it("is sent to nobody who has no e-mail", async () => {
    server.use(answersCode);
    const modal = await openModal({
      ...stay(70),
      utilisateur: { ...stay(70).utilisateur, email: "" },
    });
    await userEvent.click(within(modal).getByRole("button", { name: /^Générer/ }));
    expect(
      await within(modal).findByText(
        /n'a pas d'adresse e-mail.: le code ne peut pas lui être envoyé/,
      ),
    ).toBeVisible();
    expect(within(modal).queryByRole("button", { name: "Envoyer le code" })).toBeNull();
  });

  it("is made once by a double click", async () => {
    let made = 0;
    server.use(
      http.patch("/api/admin/casier/:id/generer_code", () => {
        made++;
        const dateFin = new Date(Date.now() + 180_000).toISOString();
        return HttpResponse.json({ code: "114497", dateFin });
      }),
    );
    const modal = await openModal();
    const button = within(modal).getByRole("button", { name: /^Générer/ });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await within(modal).findByText("114497")).toBeVisible();
    expect(made).toBe(1);
  });

  it("shows why it is refused", async () => {
    server.use(
      http.patch("/api/admin/casier/:id/generer_code", () =>
        HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), { status: 404 }),
      ),
    );
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: /^Générer/ }));
    expect(await within(modal).findByRole("alert")).toHaveTextContent("Ressource introuvable.");
  });
});

describe("the stay", () => {
  it("ends after a confirmation, with one call on repeated presses", async () => {
    let ended = 0;
    server.use(
      http.patch("/api/admin/occupation/:id/terminer", ({ params }) => {
        ended += params.id === "70" ? 1 : 100;
        answerStays([]);
        return HttpResponse.json(stay(70).utilisation);
      }),
    );
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: END_LABEL }));
    expect(modal).toHaveTextContent("mettre fin à l'utilisation de Pauline Jacquet");
    expect(within(modal).getByRole("button", { name: "Retour" })).toHaveFocus();
    const confirm = within(modal).getByRole("button", { name: "Confirmer" });
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    expect(await screen.findByText("L'occupation est terminée !")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(ended).toBe(1);
    expect(screen.getByRole("region", { name: "Détails de A1" })).toHaveTextContent(
      "Aucune utilisation en cours",
    );
  });

  it("ends when it was truly over, with a comment; what is typed stays when the server refuses", async () => {
    const bodies: unknown[] = [];
    const ends: (string | null)[] = [];
    server.use(
      http.get("/api/admin/occupation/:id/terminer", ({ request }) => {
        const end = new URL(request.url).searchParams.get("fin");
        ends.push(end);
        return HttpResponse.json({ prixActuel: end ? 50 : 300, lignes: [] });
      }),
      http.patch("/api/admin/occupation/:id/terminer", async ({ request }) => {
        bodies.push(await request.json());
        const violations = [{ propertyPath: "fin", message: "Cet instant est dans le futur." }];
        return bodies.length === 1
          ? HttpResponse.json({ ...problem(422, "Invalide", ""), violations }, { status: 422 })
          : HttpResponse.json(stay(70).utilisation);
      }),
    );
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: END_LABEL }));
    await userEvent.click(within(modal).getByRole("checkbox", { name: EARLIER }));
    const day = await within(modal).findByRole("textbox", { name: /^Date de fin/ });
    expect(day).toHaveValue("20-11-2026"); // that of its start
    const confirm = within(modal).getByRole("button", { name: "Confirmer" });
    await userEvent.click(confirm);
    await waitFor(() =>
      expect(
        within(modal)
          .getAllByRole("alert")
          .map(({ textContent }) => textContent),
      ).toEqual(["Le format de l'heure n'est pas correct", "Le commentaire est obligatoire."]),
    );
    const hour = within(modal).getByRole("textbox", { name: /^Heure de fin/ });
    await userEvent.type(hour, "9h");
    await userEvent.type(within(modal).getByRole("textbox", { name: /^Commentaire/ }), "Oubli");
    await userEvent.click(confirm);
    expect(await within(modal).findByRole("alert")).toHaveTextContent("La fin doit suivre");
    expect(hour).toHaveFocus();
    expect(hour).toHaveValue("09:00");
    expect(within(modal).getByText(/^3,00\s€$/)).toBeVisible(); // so far
    await userEvent.clear(day);
    await userEvent.type(day, "21-11-2026");
    await waitFor(() => expect(within(modal).queryByRole("alert")).toBeNull());
    await userEvent.clear(day);
    await userEvent.type(day, "20-11-2026");
    await userEvent.clear(hour);
    await userEvent.type(hour, "18:00");
    await waitFor(() =>
      expect(within(modal).getByRole("status")).toHaveTextContent(/^Prix à cette fin : 0,50 €$/),
    );
    expect(ends.at(-1)).toBe("2026-11-20T17:00:00.000Z");
    await userEvent.click(confirm);
    expect(await within(modal).findByRole("alert")).toHaveTextContent("dans le futur");
    expect(hour).toHaveFocus();
    await userEvent.keyboard("{Escape}"); // what is typed is not lost by one key
    const loss = await screen.findByText(/^Voulez-vous vraiment annuler les modifications/);
    await userEvent.click(
      within(loss.closest("[role=dialog]") as HTMLElement).getByRole("button", { name: "Retour" }),
    );
    await userEvent.clear(hour);
    await userEvent.type(hour, "18:30");
    await userEvent.click(confirm);
    expect(await screen.findByText("L'occupation est terminée !")).toBeVisible();
    expect(bodies).toEqual([
      { fin: "2026-11-20T17:00:00.000Z", commentaire: "Oubli" },
      { fin: "2026-11-20T17:30:00.000Z", commentaire: "Oubli" },
    ]);
  });

  it("is made free after a confirmation, and is free only once", async () => {
    let query: string | undefined;
    server.use(
      http.patch("/api/admin/casier/:id/occupation/switch-gratuit", ({ request }) => {
        query = new URL(request.url).search;
        answerStays([stay(70, { paiement: { id: null, paiementStatut: "FREE" } })]);
        return HttpResponse.json(stay(70).utilisation);
      }),
    );
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: "Ne pas faire payer" }));
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("L'occupation est maintenant gratuite !")).toBeVisible();
    expect(query).toBe("?occupation=70");
    expect(await within(modal).findByText(/\(gratuite\)/)).toBeVisible();
    expect(within(modal).queryByRole("button", { name: "Ne pas faire payer" })).toBeNull();
    expect(within(modal).getByRole("button", { name: END_LABEL })).toHaveFocus();
  });

  it("goes on when the server refuses, and the dialog shows why", async () => {
    server.use(
      http.patch("/api/admin/occupation/:id/terminer", () =>
        HttpResponse.json(problem(409, "Conflict", "Cette utilisation est déjà terminée."), {
          status: 409,
        }),
      ),
    );
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: END_LABEL }));
    await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
    expect(await within(modal).findByRole("alert")).toHaveTextContent("déjà terminée");
  });

  it("leaves the focus where it was when a question is left beside a code", async () => {
    server.use(
      http.patch("/api/admin/casier/:id/generer_code", () =>
        HttpResponse.json({
          code: "114497",
          dateFin: new Date(Date.now() + 180_000).toISOString(),
        }),
      ),
    );
    const modal = await openModal();
    await userEvent.click(
      within(modal).getByRole("button", { name: "Générer le code d'ouverture à distance" }),
    );
    await within(modal).findByRole("region", { name: "Code d'ouverture" });
    await userEvent.click(within(modal).getByRole("button", { name: END_LABEL }));
    await userEvent.keyboard("{Escape}");
    expect(within(modal).getByRole("button", { name: END_LABEL })).toHaveFocus();
  });

  it("goes back one step on each Escape, with the focus", async () => {
    const modal = await openModal();
    await userEvent.click(within(modal).getByRole("button", { name: END_LABEL }));
    await userEvent.keyboard("{Escape}");
    expect(within(modal).getByRole("button", { name: END_LABEL })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Gestion à distance, A1" })).toHaveFocus();
  });
});
