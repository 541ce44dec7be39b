import { IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useExport } from "@/kit/export/useExport";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import type { SecurityEvent } from "./api";
import { chipsOf } from "./chips";
import { columns, rowLabel } from "./columns";
import { EventDetails } from "./EventDetails";
import { securityFile, securityPageQuery } from "./listQuery";
import { SecurityDay } from "./SecurityDay";
import { SecurityFilters } from "./SecurityFilters";
import { NO_FILTER, securitySearch } from "./search";

const WORDS = {
  pages: "Pages des événements de sécurité",
  empty: {
    title: "Aucun événement de sécurité n'est encore inscrit.",
    hint: "Un échec de connexion, un accès refusé ou un changement de droits apparaîtra ici.",
  },
  noMatch: {
    title: "Aucun événement de sécurité ne correspond à vos filtres.",
    hint: "Cherchez plus largement.",
    widen: "Effacer les filtres",
  },
};

/** The events that concern the security of accounts, for administrators. */
export function SecurityPage() {
  const list = useListSearch(securitySearch);
  const { search, narrow } = list;
  const events = useQuery(securityPageQuery(search));
  return (
    <ListPage
      title="Sécurité"
      subtitle="Tous les comptes de la plateforme"
      icon={<IconShieldLock />}
      words={WORDS}
      list={list}
      query={events}
      columns={columns}
      details={{
        rowLabel,
        renderDetails: (event: SecurityEvent) => <EventDetails event={event} onNarrow={narrow} />,
      }}
      views={<SecurityDay />}
      filters={<SecurityFilters search={search} onApply={narrow} />}
      chips={chipsOf(search, events.data?.items ?? [])}
      noFilter={NO_FILTER}
      download={useExport(securityFile(search))}
    />
  );
}
