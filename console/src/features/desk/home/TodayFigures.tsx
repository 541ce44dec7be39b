import { useQuery } from "@tanstack/react-query";
import { formatCount, formatEuros } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { type TodayFigures as Figures, todayQuery } from "./api";
import { LiveSection } from "./LiveSection";
import { Tile, Tiles } from "./Tiles";

type Figure = {
  label: string;
  value: (figures: Figures) => string;
  /** The same figure of the same weekday a week before. */
  before: (figures: Figures) => string;
};

const compared: Figure[] = [
  {
    label: "Utilisations commencées",
    value: ({ utilisations }) => formatCount(utilisations.valeur),
    before: ({ heure, utilisations: { precedente, precedenteALHeure } }) =>
      heure === 0
        ? formatCount(precedente)
        : `${formatCount(precedenteALHeure)} avant ${heure}\u00a0h, ${formatCount(precedente)} en tout`,
  },
  {
    label: "Recettes",
    value: ({ recettes }) => formatEuros(recettes.valeur),
    before: ({ recettes }) => `${formatEuros(recettes.precedente)} en tout`,
  },
  {
    label: "Temps dépassés",
    value: ({ depassements }) => formatCount(depassements.valeur),
    before: ({ depassements }) => `${formatCount(depassements.precedente)} en tout`,
  },
];

const weekday = new Intl.DateTimeFormat("fr-FR", { weekday: "long", timeZone: "UTC" });

/** Today's figures beside those of the same weekday a week before. */
export function TodayFigures({ operatorId }: { operatorId: number }) {
  const { data, ...query } = useQuery(todayQuery(operatorId));
  if (query.isLoadingError) return <QueryError query={query} />;
  const day = data && weekday.format(new Date(data.precedent));
  return (
    <LiveSection
      title="Aujourd'hui"
      aside={day && `à côté de ${day} dernier\u00a0; recettes encaissées, remboursements déduits`}
      query={query}
    >
      <Tiles most={3}>
        {compared.map(({ label, value, before }) => (
          <Tile
            key={label}
            label={label}
            value={data && value(data)}
            note={data ? `${capitalized(day ?? "")} dernier\u00a0: ${before(data)}` : "\u00a0"}
          />
        ))}
      </Tiles>
    </LiveSection>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
