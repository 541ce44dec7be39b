import * as v from "valibot";
import { required } from "@/format/rules";
import type { BookkeepingAccounts } from "../api";

const number = required("Veuillez renseigner ce compte");

/** What can be said without the server, by wire name; it checks the form of the numbers. */
export const accountsSchema = v.object({
  usagers: number,
  prestations: number,
  tvaCollectee: number,
  avoirs: number,
  prestataire: number,
  especes: number,
  cheques: number,
  banque: number,
  nonDu: number,
  repris: number,
  frais: number,
  contestes: number,
  pertes: number,
  ecarts: number,
  avance: number,
} satisfies Record<keyof BookkeepingAccounts, typeof number>);

/** What each account holds, in the order of the form. */
export const ACCOUNTS: readonly { name: keyof BookkeepingAccounts; label: string; hint: string }[] =
  [
    { name: "usagers", label: "Usagers", hint: "Ce que les usagers doivent" },
    { name: "prestations", label: "Prestations", hint: "Ce qui est facturé, hors taxes" },
    { name: "tvaCollectee", label: "TVA collectée", hint: "La TVA de ce qui est facturé" },
    { name: "avoirs", label: "Avoirs", hint: "Ce qui est rendu aux usagers, hors taxes" },
    {
      name: "prestataire",
      label: "Prestataire de paiement",
      hint: "Ce qu'il a encaissé et n'a pas encore reversé",
    },
    { name: "banque", label: "Banque", hint: "Les virements, et les cartes au guichet" },
    { name: "cheques", label: "Chèques", hint: "Les chèques à remettre" },
    { name: "especes", label: "Espèces", hint: "La caisse" },
    { name: "nonDu", label: "Non dû", hint: "Encaissé sans être dû, jusqu'à ce que ce soit rendu" },
    { name: "repris", label: "Repris", hint: "Facturé avant le registre" },
    {
      name: "frais",
      label: "Frais du prestataire",
      hint: "Ce que le prestataire de paiement garde",
    },
    {
      name: "contestes",
      label: "Contestés",
      hint: "Repris par la banque de l'usager, jusqu'à la fin de la contestation",
    },
    { name: "pertes", label: "Pertes", hint: "Les contestations perdues" },
    {
      name: "avance",
      label: "Facturé d'avance",
      hint: "Les mois à venir des abonnements annuels",
    },
    {
      name: "ecarts",
      label: "Écarts",
      hint: "Entre les relevés du prestataire et le registre, jusqu'à leur explication",
    },
  ];
