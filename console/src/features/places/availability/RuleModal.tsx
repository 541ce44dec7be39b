import { SimpleGrid, Text } from "@mantine/core";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { formatLong } from "@/format";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { DateField } from "@/ui/form/DateField";
import { TextField } from "@/ui/form/fields";
import { HourField } from "@/ui/form/HourField";
import { SelectField } from "@/ui/form/moreFields";
import { type MonthSpan, useRule } from "./api";
import { rulingInput, rulingSchema, rulingValues } from "./ruling";
import { ATTRIBUTIONS } from "./words";

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Says why something could not be used, on whose account, and from when on. */
export function RuleModal({ span, onClose }: { span: MonthSpan; onClose: () => void }) {
  const { mutateAsync: rule } = useRule(span.id);
  const end = span.au ? `jusqu'au ${formatLong(span.au)}` : "en cours";
  return (
    <FormModal
      title={`Qualifier l'indisponibilité n° ${span.id}`}
      submit="Qualifier"
      onClose={onClose}
      schema={rulingSchema}
      values={rulingValues(span)}
      fields={{ depuis: "jour" }}
      write={async (values) => {
        await rule(rulingInput(values, span));
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
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DateField
              control={control}
              name="jour"
              label="Depuis le"
              hint={`Vide\u00a0: depuis le début, le ${formatLong(span.du)} (${end}).`}
            />
            <HourField control={control} name="heure" label="À" hint="Heure de Paris." />
          </SimpleGrid>
          <TextField control={control} name="commentaire" label="Commentaire" />
        </>
      )}
    </FormModal>
  );
}
