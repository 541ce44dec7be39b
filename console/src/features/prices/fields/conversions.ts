import { formatAmount, parseDuration, parseEuros, typedDuration, typedLimit } from "@/format";
import type { Tariff, TariffInput } from "../api";
import { fieldsInUse, isSubscription, type TariffForm } from "./tariffSchema";

const DAY = 1440;
const HOUR = 60;

export const newTariff: TariffForm = {
  libelleAdmin: "",
  libelleUtilisateur: "",
  typeTarif: "heure",
  montant: "",
  montantPromo: "",
  montantPlafond: "",
  ceilingScope: "stay",
  nombreMinutesPlafond: "",
  nombreMinutesGratuites: "",
  freeUnit: "minute",
  franchise: false,
  nombreMinutesAvantDepassement: "",
  overrunAfterUnit: "",
  montantDepassement: "",
  uniteDureeDepassement: "",
  rappelMinutes: "",
  nombreMinutesAvantEnlevement: "",
  removalAfterUnit: "",
  montantEnlevement: "",
  nombreMaxOccupations: "1",
  placeAttribuee: false,
};

/** Returns the form values of a saved tariff. */
export function toForm(
  tariff: Omit<Tariff, "id" | "idExploitant" | "libelle" | "libellePublic">,
): TariffForm {
  const euros = (cents: number | null) => (cents === null ? "" : formatAmount(cents));
  const limit = (minutes: number | null) =>
    minutes === null ? { text: "", unit: "" as const } : typedLimit(minutes);
  const free =
    tariff.nombreMinutesGratuites === null
      ? { text: "", unit: newTariff.freeUnit }
      : typedDuration(tariff.nombreMinutesGratuites);
  const overrun = limit(tariff.nombreMinutesAvantDepassement);
  const removal = limit(tariff.nombreMinutesAvantEnlevement);
  const window = tariff.nombreMinutesPlafond;
  return {
    libelleAdmin: tariff.libelleAdmin,
    libelleUtilisateur: tariff.libelleUtilisateur,
    typeTarif: tariff.typeTarif,
    montant: euros(tariff.montant),
    montantPromo: euros(tariff.montantPromo),
    montantPlafond: euros(tariff.montantPlafond),
    ceilingScope: window === null ? "stay" : window === DAY ? "day" : "hours",
    nombreMinutesPlafond: window === null || window === DAY ? "" : String(window / HOUR),
    nombreMinutesGratuites: free.text,
    freeUnit: free.unit,
    franchise: tariff.franchise,
    nombreMinutesAvantDepassement: overrun.text,
    overrunAfterUnit: overrun.unit,
    montantDepassement: euros(tariff.montantDepassement),
    uniteDureeDepassement: tariff.uniteDureeDepassement ?? "",
    rappelMinutes: tariff.rappelMinutes === null ? "" : String(tariff.rappelMinutes),
    nombreMinutesAvantEnlevement: removal.text,
    removalAfterUnit: removal.unit,
    montantEnlevement: euros(tariff.montantEnlevement),
    nombreMaxOccupations: String(tariff.nombreMaxOccupations ?? newTariff.nombreMaxOccupations),
    placeAttribuee: tariff.placeAttribuee,
  };
}

/** Returns the request body of a valid form: cents and minutes, without the empty fields. */
export function toWire(form: TariffForm): TariffInput {
  const inUse = fieldsInUse(form);
  const cents = (text: string) => parseEuros(text) ?? undefined;
  const minutes = (text: string, unit: TariffForm["overrunAfterUnit" | "freeUnit"]) =>
    unit === "" ? undefined : (parseDuration(text, unit) ?? undefined);
  return {
    libelleAdmin: form.libelleAdmin.trim(),
    libelleUtilisateur: form.libelleUtilisateur.trim(),
    abonnement: isSubscription(form.typeTarif),
    typeTarif: form.typeTarif,
    montant: cents(form.montant),
    montantPromo: cents(form.montantPromo),
    montantPlafond: inUse.ceiling ? cents(form.montantPlafond) : undefined,
    nombreMinutesPlafond: inUse.window ? windowOf(form) : undefined,
    nombreMinutesGratuites: inUse.free
      ? minutes(form.nombreMinutesGratuites, form.freeUnit)
      : undefined,
    franchise: inUse.franchise && form.franchise,
    nombreMinutesAvantDepassement: minutes(
      form.nombreMinutesAvantDepassement,
      form.overrunAfterUnit,
    ),
    montantDepassement: cents(form.montantDepassement),
    uniteDureeDepassement: form.uniteDureeDepassement || undefined,
    rappelMinutes: inUse.reminder ? minutes(form.rappelMinutes, "minute") : undefined,
    nombreMinutesAvantEnlevement: minutes(form.nombreMinutesAvantEnlevement, form.removalAfterUnit),
    montantEnlevement: cents(form.montantEnlevement),
    nombreMaxOccupations: inUse.free ? undefined : Number(form.nombreMaxOccupations) || undefined,
    placeAttribuee: inUse.free ? undefined : form.placeAttribuee,
  };
}

function windowOf({ ceilingScope, nombreMinutesPlafond }: TariffForm): number | undefined {
  if (ceilingScope === "day") return DAY;
  return ceilingScope === "hours"
    ? (parseDuration(nombreMinutesPlafond, "heure") ?? undefined)
    : undefined;
}
