import { Text } from "@mantine/core";
import * as v from "valibot";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import { type MonthSpan, type RulingInput, useRule } from "./api";
import { ATTRIBUTIONS } from "./words";

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const schema = v.object({
  cause: v.string(),
  attribution: v.string(),
  commentaire: v.pipe(v.string(), v.trim(), v.maxLength(255, "255 caractères au plus")),
});

/** Says why something could not be used, and on whose account. */
export function RuleModal({ span, onClose }: { span: MonthSpan; onClose: () => void }) {
  const { mutateAsync: rule } = useRule(span.id);
  const last = span.qualifications.at(-1);
  return (
    <FormModal
      title={`Qualifier l'indisponibilité n° ${span.id}`}
      submit="Qualifier"
      onClose={onClose}
      schema={schema}
      values={{
        cause: last?.cause ?? "autre",
        attribution: last?.attribution ?? "exploitant",
        commentaire: "",
      }}
      write={async (values) => {
        await rule(values as RulingInput);
        notifySuccess("L'indisponibilité est qualifiée.");
      }}
    >
      {({ control }) => (
        <>
          <Text>
            Ce qui a été dit avant reste lisible. Les chiffres d'un mois clôturé ne changent
            pas&nbsp;: ceux que donne la nouvelle cause sont montrés à côté.
          </Text>
          <SelectField
            control={control}
            name="cause"
            label="Cause"
            data={optionsOf(OUTAGE_CAUSES)}
          />
          <SelectField
            control={control}
            name="attribution"
            label="Attribution"
            data={optionsOf(ATTRIBUTIONS)}
          />
          <TextField control={control} name="commentaire" label="Commentaire" />
        </>
      )}
    </FormModal>
  );
}
