import { Text, VisuallyHidden } from "@mantine/core";
import { formatCount, formatEuros, formatEurosChange } from "@/format";
import type { StatementFigure } from "../api";
import { Figure } from "./Figure";
import classes from "./month.module.css";

/** A balance above or below the movements. */
interface Balance {
  label: string;
  /** In cents. */
  amount: number;
}

type AccountProps = {
  caption: string;
  figures: readonly StatementFigure[];
  opening?: Balance;
  closing?: Balance;
  /** The wire names of figures whose lines open elsewhere on the page. */
  elsewhere?: readonly string[];
  onOpen: (figure: string) => void;
};

/** What a figure is made of, where its name does not say it. */
const HINTS: Record<string, string> = {
  reprise: "Dû au début du registre, et facturé avant.",
  repris: "Soldé ce mois-ci, mais facturé avant l'ouverture du registre.",
  contestation_perdue: "Une charge, qui ne change plus ce que doit le prestataire.",
  ecart: "Tenu à part jusqu'à ce que le rapprochement l'explique.",
};

/** The movements of a month between its balances, one below the other, as an accountant reads them. */
export function Account({
  caption,
  figures,
  opening,
  closing,
  elsewhere = [],
  onOpen,
}: AccountProps) {
  return (
    <table className={classes.account}>
      <VisuallyHidden component="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">Mouvement</th>
          <th scope="col" data-align="right">
            Nombre
          </th>
          <th scope="col" data-align="right">
            Montant TTC
          </th>
        </tr>
      </thead>
      <tbody>
        {opening && <BalanceRow {...opening} />}
        {figures.map(({ cle, libelle, effet, montant, nombre }) => (
          <tr key={cle} data-none={nombre === 0 || undefined}>
            <th scope="row">
              {libelle}
              {HINTS[cle] && (
                <Text size="xs" c="dimmed">
                  {HINTS[cle]}
                </Text>
              )}
            </th>
            <td data-align="right">{formatCount(nombre)}</td>
            <td data-align="right">
              <Figure
                cle={cle}
                label={libelle}
                lines={elsewhere.includes(cle) ? 0 : nombre}
                onOpen={onOpen}
              >
                {effet === 0 ? formatEuros(montant) : formatEurosChange(effet * montant)}
              </Figure>
            </td>
          </tr>
        ))}
        {closing && <BalanceRow {...closing} />}
      </tbody>
    </table>
  );
}

function BalanceRow({ label, amount }: Balance) {
  return (
    <tr data-balance>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td data-align="right">{formatEuros(amount)}</td>
    </tr>
  );
}
