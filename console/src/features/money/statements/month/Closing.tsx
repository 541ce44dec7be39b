import { Box, Paper, Text } from "@mantine/core";
import { useId, useState } from "react";
import { formatCount, formatLong } from "@/format";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { BusyButton } from "@/ui/form/BusyButton";
import { Answers } from "@/ui/layout/Answers";
import { type Statement, useCloseMonth } from "../api";
import { HowClosed, LeftToDo } from "./LeftToDo";

const CloseModal = lazyPart(async () => (await import("./CloseModal")).CloseModal, {
  onMissing: ({ onClose }) => onClose(),
});

/** Says whether the figures still change and what is left to do, and closes the month where that may be done. */
export function Closing({ statement }: { statement: Statement }) {
  const { exploitant, mois, etat, clotureLe, cloturable, empechement, enAttente } = statement;
  const reason = useId();
  const { mutateAsync: close, isPending } = useCloseMonth(exploitant, mois);
  const [asking, setAsking] = useState(false);
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-label="Clôture du mois">
      <Answers>
        <Box flex="1 1 20rem">
          <Text inherit>{sentenceOf(etat, clotureLe)}</Text>
          {etat === "cloture" && <HowClosed statement={statement} />}
          {etat !== "cloture" && enAttente > 0 && (
            <Text c="dimmed" fz={13}>
              {enAttente > 1
                ? `${formatCount(enAttente)} écritures attendent d'être enchaînées au registre\u00a0: c'est l'affaire d'une minute.`
                : "Une écriture attend d'être enchaînée au registre\u00a0: c'est l'affaire d'une minute."}
            </Text>
          )}
          {etat !== "cloture" && empechement && (
            <Text c="dimmed" fz={13} id={reason}>
              {empechement}
            </Text>
          )}
          {etat === "a_cloturer" && <LeftToDo statement={statement} />}
        </Box>
        {etat !== "cloture" && (
          <BusyButton
            busy={isPending}
            disabled={!cloturable}
            aria-describedby={cloturable ? undefined : reason}
            onClick={() => setAsking(true)}
          >
            Clôturer le mois
          </BusyButton>
        )}
      </Answers>
      {/* Asked here and not beside the button, so that the refusal of who comes second outlives the button. */}
      {asking && (
        <CloseModal statement={statement} close={close} onClose={() => setAsking(false)} />
      )}
    </Paper>
  );
}

function sentenceOf(etat: Statement["etat"], clotureLe: string | null | undefined): string {
  if (etat === "ouvert") return "Ce mois est en cours\u00a0: ses chiffres changent encore.";
  if (etat === "a_cloturer")
    return "Ce mois est passé et n'est pas clôturé\u00a0: une écriture tardive peut encore y entrer.";
  return `Ce mois est clôturé${clotureLe ? ` depuis le ${formatLong(clotureLe)}` : ""}\u00a0: rien de ce qui y est daté ne change plus.`;
}
