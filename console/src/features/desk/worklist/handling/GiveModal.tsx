import { Button, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { RIGHTS_OF_ROLE, type Right } from "@/api/rights";
import { type Colleague, colleaguesQuery } from "@/entities/work/api";
import { QueryState } from "@/kit/lists/QueryState";
import { useServerForm } from "@/kit/records/useServerForm";
import { FormError } from "@/ui/form/FormError";
import { SelectField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import type { Line } from "../lines";

const schema = v.object({
  responsable: v.pipe(v.string(), v.nonEmpty("Veuillez choisir un collègue")),
});

/** The rights without which a line is not on the worklist. */
const NEEDED: Partial<Record<Line["kind"], Right>> = {
  cartes: "DROIT_USER_HOTLINE_LECTURE",
  ecarts: "DROIT_TARIFS_ECRITURE",
  clotures: "DROIT_TARIFS_ECRITURE",
  remboursements: "DROIT_TARIFS_ECRITURE",
  velos: "DROIT_TARIFS_ECRITURE",
};

/** Reports whether the colleague finds the line on the worklist. */
const sees = ({ roles }: Colleague, { kind }: Line) => {
  const needed = NEEDED[kind];
  return (
    !needed || roles.some((role) => (RIGHTS_OF_ROLE[role] as readonly Right[]).includes(needed))
  );
};

type GiveModalProps = {
  line: Line;
  operatorId: number;
  onGive: (to: number, done: string) => Promise<void>;
  onClose: () => void;
};

/** Gives a line to a colleague. */
export function GiveModal({ line, operatorId, onGive, onClose }: GiveModalProps) {
  const holder = line.handling.responsable?.id;
  return (
    <Modal opened onClose={onClose} title="Confier la ligne" size="md">
      <QueryState query={useQuery(colleaguesQuery(operatorId))}>
        {(colleagues) => (
          <GiveForm
            line={line}
            colleagues={colleagues.filter((one) => one.id !== holder && sees(one, line))}
            onGive={onGive}
            onClose={onClose}
          />
        )}
      </QueryState>
    </Modal>
  );
}

type GiveFormProps = Omit<GiveModalProps, "operatorId"> & { colleagues: Colleague[] };

function GiveForm({ line, colleagues, onGive, onClose }: GiveFormProps) {
  const { form, submit } = useServerForm({
    schema,
    values: { responsable: "" },
    write: async ({ responsable }) => {
      const name = colleagues.find(({ id }) => String(id) === responsable)?.nom;
      await onGive(Number(responsable), `La ligne est confiée à ${name}.`);
      onClose();
    },
  });
  const { control, formState } = form;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text c="dimmed">
          {line.title}, {line.detail}
        </Text>
        <SelectField
          control={control}
          name="responsable"
          label="Collègue"
          data={[
            { value: "", label: "Choisir" },
            ...colleagues.map(({ id, nom }) => ({ value: String(id), label: nom })),
          ]}
          required
          autoFocus
        />
        <FormError message={formState.errors.root?.message} />
        <Answers mt="xs">
          <Button variant="default" onClick={onClose}>
            Retour
          </Button>
          <SubmitButton busy={formState.isSubmitting}>Confier</SubmitButton>
        </Answers>
      </Stack>
    </form>
  );
}
