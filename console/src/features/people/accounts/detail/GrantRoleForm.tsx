import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import type { AccountDetails } from "@/entities/account/api";
import { ofName } from "@/entities/account/names";
import { operatorsQuery } from "@/entities/operator/api";
import { NewRow } from "@/kit/records/NewRow";
import { RecordForm } from "@/kit/records/RecordForm";
import { SelectField } from "@/ui/form/moreFields";
import { NBSP, personName } from "../wording";
import { STAFF_ROLES, useGrantRole } from "./api";

const schema = v.object({
  exploitant: v.pipe(v.string(), v.nonEmpty("Veuillez choisir un exploitant.")),
  role: v.pipe(v.string(), v.picklist(STAFF_ROLES, "Veuillez choisir un rôle.")),
});

const NONE = { exploitant: "", role: "" };

type GrantRoleFormProps = { account: AccountDetails; onEnd: () => void };

/** Gives an existing account a role at an operator. */
export function GrantRoleForm({ account, onEnd }: GrantRoleFormProps) {
  // The shell has loaded them: it shows no page before.
  const { data: operators = [] } = useQuery(operatorsQuery());
  const { mutateAsync: grant } = useGrantRole(account.id);
  const nameOf = (chosen: string) => operators.find(({ id }) => String(id) === chosen)?.nom;
  return (
    <NewRow label="Nouveau rôle">
      <RecordForm
        schema={schema}
        values={NONE}
        question={({ exploitant, role }) => ({
          title: "Nouveau rôle",
          question: `Voulez-vous vraiment donner à ${personName(account)} le rôle ${role} chez ${nameOf(exploitant)}${NBSP}?`,
        })}
        record={{
          version: account.version,
          name: `les rôles ${ofName(personName(account))}`,
          facts: ({ role }) => ({ role }),
        }}
        write={({ exploitant, role }, version) =>
          grant({ body: { exploitant: Number(exploitant), role }, version })
        }
        done={({ exploitant, role }) =>
          `${personName(account)} a le rôle ${role} chez ${nameOf(exploitant)}.`
        }
        after={onEnd}
        onCancel={onEnd}
        submit="Ajouter"
      >
        {({ control }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <SelectField
              control={control}
              name="exploitant"
              label="Exploitant"
              required
              autoFocus
              data={[
                { value: "", label: "Choisir…" },
                ...operators.map(({ id, nom }) => ({ value: String(id), label: nom })),
              ]}
            />
            <SelectField
              control={control}
              name="role"
              label="Rôle"
              required
              data={[{ value: "", label: "Choisir…" }, ...STAFF_ROLES]}
            />
          </SimpleGrid>
        )}
      </RecordForm>
    </NewRow>
  );
}
