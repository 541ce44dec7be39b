import { Anchor, Box, Group, Text } from "@mantine/core";
import { IconRotateClockwise2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Control } from "react-hook-form";
import { FORBIDDEN } from "@/api/errors";
import { OwnedRecordPage } from "@/entities/operator/OwnedRecordPage";
import { formatCount, formatDate, formatEuros, formatShort } from "@/format";
import { List } from "@/kit/lists/List";
import { RecordForm } from "@/kit/records/RecordForm";
import { useRecordId } from "@/kit/records/RecordPage";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { LoadError } from "@/ui/feedback/LoadError";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { Column } from "@/ui/table/Table";
import { type Tariff, tariffQuery } from "../api";
import { toForm } from "../fields/conversions";
import { TariffFields } from "../fields/TariffFields";
import type { TariffForm } from "../fields/tariffSchema";
import prices from "../prices.module.css";
import { SpanFields } from "../repricing/SpanFields";
import { type Repricing, repricingsQuery, useCreateRepricing } from "./api";
import { repricingInput, repricingSchema } from "./schema";
import { REPRICING_STATES } from "./states";

/** The form that prices past stays of a tariff again, and what came of it before. */
export function RepricingsPage() {
  const tariff = useQuery(tariffQuery(useRecordId()));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  return (
    <OwnedRecordPage
      title="Rejouer les prix"
      query={tariff}
      subtitle={({ libelleAdmin }) => libelleAdmin}
      owner={({ idExploitant }) => idExploitant}
      backOf={({ id }) => ({
        to: `/gestion-tarifs/${id}/details`,
        label: "Retour à la condition tarifaire",
      })}
      missing="Cette condition tarifaire est introuvable."
    >
      {(loaded) =>
        mayWrite ? (
          <>
            <NewRepricing tariff={loaded} />
            <PastRepricings tariffId={loaded.id} />
          </>
        ) : (
          <LoadError message={FORBIDDEN} />
        )
      }
    </OwnedRecordPage>
  );
}

function NewRepricing({ tariff }: { tariff: Tariff }) {
  const navigate = useNavigate();
  const { mutateAsync: repricing } = useCreateRepricing(tariff.id);
  return (
    <Block title="Ce que les prix auraient dû être">
      <Text maw="80ch" mb="md">
        Donnez une période et les valeurs justes&nbsp;: chaque utilisation commencée dans cette
        période avec ce tarif, quelle que soit sa version d'alors, est recalculée, si elle est
        terminée et n'a pas été rendue gratuite. Rien n'est modifié&nbsp;: vous verrez d'abord ce
        qui a été payé de trop ou de moins.
      </Text>
      <RecordForm
        schema={repricingSchema}
        values={{ ...toForm(tariff), du: "", au: "" }}
        write={(values) => repricing(repricingInput(values))}
        after={({ id }) =>
          navigate({ to: "/rejeux/$id", params: { id: String(id) }, ignoreBlocker: true })
        }
        submit="Rejouer les prix"
      >
        {({ control }) => (
          <>
            <Box mb="lg">
              <SpanFields control={control} />
            </Box>
            {/* The fields of a tariff are among those of this form. */}
            <TariffFields control={control as unknown as Control<TariffForm>} />
          </>
        )}
      </RecordForm>
    </Block>
  );
}

const columns: Column<Repricing>[] = [
  {
    key: "demandeLe",
    header: "Demandé le",
    render: ({ id, demandeLe }) => (
      <Anchor
        className={prices.link}
        renderRoot={(props) => <Link {...props} to="/rejeux/$id" params={{ id: String(id) }} />}
      >
        {formatShort(demandeLe)}
      </Anchor>
    ),
  },
  { key: "par", header: "Par", render: ({ demandePar }) => demandePar?.nom ?? "–" },
  {
    key: "periode",
    header: "Période",
    render: ({ du, au }) => `Du ${formatDate(du)} au ${formatDate(au)}`,
  },
  {
    key: "etat",
    header: "État",
    render: ({ statut, progression }) => (
      <Group component="span" gap="xs">
        <StatusChip {...REPRICING_STATES[statut]} />
        {statut === "en_cours" && `${progression}\u00a0%`}
      </Group>
    ),
  },
  {
    key: "utilisations",
    header: "Utilisations",
    align: "right",
    render: ({ utilisations }) => formatCount(utilisations.nombre),
  },
  {
    key: "trop",
    header: "Trop perçu",
    align: "right",
    render: ({ tropPercus }) => formatEuros(tropPercus.somme),
  },
  {
    key: "insuffisant",
    header: "Trop peu perçu",
    align: "right",
    render: ({ insuffisants }) => formatEuros(insuffisants.somme),
  },
];

const TABLE = { caption: "Rejeux de ce tarif", columns };

function PastRepricings({ tariffId }: { tariffId: number }) {
  return (
    <Block title="Rejeux de ce tarif" bare>
      <List
        query={useQuery(repricingsQuery(tariffId))}
        table={TABLE}
        icon={<IconRotateClockwise2 />}
        skeleton={3}
        empty={
          <EmptyState
            icon={<IconRotateClockwise2 />}
            title="Aucun prix n'a encore été rejoué."
            hint="Le résultat de chaque rejeu restera ici, avec son fichier et ses remboursements."
          />
        }
      />
    </Block>
  );
}
