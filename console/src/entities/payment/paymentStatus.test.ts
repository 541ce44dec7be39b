import { expect, it } from "vitest";
import { paymentStatus } from "./paymentStatus";

it.each([
  ["RUNNING", "EN COURS", "yellow"],
  ["NOT_PRESENTED", "NON PRÉSENTÉ", "orange"],
  ["FREE", "GRATUIT", "green"],
  ["PAYMENT_ERROR_MEANT_OF_PAYMENT", "ERREUR DU MOYEN DE PAIEMENT", "red"],
  ["ATTEMPT_PROCESS", "EN ATTENTE", "yellow"],
  ["UNPAID", "IMPAYÉ", "red"],
  ["PAID", "PAYÉ", "green"],
  ["ERROR", "ERREUR", "red"],
  ["PERMANENT_ERROR", "ERREUR PERSISTANTE", "red"],
  ["CANCELLED", "ANNULÉ", "red"],
  ["MANUAL", "MANUEL", "green"],
  ["INVALID_PAYMENT", "ERREUR", "red"],
  ["NOUVEAU", "NOUVEAU", "white"],
])("%s has the label « %s » and the colour %s", (key, label, color) =>
  expect(paymentStatus(key)).toEqual({ label, color }),
);
