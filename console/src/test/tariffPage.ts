import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { components } from "@/api/schema";
import { renderApp, server, signedIn } from "./app";
import { ALL_RIGHTS, problem, tariff } from "./data";

type Schemas = components["schemas"];

type Answers = {
  tariff?: Partial<Schemas["TariffWithLists"]>;
  periods?: Schemas["Period"][];
  beneficiaries?: Schemas["Beneficiary"][];
  stations?: Schemas["TariffStation"][];
  lockers?: Schemas["LockerChoice"][];
  reader?: boolean;
};

/** Opens the page of tariff 1; its lists are read again at each call, as from a server. */
export function openTariffPage(answers: Answers = {}) {
  signedIn({
    rights: answers.reader
      ? ["DROIT_TARIFS_LECTURE"]
      : ALL_RIGHTS.filter((right) => right !== "DROIT_EXPLOITANTS_ECRITURE"),
  });
  const at = (path: string) => `/api/admin/tarif/:id/${path}`;
  server.use(
    http.get(at("infos-generales-tarif"), () => HttpResponse.json(tariff(answers.tariff))),
    http.get(at("periodes-pour-tarif"), () => HttpResponse.json(answers.periods ?? [])),
    http.get(at("beneficiaires-pour-tarif"), () => HttpResponse.json(answers.beneficiaries ?? [])),
    http.get(at("stations"), () => HttpResponse.json(answers.stations ?? [])),
    http.get(at("station/:stationId/casiers-pour-tarif"), () =>
      HttpResponse.json({ casiers: answers.lockers ?? [] }),
    ),
    http.get("/api/admin/station/:id/calendrier-tarifs", () =>
      HttpResponse.json({ lundi: "2026-11-16", casiers: [] }),
    ),
    http.get("/api/admin/tarif/tarif-pour-exploitant", () =>
      HttpResponse.json([tariff(answers.tariff)]),
    ),
  );
  return renderApp("/gestion-tarifs/1/details");
}

/** Serves a write, and returns what each call sent. */
export function recordWrite(method: "put" | "post" | "delete", path: string, answer?: object) {
  const calls: { path: string; body: unknown }[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      const body = method === "delete" ? undefined : await request.json();
      calls.push({ path: new URL(request.url).pathname, body });
      return answer ? HttpResponse.json(answer) : new HttpResponse(null, { status: 204 });
    }),
  );
  return calls;
}

export const violation = (propertyPath: string, message: string) =>
  HttpResponse.json(
    { ...problem(422, "Unprocessable Entity", message), violations: [{ propertyPath, message }] },
    { status: 422 },
  );

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

export async function retype(label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label, { selector: "input, textarea" });
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
  return field;
}

/** Presses « Confirmer » once the dialog shows this text. */
export async function accept(window: string, ...texts: string[]) {
  const modal = await screen.findByRole("dialog", { name: window });
  if (!texts.every((text) => modal.textContent?.includes(text)))
    throw new Error(`the dialog shows: ${modal.textContent}`);
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
}
