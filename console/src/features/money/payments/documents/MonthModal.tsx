import { Button, Modal, NativeSelect, Text } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import money from "../../money.module.css";
import { monthsUntil } from "./months";
import { useMonthFile } from "./useMonthFile";
import { MEANING } from "./words";

const megabytes = new Intl.NumberFormat("fr-FR", {
  style: "unit",
  unit: "megabyte",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

type MonthModalProps = { operatorId: number; onClose: () => void };

/** Downloads the documents of a month. Closing it gives the download up. */
export function MonthModal({ operatorId, onClose }: MonthModalProps) {
  useReturnFocus();
  const months = monthsUntil(Date.now());
  const [month, setMonth] = useState(months[0]);
  const { bytes, fault, start, clear } = useMonthFile(operatorId, onClose);
  const busy = bytes !== undefined;
  const hint = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (month && !busy) start(month);
  };

  return (
    <Modal opened onClose={onClose} title="Reçus et avoirs du mois" size="sm" returnFocus={false}>
      <form className={money.form} onSubmit={submit} noValidate>
        <Text id={hint}>
          Une archive ZIP, avec un fichier PDF par document numéroté dans le mois. {MEANING}
        </Text>
        <div>
          {" "}
          <NativeSelect
            label="Mois"
            value={month?.value}
            aria-describedby={hint}
            data-autofocus
            onChange={({ currentTarget }) => {
              clear();
              setMonth(months.find(({ value }) => value === currentTarget.value));
            }}
            data={months}
          />
          <Text fw={550} mt={busy ? "md" : 0} role="status">
            {busy && `Téléchargement en cours\u00a0: ${megabytes.format(bytes / 1e6)}`}
          </Text>
        </div>
        <FormError message={fault} />
        <Answers>
          <Button variant="default" onClick={onClose}>
            {busy ? "Annuler" : "Retour"}
          </Button>
          <SubmitButton busy={busy}>Télécharger</SubmitButton>
        </Answers>
      </form>
    </Modal>
  );
}
