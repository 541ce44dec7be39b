import { Checkbox, Fieldset, Group, Input, Stack, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import type { ApiError } from "@/api/errors";
import { readTariffEffect } from "@/entities/effect/api";
import { endsInWords } from "@/entities/effect/words";
import { RecordForm } from "@/kit/records/RecordForm";
import type { Question } from "@/kit/records/useConfirmedWrite";
import type { Form } from "@/kit/records/useServerForm";
import { useConfirm } from "@/ui/dialog/confirm";
import { TextareaField } from "@/ui/form/moreFields";
import { type Beneficiary, MODES, type TariffChanges, useChangeBeneficiaries } from "../api";
import { FormPart } from "../draft/draft";
import {
  type BeneficiariesValues,
  beneficiariesSchema,
  CHOICES,
  type Choice,
  noBeneficiaries,
  type ValidBeneficiaries,
} from "./beneficiariesSchema";
import { EmailsRead } from "./EmailsRead";
import { readEmails } from "./emails";

type BeneficiariesFormProps = {
  tariffId: number;
  /** The version of the tariff on screen, which « Tout remplacer » is compared with. */
  version?: number | undefined;
  /** The current beneficiaries, whom « Tout remplacer » removes. */
  current: readonly Beneficiary[];
};

/** The form to add e-mails to the tariff's beneficiaries, or to replace them. */
export function BeneficiariesForm({ tariffId, version, current }: BeneficiariesFormProps) {
  const count = current.length;
  const { mutateAsync: change } = useChangeBeneficiaries(tariffId);
  const confirm = useConfirm();
  const question = async (typed: ValidBeneficiaries): Promise<Question | undefined> => {
    if (typed.choice !== "replace" || count === 0) return undefined;
    const { termines } = await readTariffEffect(tariffId, {
      retirer: current.map(({ id }) => id),
      ajouter: readEmails(typed.emails).emails,
    });
    return {
      kind: "delete",
      article: count > 1 ? "les" : "l'",
      item: count > 1 ? `${count} usagers actuels` : "usager actuel",
      consequences: endsInWords(termines),
    };
  };
  const changes = async (typed: ValidBeneficiaries): Promise<TariffChanges | null> => {
    const asked = await question(typed);
    if (asked && !(await confirm(asked))) return null;
    const { emails } = readEmails(typed.emails);
    return { beneficiaires: { toutRetirer: typed.choice === "replace", ajouts: emails } };
  };
  return (
    <RecordForm
      schema={beneficiariesSchema}
      values={noBeneficiaries}
      fields={{ mode: "choice" }}
      question={question}
      write={({ emails, choice }) =>
        change({ body: { emails: readEmails(emails).emails, mode: MODES[choice] }, version })
      }
      done={(_, list) =>
        list.length > 1
          ? `Le tarif est limité à ${list.length} usagers.`
          : "Le tarif est limité à 1 usager."
      }
      after={(_, { reset }) => reset(noBeneficiaries)}
      showRefusal={showRefusal}
    >
      {(form) => (
        <Stack>
          <FormPart
            name="Usagers"
            form={form}
            changes={changes}
            settle={() => form.reset(noBeneficiaries)}
          />
          <TextareaField
            control={form.control}
            name="emails"
            label="Emails"
            hint={
              "Un email par ligne, ou une liste collée depuis une messagerie ou un tableur. *@domaine.fr vaut pour toutes les adresses d'une entreprise."
            }
            required
            rows={6}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <EmailsRead
            control={form.control}
            onKeepValid={(text) =>
              form.setValue("emails", text, { shouldDirty: true, shouldValidate: true })
            }
          />
          <ChoiceField control={form.control} />
        </Stack>
      )}
    </RecordForm>
  );
}

// The console's sentence at the field, and the server's above the button, because it names the e-mail.
function showRefusal(
  { message, violations }: ApiError,
  { setError }: Form<BeneficiariesValues, ValidBeneficiaries>,
): boolean {
  const broken = violations.find(({ propertyPath }) => propertyPath === "emails");
  if (!broken || broken.message === message) return false;
  setError("emails", { type: "server", message }, { shouldFocus: true });
  setError("root", { type: "server", message: broken.message });
  return true;
}

/** Two checkboxes, at most one of which is ticked. */
function ChoiceField({
  control,
}: {
  control: Control<BeneficiariesValues, unknown, ValidBeneficiaries>;
}) {
  const { field, fieldState } = useController({ control, name: "choice" });
  const errorId = useId();
  const message = fieldState.error?.message;
  return (
    <Fieldset variant="unstyled" m={0}>
      <VisuallyHidden component="legend">Que faire de ces emails</VisuallyHidden>
      <Group gap="lg">
        {(Object.keys(CHOICES) as Choice[]).map((choice, index) => (
          <Checkbox
            key={choice}
            ref={index === 0 ? field.ref : undefined}
            label={CHOICES[choice]}
            checked={field.value === choice}
            onChange={(event) => field.onChange(event.currentTarget.checked ? choice : "")}
            onBlur={field.onBlur}
            aria-invalid={Boolean(message)}
            aria-describedby={message ? errorId : undefined}
          />
        ))}
      </Group>
      {message && (
        <Input.Error id={errorId} role="alert">
          {message}
        </Input.Error>
      )}
    </Fieldset>
  );
}
