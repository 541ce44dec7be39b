import { atVersion, byId, client, ifMatch, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "../keys";
import type { NewTariff, TariffInput } from "../tariffs";
import { useWrite, type Versioned } from "./useWrite";

type PeriodInput = components["schemas"]["PeriodInput"];

export const useCreateTariff = (operatorId: number) =>
  useWrite("tariff", (body: NewTariff) =>
    unwrap(
      client.POST("/api/admin/exploitant/{id}/tarif/creation-tarif", {
        ...byId(operatorId),
        body,
      }),
    ),
  );

export const useCopyTariff = () =>
  useWrite("tariff", (id: number) =>
    unwrap(client.POST("/api/admin/tarif/{id}/dupliquer", byId(id))),
  );

export const useSaveTariff = (id: number) =>
  useWrite("tariff", ({ body, version }: Versioned<TariffInput>) =>
    unwrap(
      client.PUT("/api/admin/tarif/{id}/modifier-informations-generales", {
        ...atVersion(id, version),
        body,
      }),
    ),
  );

export type TariffChanges = components["schemas"]["TariffChanges"];

/** Saves several parts of the tariff: all of them, or none. */
export const useSaveTariffParts = (id: number) =>
  useWrite("tariff", ({ body, version }: Versioned<TariffChanges>) =>
    unwrap(client.PUT("/api/admin/tarif/{id}/modifier", { ...atVersion(id, version), body })),
  );

export const useDeleteTariff = () =>
  useWrite(
    "tariff",
    (id: number) => unwrap(client.DELETE("/api/admin/tarif/{id}/supprimer", byId(id))),
    { forgets: (id) => keys.tariff(id) },
  );

export const useAddPeriod = (tariffId: number) =>
  useWrite("tariff", (body: PeriodInput) =>
    unwrap(client.POST("/api/admin/tarif/{id}/ajouter-plage-horaire", { ...byId(tariffId), body })),
  );

/** `version` is that of the tariff. */
export const useSavePeriod = (id: number) =>
  useWrite("tariff", ({ body, version }: Versioned<PeriodInput>) =>
    unwrap(
      client.PUT("/api/admin/tarif-periode/{id}/modifier", { ...atVersion(id, version), body }),
    ),
  );

export const useDeletePeriod = (id: number) =>
  useWrite("tariff", () =>
    unwrap(client.DELETE("/api/admin/tarif-periode/{id}/supprimer", byId(id))),
  );

/** The wire values of « Ajouter » and « Tout remplacer ». */
export const MODES = { add: 1, replace: 2 } as const;

type EmailsInput = { emails: string[]; mode: (typeof MODES)[keyof typeof MODES] };

/** `version` is that of the tariff. */
export const useChangeBeneficiaries = (tariffId: number) =>
  useWrite("tariff", ({ body, version }: Versioned<EmailsInput>) =>
    unwrap(
      client.PUT("/api/admin/tarif/{id}/modifier-liste-usagers", {
        ...atVersion(tariffId, version),
        body,
      }),
    ),
  );

export const useDeleteBeneficiary = () =>
  useWrite("tariff", (id: number) =>
    unwrap(client.DELETE("/api/admin/tarif/supprimer-usager/{id}", byId(id))),
  );

/** Applies the tariff to these lockers of the station and to no other locker there; `version` is that of the tariff. */
export const useApplyToLockers = (tariffId: number, stationId: number) =>
  useWrite("tariff", ({ body: idCasiers, version }: Versioned<number[]>) =>
    unwrap(
      client.PUT("/api/admin/tarif/{id}/station/{stationId}/modifier-casiers", {
        params: { path: { id: tariffId, stationId }, header: ifMatch(version) },
        body: { idCasiers },
      }),
    ),
  );
