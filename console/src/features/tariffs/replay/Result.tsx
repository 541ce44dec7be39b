import type { Replay, ReplayFigure, ReplayGap } from "@/data/replays";
import { type Column, Table } from "@/ui/table/Table";
import { formatCount, formatEuros, formatEurosChange } from "@/words/format";
import { gapColumns, gapKey } from "../edit/comparison/gaps";
import classes from "./replay.module.css";

interface Group {
  id: number;
  label: string;
  hint: string;
  figure: ReplayFigure;
  sum: string;
}

const groupColumns: Column<Group>[] = [
  {
    key: "groupe",
    header: "Utilisations",
    render: ({ label, hint }) => (
      <span className={classes.group}>
        {label}
        <span className={classes.hint}>{hint}</span>
      </span>
    ),
  },
  {
    key: "nombre",
    header: "Nombre",
    align: "right",
    render: ({ figure }) => formatCount(figure.nombre),
  },
  { key: "somme", header: "Somme", align: "right", render: ({ sum }) => sum },
];

const columns: Column<ReplayGap>[] = [
  ...gapColumns<ReplayGap>(),
  {
    key: "ecart",
    header: "Écart",
    align: "right",
    render: ({ ecart }) => formatEurosChange(ecart),
  },
];

function groupsOf(replay: Replay): Group[] {
  const { tropPercus, insuffisants, identiques, autresNatures } = replay;
  const groups = [
    {
      label: "Trop perçu",
      hint: "Elles ont coûté plus qu'elles n'auraient dû.",
      figure: tropPercus,
      sum: formatEuros(tropPercus.somme),
    },
    {
      label: "Trop peu perçu",
      hint: "Elles ont coûté moins qu'elles n'auraient dû.",
      figure: insuffisants,
      sum: formatEuros(insuffisants.somme),
    },
    {
      label: "Inchangé",
      hint: "Leur prix est juste\u00a0; la somme est ce qu'elles ont coûté.",
      figure: identiques,
      sum: formatEuros(identiques.somme),
    },
  ];
  if (autresNatures.nombre > 0)
    groups.push({
      label: "Non recalculé",
      hint: "Elles relèvent d'une version du tarif d'un autre type (abonnement ou tarif horaire).",
      figure: autresNatures,
      sum: formatEuros(autresNatures.somme),
    });
  return groups.map((group, id) => ({ ...group, id }));
}

/** How many stays cost too much, too little or the right price, and the widest gaps. */
export function Result({ replay }: { replay: Replay }) {
  const { utilisations, totalNouveau, plusGrandsEcarts, statut } = replay;
  if (statut === "termine" && utilisations.nombre + replay.autresNatures.nombre === 0)
    return (
      <div className={classes.card}>
        <p className={classes.text}>
          Aucune utilisation terminée n'a commencé dans cette période avec ce tarif.
        </p>
      </div>
    );
  return (
    <div className={classes.result}>
      <dl className={classes.totals}>
        <div>
          <dt>Ce qu'elles ont coûté</dt>
          <dd>{formatEuros(utilisations.somme)}</dd>
        </div>
        <div>
          <dt>Avec les valeurs corrigées</dt>
          <dd>{formatEuros(totalNouveau)}</dd>
        </div>
        <div>
          <dt>Différence</dt>
          <dd>{formatEurosChange(totalNouveau - utilisations.somme)}</dd>
        </div>
      </dl>
      <Table caption="Résultat" columns={groupColumns} rows={groupsOf(replay)} rowKey={idOf} />
      {plusGrandsEcarts.length > 0 && (
        <section className={classes.gaps} aria-label="Les plus grands écarts">
          <h3 className={classes.subTitle}>Les plus grands écarts</h3>
          <Table
            caption="Les plus grands écarts"
            columns={columns}
            rows={plusGrandsEcarts}
            rowKey={gapKey}
          />
        </section>
      )}
    </div>
  );
}

const idOf = ({ id }: Group) => id;
