import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { components } from "@/api/schema";
import type { AccountDetails } from "@/entities/account/api";
import { server } from "./app";
import { account } from "./data";

type Stay = components["schemas"]["Stay"];
type Subscription = components["schemas"]["Subscription"];

export const ADMIN = "/gestion-utilisateurs/40/details";
export const OPERATOR = "/gestion-utilisateurs-exploitant/40/details";

type Answers = {
  account?: Partial<AccountDetails>;
  stays?: Stay[];
  total?: number;
  bought?: Subscription[];
};

export function answerAccount({
  account: changes = {},
  stays = [],
  total = stays.length,
  bought = [],
}: Answers = {}) {
  const requests: URL[] = [];
  const record = ({ request }: { request: Request }) => void requests.push(new URL(request.url));
  server.use(
    http.get("/api/admin/utilisateur/:id", (info) => {
      record(info);
      return HttpResponse.json(account(changes));
    }),
    http.get("/api/admin/utilisateur/:id/occupation/detail", (info) => {
      record(info);
      return HttpResponse.json({ items: stays, total });
    }),
    http.get("/api/admin/utilisateur/:id/abonnements", () =>
      HttpResponse.json({ items: bought, total: bought.length }),
    ),
    http.get("/api/admin/utilisateurs", () => HttpResponse.json({ items: [], total: 0 })),
  );
  return requests;
}

export const block = (name: string) => screen.findByRole("region", { name });
export const press = async (name: string) =>
  userEvent.click(await screen.findByRole("button", { name }));

export async function confirmIn(title: string) {
  const modal = await screen.findByRole("dialog", { name: title });
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  return modal;
}
