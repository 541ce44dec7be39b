import { useQuery } from "@tanstack/react-query";
import { useController } from "react-hook-form";
import * as v from "valibot";
import type { Intervention } from "@/entities/intervention/api";
import { CAUSES } from "@/entities/intervention/states";
import { numberOf } from "@/entities/intervention/words";
import { CauseChips } from "@/entities/locker/CauseChips";
import { colleaguesQuery } from "@/entities/work/api";
import { parseDate, typedDate } from "@/format/typed";
import { FormModal } from "@/kit/records/FormModal";
import type { Form } from "@/kit/records/useServerForm";
import { useOperator } from "@/session/operator";
import { notifySuccess } from "@/ui/feedback/notify";
import { DateField } from "@/ui/form/DateField";
import { SelectField } from "@/ui/form/moreFields";
import { useChangeIntervention } from "./api";

type ChangeModalProps = { intervention: Intervention; onClose: () => void };

/** What may change while an intervention is open; days are as they are typed. */
type Change = { cause: string; echeance: string; responsable: string };

const NOBODY = "0";

const schema = v.object({
  cause: v.picklist(CAUSES),
  echeance: v.pipe(
    v.string(),
    v.check((typed) => !typed.trim() || parseDate(typed) !== null, "Ce jour n'est pas correct."),
  ),
  responsable: v.string(),
});

const valuesOf = ({ cause, echeance, responsable }: Intervention): Change => ({
  cause,
  echeance: echeance ? typedDate(echeance) : "",
  responsable: responsable ? String(responsable.id) : NOBODY,
});

/** Changes the cause of an open intervention, the day until which it has to be seen to, and who sees to it. */
export function ChangeModal({ intervention, onClose }: ChangeModalProps) {
  const { mutateAsync: change } = useChangeIntervention(intervention.id);
  const before = valuesOf(intervention);
  return (
    <FormModal
      title={`Modifier l'intervention ${numberOf(intervention)}`}
      submit="Enregistrer"
      onClose={onClose}
      schema={schema}
      values={before}
      // Only what was changed: a day that has passed meanwhile may stay.
      write={async ({ cause, echeance, responsable }) => {
        await change({
          ...(cause !== before.cause && { cause }),
          ...(echeance !== before.echeance && { echeance: parseDate(echeance) ?? "" }),
          ...(responsable !== before.responsable && { responsable: Number(responsable) }),
        });
        notifySuccess(`L'intervention ${numberOf(intervention)} est modifiée.`);
      }}
    >
      {(form) => <Fields form={form} holder={intervention.responsable} />}
    </FormModal>
  );
}

type FieldsProps = {
  form: Form<Change, v.InferOutput<typeof schema>>;
  holder: Intervention["responsable"];
};

function Fields({ form: { control }, holder }: FieldsProps) {
  const { field } = useController({ control, name: "cause" });
  const operator = useOperator();
  const { data: colleagues = [] } = useQuery({
    ...colleaguesQuery(operator?.id ?? 0),
    enabled: operator !== null,
  });
  // Who is in charge may be of those whom this account may not list.
  const known = !holder || colleagues.some(({ id }) => id === holder.id);
  return (
    <>
      <CauseChips label="Cause" value={field.value} onChoose={field.onChange} />
      <SelectField
        control={control}
        name="responsable"
        label="Prise en charge par"
        data={[
          { value: NOBODY, label: "Personne" },
          ...(known ? colleagues : [holder, ...colleagues]).map(({ id, nom }) => ({
            value: String(id),
            label: nom,
          })),
        ]}
      />
      <DateField control={control} name="echeance" label="Échéance" />
    </>
  );
}
