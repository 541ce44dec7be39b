import { Button, Divider } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useConfirmedWrite, useDelete } from "@/kit/records/useConfirmedWrite";
import { Can } from "@/session/Can";
import { Answers } from "@/ui/layout/Answers";
import type { TariffWithLists } from "../api";
import { SimulationModal } from "../simulation/SimulationModal";
import { useCopyTariff, useDeleteTariff } from "./api";

/** The actions on one tariff besides editing it. */
export function TariffActions({ tariff: { id, libelleAdmin } }: { tariff: TariffWithLists }) {
  const navigate = useNavigate();
  const [simulating, setSimulating] = useState(false);
  const { mutateAsync: copyTariff } = useCopyTariff();
  const { mutateAsync: deleteTariff } = useDeleteTariff();
  const subject = { article: "la condition tarifaire", item: libelleAdmin };

  const copy = useConfirmedWrite({
    question: { kind: "copy", ...subject },
    write: () => copyTariff(id),
    done: `La condition tarifaire «\u00a0${libelleAdmin}\u00a0» est dupliquée.`,
    after: (made) =>
      navigate({ to: "/gestion-tarifs/$id/details", params: { id: String(made.id) } }),
  });
  const remove = useDelete({
    ...subject,
    write: () => deleteTariff(id),
    done: `La condition tarifaire «\u00a0${libelleAdmin}\u00a0» est supprimée.`,
  });

  return (
    <>
      <Divider color="var(--line)" />
      <Answers justify="flex-start" gap="xs">
        <Button variant="default" size="xs" onClick={() => setSimulating(true)}>
          Simuler une occupation
        </Button>
        <Can right="DROIT_TARIFS_ECRITURE">
          <Button variant="default" size="xs" onClick={copy}>
            Dupliquer
          </Button>
          <Button variant="subtle" color="red" size="xs" onClick={remove}>
            Supprimer
          </Button>
        </Can>
        <SimulationModal tariffId={id} opened={simulating} onClose={() => setSimulating(false)} />
      </Answers>
    </>
  );
}
