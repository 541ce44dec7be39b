import { Button, Modal } from "@mantine/core";
import { IconCoinEuro } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { formatCount } from "@/shared/format";
import { Block } from "@/shared/ui/Block";
import { DataTable } from "@/shared/ui/DataTable";
import { EmptyState } from "@/shared/ui/EmptyState";
import type { Column } from "@/shared/ui/ExpandableTable";
import { LoadError } from "@/shared/ui/LoadError";
import { ListSkeleton } from "@/shared/ui/Skeletons";
import { useReturnFocus } from "@/shared/ui/useReturnFocus";
import classes from "./management.module.css";
import { type LockerTariffs, stationTariffsQuery } from "./queries";

const isPriced = ({ tarifsAutre, tarifsAbonnement }: LockerTariffs) =>
  tarifsAutre.length + tarifsAbonnement.length > 0;

function columnsFor(word: "casier" | "espace"): Column<LockerTariffs>[] {
  return [
    {
      key: "casier",
      header: word === "casier" ? "Code casier" : "Nom de l'espace",
      render: ({ libelleCasier }) => libelleCasier,
    },
    {
      key: "horaires",
      header: "Tarifs horaires",
      align: "right",
      render: ({ tarifsAutre }) => formatCount(tarifsAutre.length),
    },
    {
      key: "abonnements",
      header: "Abonnements",
      align: "right",
      render: ({ tarifsAbonnement }) => formatCount(tarifsAbonnement.length),
    },
  ];
}

type PriceConditionsProps = { stationId: number; word: "casier" | "espace" };

/** How many price conditions each locker has, and which. */
export function PriceConditions({ stationId, word }: PriceConditionsProps) {
  const tariffs = useQuery(stationTariffsQuery(stationId));
  const [shown, setShown] = useState<LockerTariffs | null>(null);
  return (
    <Block title="Conditions tarifaires" bare>
      {tariffs.isLoadingError ? (
        <LoadError
          message={asApiError(tariffs.error).message}
          requestId={asApiError(tariffs.error).requestId}
          onRetry={() => void tariffs.refetch()}
        />
      ) : tariffs.isPending ? (
        <ListSkeleton />
      ) : tariffs.data.some(isPriced) ? (
        <DataTable
          caption="Conditions tarifaires"
          columns={columnsFor(word)}
          rows={tariffs.data}
          rowKey={({ idCasier }) => idCasier}
          rowActions={(locker) =>
            isPriced(locker) && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Voir les conditions tarifaires de ${locker.libelleCasier}`}
                onClick={() => setShown(locker)}
              >
                Voir
              </Button>
            )
          }
        />
      ) : (
        <EmptyState
          icon={<IconCoinEuro />}
          title="Aucune condition tarifaire ne s'applique à cette station."
          hint="Les utilisations y sont gratuites."
        />
      )}
      {shown && <ConditionsModal locker={shown} onClose={() => setShown(null)} />}
    </Block>
  );
}

function ConditionsModal({ locker, onClose }: { locker: LockerTariffs; onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={`Conditions tarifaires, ${locker.libelleCasier}`}
      closeButtonProps={{ "aria-label": "Fermer", size: "md" }}
      classNames={{ title: classes.modalTitle }}
    >
      <Conditions title="Tarifs horaires" tariffs={locker.tarifsAutre} />
      <Conditions title="Abonnements" tariffs={locker.tarifsAbonnement} />
    </Modal>
  );
}

function Conditions({ title, tariffs }: { title: string; tariffs: LockerTariffs["tarifsAutre"] }) {
  if (tariffs.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.conditionsTitle}>{title}</h3>
      <ul className={classes.conditions}>
        {tariffs.map(({ id, libelle }) => (
          <li key={id}>{libelle}</li>
        ))}
      </ul>
    </section>
  );
}
