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

  it("stays there when it is refused, and goes when the person deletes it", async () => {
    signedIn();
    answer();
    const mine = {
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
